// What moves a movement, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const movementTriggers = {
  prepared: "what has to be on record before it is sent is there, such as the invoice of an address",
  notPrepared: "it cannot be made ready, so nothing was sent and nothing will be",
  withdrawn: "an operator or its deadline decided that it is not sent",
  claimed: "a worker, or the request that planned it, is about to send it",
  done: "it has happened, with evidence",
  found: "it had happened before the data was restored",
  refused: "it has not happened and never will",
  doubted: "it is not known yet whether it happened",
  reversed: "the receiver's bank has sent the PIX back, whole or in part",
  held: "it was not sent: float, fuel, a limit, a pause, custody or an approval is missing",
  cancelled: "it is no longer wanted",
  retried: "an operator ordered another attempt",
  neverSent: "what was sent before it was cancelled never arrived, and never will"
} as const
