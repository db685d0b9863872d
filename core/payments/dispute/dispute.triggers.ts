// What moves a dispute, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const disputeTriggers = {
  created: "the payer's bank contests the PIX",
  accepted: "the contest was accepted: the amount is to be returned",
  rejected: "the contest was rejected",
  canceled: "the contest was withdrawn"
} as const
