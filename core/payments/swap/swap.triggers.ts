// What moves a swap, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const swapTriggers = {
  claimed: "the worker has taken the swap up",
  legSubmitted: "a leg is about to be requested",
  legConfirmed: "a leg is final",
  legRefused: "a leg definitely did not happen and never will",
  legDoubted: "it is not known yet whether a leg happened",
  expired: "the time of an authorization that was not used is over",
  stopped: "it cannot go on"
} as const
