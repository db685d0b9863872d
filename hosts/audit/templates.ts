// The names of all entries, by what they are booked for. An entry of any other name is one that no one can explain.

/** Of deposits. */
export const depositTemplates: ReadonlyArray<string> = [
  "depositReceived",
  "depositDelivered",
  "feeEarned",
  "surplusReceived",
  "surplusReturned",
  "receivingFeePaid",
  "routingFeePaid",
  "depositReturned",
  "returnedAfterDelivery",
  "lossRecognised"
]

/** Of payouts and Lightning invoices. */
export const payoutTemplates: ReadonlyArray<string> = [
  "payoutDebited",
  "payoutSettled",
  "payoutFeeEarned",
  "payoutRestored",
  "payoutReversed",
  "reversalRefunded",
  "paidPayoutRefunded",
  "settledAfterRestoring",
  "returnedAfterRestoring",
  "lossCovered",
  "lossRecovered",
  "networkFeePaid"
]

/** Of what wallets spend: their source is the operation as the chain knows it. */
export const spendingTemplates: ReadonlyArray<string> = ["walletHeld", "walletReleased", "walletSpent"]

/** Of what the chain holds beyond the books, or less: their source is the wallet. */
export const mirrorTemplates: ReadonlyArray<string> = ["walletReceived", "walletReduced"]

/** Of what the PIX provider takes for a payment or a return: their source is the movement. */
export const feeTemplates: ReadonlyArray<string> = ["railFeePaid"]

/** Of what deliveries keep from a treasury: their source is the movement. */
export const reservationTemplates: ReadonlyArray<string> = ["floatReserved", "floatReleased", "floatSpent"]

/** Of what moved otherwise than it was ordered: their source is the movement. */
export const suspenseTemplates: ReadonlyArray<string> = ["movedMore", "movedLess", "excessLost"]

/** Of what a treasury was seen to hold: their source is the level. */
export const levelTemplates: ReadonlyArray<string> = ["floatRaised", "floatLowered"]

/** Of swaps. */
export const swapTemplates: ReadonlyArray<string> = ["swapReceived", "swapExchanged", "swapDelivered"]

/** Of what was taken out of treasuries: their source is the sweep. */
export const sweepTemplates: ReadonlyArray<string> = ["treasurySwept"]

/** Of what the PIX provider takes for what it receives: their source is the deposit. */
export const receivingFeeTemplates: ReadonlyArray<string> = ["receivingFeePaid"]

/** Whether only deposits have entries of a template. */
export const isOfDeposits = (template: string): boolean => depositTemplates.includes(template)
