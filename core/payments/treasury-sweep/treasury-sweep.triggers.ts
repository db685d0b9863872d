// What moves a sweep, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const treasurySweepTriggers = {
  moved: "what was swept has arrived at its address",
  refused: "it was not sent and never will be: the chain refused it, or an operator cancelled it",
  doubted: "it is not known yet whether it was sent"
} as const
