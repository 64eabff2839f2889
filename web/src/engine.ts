/** The page's side of the worker: a promise for each request, and another worker where one has died or hangs. */

import type { FromWorker, ToWorker } from "./messages.js";
import { python, script, type Python } from "./parts.js";
import type { Answers, Reply, Request, Speak, Spoken } from "./protocol.js";
import { language, say } from "./words.js";

const PATIENCE = 60_000; // milliseconds until a request is taken to hang, and the worker is ended
const START = 120_000; // ... and until a worker is taken not to start
const TRIES = 3; // workers in a row
const FAULT = 100; // characters of an error that are shown
const SOON = 700; // milliseconds after which a request takes long, so that one may want to stop it

/** What is answered by nothing but the request: where it ended a worker, it would end the next one as well. */
const PURE: readonly Request["kind"][] = ["lay", "draft", "load", "assist", "recognize", "receive"];

/**
 * How the engine is: how much of it is loaded, whether it can be asked; why it has stopped, if it has, whether that was
 * `wanted`, and whether another worker `follows`.
 */
export type Being =
  | { readonly is: "loading"; readonly share: number }
  | { readonly is: "starting" }
  | { readonly is: "ready" }
  | { readonly is: "over"; readonly why: string; readonly wanted: boolean; readonly follows: boolean };

/** The worker ended before it answered; what it knew of the game is gone, and another one begins. */
export class EndedError extends Error {}

/** For whoever need not say that the worker ended, as the page has said so; anything else is a mistake of the page. */
export function unlessEnded(error: unknown): null {
  if (!(error instanceof EndedError)) {
    throw error;
  }
  return null;
}

interface Waiting {
  readonly kind: Request["kind"];
  readonly text: string;
  readonly patience: number;
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
}

/** Python in a worker, which answers one request after the other. `heard` is told how it is. */
export class Engine {
  #worker: Worker | null = null;
  static #python: Promise<Python> | null = null; // loaded once for all
  #begun = false;
  #ready = false;
  #tries = 0; // of workers that began one after the other, and were never ready
  #workers = 0; // that were ended
  #next = 0;
  readonly #waiting = new Map<number, Waiting>(); // in the order in which they were asked
  #asked: number | null = null; // which of them is being answered, the first
  readonly #fatal = new Set<string>(); // requests that a worker was ended in
  #clock: number | undefined;
  #soon: number | undefined;

  /** How it is now. */
  being: Being = { is: "starting" };

  /** `long` is told whether it is asked something that takes long. */
  constructor(
    private readonly heard: (being: Being) => void,
    private readonly long: (is: boolean) => void,
  ) {}

