// What the search finds first. A word within a name of the reference counts least: "layer" is in "players", too.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: -4,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
