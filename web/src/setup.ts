/** A new game: how many play, who sits where, how fast bots answer; and dealing it. */

import { element, made, replace } from "./dom.js";
import { PERSON, RANDOM, seating } from "./seats.js";
import { keep, kept } from "./store.js";
import { say } from "./words.js";

/** For how many players rules are, and what each is called among so many. */
export interface Room {
  readonly players: readonly number[];
  readonly called: readonly (readonly string[])[];
}

export class Setup {
  readonly #count = element("players", HTMLSelectElement);
  readonly #list = element("seats", HTMLElement);
  readonly #deal = element("deal", HTMLButtonElement);
  #sits: string[] = (kept("seats") ?? PERSON).split(",");
  #room: Room = { players: [], called: [] };
  /** The bots that there are. */
  bots: readonly string[] = [];

  constructor(deal: () => void) {
    this.#count.addEventListener("change", () => {
      keep("players", this.#count.value);
      this.draw();
    });
    this.#deal.addEventListener("click", deal);
  }

  /** Rules that can be dealt; nothing where they cannot. */
  set room(room: Room) {
    this.#room = room;
    const wanted = Number(kept("players"));
    const counts = room.players.map((count) => new Option(String(count), String(count), false, count === wanted));
    replace(this.#count, counts);
    this.draw();
  }

  set enabled(is: boolean) {
    this.#count.disabled = this.#deal.disabled = !is;
  }

  /** How many play; nobody knows where the rules cannot be read. */
  get players(): number | null {
    return this.#count.value === "" ? null : Number(this.#count.value);
  }

  /** Who sits there; what it was set to before stays. */
  get seats(): string[] | null {
    const there = [PERSON, ...this.bots];
    const usual = this.bots[0] ?? RANDOM;
    const { players } = this;
    return players === null
      ? null
      : Array.from({ length: players }, (_, seat) => {
          const sits = this.#sits[seat] ?? usual;
          return there.includes(sits) ? sits : usual;
        });
  }

  /** Sets what somebody has sent. */
  seat(players: number | null, seats: readonly string[] | null): void {
    if (players !== null) {
      keep("players", String(players));
      if (![...this.#count.options].some(({ value }) => value === String(players))) {
        this.#count.add(new Option(String(players))); // until it is known who can play by the rules that were sent
      }
      this.#count.value = String(players);
    }
    if (seats !== null) {
      this.#sits = [...seats];
      keep("seats", seats.join(","));
    }
    this.draw();
  }

  draw(): void {
    const names = this.#room.called[this.#room.players.indexOf(this.players ?? 0)] ?? [];
    replace(this.#list, (this.seats ?? []).map((sits, seat) => this.#choice(sits, seat, names[seat])));
  }

  #choice(chosen: string, seat: number, name: string | undefined): HTMLElement {
    const select = seating([PERSON, ...this.bots], chosen, (sits) => {
      this.#sits = (this.seats ?? []).map((each, at) => (at === seat ? sits : each));
      keep("seats", this.#sits.join(","));
    });
    return made("label", "", name ?? say("seat", { number: seat }), " ", select);
  }
}
