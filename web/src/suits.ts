/** Suits that are known by what they are called, where the texts of the rules name no symbol for them. */

const BLACK = "#1a2023";
const RED = "#b0241d";

/** What each is called in English, German, French, Italian, Spanish and Dutch. */
const SUITS = [
  ["♠", BLACK, "spade spades pik schippen pique piques picca picche pica picas schoppen"],
  ["♥", RED, "heart hearts herz herzen coeur coeurs cœur cœurs cuore cuori corazón corazones harten"],
  ["♦", RED, "diamond diamonds karo ecken carreau carreaux quadro quadri diamante diamantes ruiten"],
  ["♣", BLACK, "club clubs kreuz treff trèfle trèfles fiore fiori trébol tréboles klaveren"],
] as const;

export interface Suit {
  readonly symbol: string;
  readonly colour: string;
}

/** The suit of a name; null for any other word. */
export function suit(word: string): Suit | null {
  const [symbol, colour] = SUITS.find(([, , names]) => names.split(" ").includes(word.toLocaleLowerCase())) ?? [];
  return symbol === undefined || colour === undefined ? null : { symbol, colour };
}
