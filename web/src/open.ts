/** What a page holds as long as it is open, so that no other version of its files begins. */
export const OPEN = "palast.open";
