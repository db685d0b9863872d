// What moves a deposit, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const depositTriggers = {
  pixSettled: "a PIX on the charge has settled",
  chargeLapsed: "the time to pay the charge has passed",
  delivered: "the asset has arrived",
  deliveryRefused: "the asset definitely cannot be delivered",
  deliveryUnknown: "nobody can say yet whether the asset was sent",
  returnConfirmed: "a return of the PIX to its payer has settled"
} as const