  /** Begins to load; requests may come before it is ready, and begin it where nobody has. */
  async start(): Promise<void> {
    this.stop("it was started again");
    const mine = this.#workers;
    this.#begun = true;
    this.#tries++;
    try {
      Engine.#python ??= python((share) => this.#tell({ is: "loading", share }));
      const place = await script();
      if (mine !== this.#workers) {
        return; // it was stopped, or begun anew, while it loaded
      }
      const worker = new Worker(place, { type: "module" }); // which reads its script while the rest is loaded
      this.#worker = worker;
      worker.addEventListener("message", (event: MessageEvent<FromWorker>) => this.#hear(event.data));
      worker.addEventListener("error", (event) => this.#over(event.message || say("why-none")));
      const parts = await Engine.#python;
      if (mine !== this.#workers) {
        return;
      }
      this.#tell({ is: "starting" });
      this.#limit(START, say("why-start"));
      this.#say({ python: parts });
    } catch (error) {
      Engine.#python = null;
      if (mine === this.#workers) {
        this.#over(String(error));
      }
    }
  }

  /** What a request is answered. Fails with an `EndedError` where the worker died, or took longer than its patience. */
  async ask<R extends Request>(request: R, patience = PATIENCE): Promise<Reply<Answers[R["kind"]]>> {
    const text = JSON.stringify(request);
    if (this.#fatal.has(text)) {
      return { error: { code: "worlds", message: say("fatal"), remedy: say("fatal-remedy"), problems: [] } };
    }
    if (!this.#begun) {
      void this.start();
    } else if (this.being.is === "over") {
      throw new EndedError(this.being.why);
    }
    const answer = await new Promise<string>((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { kind: request.kind, text, patience, resolve, reject });
      this.#go();
    });
    return JSON.parse(answer) as Reply<Answers[R["kind"]]>;
  }

  /** Speaks the language of the page from now on; null where it does so anyway, as soon as it is ready. */
  async speak(): Promise<Spoken | null> {
    return this.#ready ? ((await this.ask(speak())).answer ?? null) : null;
  }

  /** Ends what takes long, as somebody wants it, and begins another worker. */
  halt(): void {
    this.#remember();
    this.#over(say("why-halted"), true);
  }

  /** Ends the worker, whatever it does. Who waits is told why. */
  stop(why: string): void {
    clearTimeout(this.#clock);
    this.#rests();
    this.#worker?.terminate();
    this.#worker = null;
    this.#workers++;
    this.#ready = false;
    this.#asked = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const each of waiting) {
      each.reject(new EndedError(why));
    }
  }

  /** Ends the worker, whatever it does, and begins another one. */
  restart(why: string): void {
    this.stop(why);
    void this.start();
  }

  #hear(message: FromWorker): void {
    switch (message.what) {
      case "ready":
        clearTimeout(this.#clock);
        this.#ready = true;
        this.#tries = 0;
        this.#first(speak());
        this.#tell({ is: "ready" });
        break;
      case "answer":
        this.#waiting.get(message.id)?.resolve(message.text);
        this.#waiting.delete(message.id);
        this.#asked = null;
        break;
      case "dead":
        this.#over(say("why-fault", { what: message.why.trim().split("\n").at(-1)?.slice(0, FAULT) ?? "" }));
        return;
    }
    this.#go();
  }

  /** Asks something before all that waits, whatever it is answered. */
  #first(request: Request): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    const nothing = () => undefined;
    this.#waiting.set(this.#next++, {
      kind: request.kind,
      text: JSON.stringify(request),
      patience: PATIENCE,
      resolve: nothing,
      reject: nothing,
    });
    waiting.forEach(([id, each]) => this.#waiting.set(id, each));
  }

  /** Asks the first that waits, once, unless another one is being answered. */
  #go(): void {
    if (!this.#ready || this.#asked !== null) {
      return;
    }
    clearTimeout(this.#clock);
    this.#rests();
    const [first] = this.#waiting;
    if (first !== undefined) {
      const [id, { text, patience }] = first;
      this.#asked = id;
      this.#limit(patience, say("why-long"));
      this.#soon = setTimeout(() => this.long(true), SOON);
      this.#say({ id, text });
    }
  }

  /** Nothing takes long now. */
  #rests(): void {
    clearTimeout(this.#soon);
    this.long(false);
  }

  /** Notes what the worker is ended in, if that alone decides what it does. */
  #remember(): void {
    const [first] = this.#waiting.values();
    if (this.#ready && first !== undefined && PURE.includes(first.kind)) {
      this.#fatal.add(first.text);
    }
  }

  #limit(patience: number, why: string): void {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => {
      this.#remember();
      this.#over(why);
    }, patience);
  }

  /** Another worker follows, until several in a row were never ready. */
  #over(why: string, wanted = false): void {
    const follows = this.#tries < TRIES;
    this.stop(why);
    this.#tell({ is: "over", why, wanted, follows });
    if (follows) {
      void this.start();
    }
  }

  #tell(being: Being): void {
    this.being = being;
    this.heard(being);
  }

  #say(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}

function speak(): Speak {
  return { kind: "speak", language: language() };
}
