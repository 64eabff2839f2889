// What is shown, by the command that the server carried out and what it was about.

const TITLES: Record<string, string> = {
  "palast.runScenario": "Scenario",
  "palast.showGame": "A game",
  "palast.whatItDoes": "What it does",
};

// The address of a file comes first, then what in it is meant.
export function titleOf(command: string, args: readonly unknown[]): string {
  const [uri, ...inside] = args.map(String);
  const file = decodeURIComponent(uri?.split("/").at(-1) ?? "");
  return [TITLES[command] ?? command, ...inside, file].filter((part) => part !== "").join(" · ").replaceAll("/", "-");
}
