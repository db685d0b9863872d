// What moves a deposit, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const depositTriggers = {
  pixSettled: "a PIX on the charge has settled",
  chargeExpired: "the time to pay the charge has passed",
  delivered: "the asset has arrived",
  deliveryRefused: "the asset definitely cannot be delivered",
  deliveryUnknown: "it is not known yet whether the asset was sent",
  returnConfirmed: "a return of the PIX to its payer has settled",
  returnRefused: "a return that we ordered is impossible",
  restDeliveryOrdered: "an operator ordered the delivery of what was not returned",
  restReturnOrdered: "an operator ordered the return of what was not returned",
  returnOverdue: "the rail has not reported in time the return that it makes by itself"
} as const
