// The head of a payment's page in English: its labels, and one plain sentence for each thing that can have happened.
import type { SentenceParts, Sentences } from "./sentences.ts"

const paidBy = ({ paid, payer }: SentenceParts): string =>
  payer === null ? `${paid} was paid by PIX` : `${payer} paid ${paid} by PIX`

const later = ({ back }: SentenceParts): string => back === null ? "" : `; ${back} went back to the payer`

const payerOf = ({ payer }: SentenceParts): string => payer ?? "the payer"

const sentences: Sentences = {
  awaitingPix: ({ at }) => `Waiting for the payer until ${at}.`,
  chargeExpired: ({ at }) => `The charge expired on ${at} before anyone paid it.`,
  delivering: (told) => `${paidBy(told)}; ${told.received} is being sent${later(told)}.`,
  deliveringLate: (told) =>
    `${paidBy(told)} after the charge had expired; ${told.received} is being sent at the price of the payment${
      later(told)
    }.`,
  deliveryUnknown: (told) => `${paidBy(told)}; we are checking whether ${told.received} was delivered${later(told)}.`,
  delivered: (told) => `${paidBy(told)}, and ${told.received} was delivered on ${told.at}${later(told)}.`,
  deliveryFailed: (told) =>
    told.back === null
      ? `${paidBy(told)}, but ${told.received} could not be delivered; the PIX has to go back to the payer.`
      : `${paidBy(told)}, but ${told.received} could not be delivered; ${told.back} has gone back to the payer so far.`,
  returned: (told) => `${told.back} went back to ${payerOf(told)} by PIX on ${told.at}; nothing was delivered.`,
  returnedAfterDelivery: (told) =>
    `${told.back} went back to ${payerOf(told)} by PIX on ${told.at}, after ${told.received} had been delivered.`,
  returnedWhileDelivering: (told) =>
    `${told.back} went back to ${
      payerOf(told)
    } by PIX on ${told.at}; we are checking whether ${told.received} was delivered.`,
  awaitingLightning: ({ at }) => `Waiting for the payer until ${at}.`,
  invoiceExpired: ({ at }) => `The Lightning invoice expired on ${at} before anyone paid it.`,
  debiting: ({ paid, payee, received }) =>
    `${paid} is leaving the wallet; the PIX of ${received} to ${payee} comes next.`,
  debitUnknown: ({ paid }) => `We are checking whether ${paid} has left the wallet; no PIX has been sent.`,
  notDebited: ({ paid }) => `${paid} could not leave the wallet, so no PIX was sent.`,
  payingPix: ({ payee, received }) => `${received} is being paid by PIX to ${payee}.`,
  pixUnknown: ({ payee, received }) =>
    `We are checking with the bank whether the PIX of ${received} to ${payee} was paid.`,
  pixSettled: ({ at, payee, received }) => `${received} was paid by PIX to ${payee} on ${at}.`,
  refusedReturning: ({ back, backTo }) => `The bank refused the PIX; ${back} is going back to ${backTo}.`,
  refusedReturned: ({ at, back, backTo }) => `The bank refused the PIX; ${back} went back to ${backTo} on ${at}.`,
  refusedOwed: ({ back, backTo }) => `The bank refused the PIX; ${back} still has to go back to ${backTo}.`,
  settledAfterAll: ({ at, payee, received }) =>
    `The PIX was reported as refused, but ${received} was paid to ${payee} on ${at}; our team is reviewing it.`,
  settledWhileReturning: ({ at, back, payee, received }) =>
    `The PIX was reported as refused, but ${received} was paid to ${payee} on ${at} while ${back} was going back; `
    + "our team is reviewing it.",
  sentBackReturning: ({ back, backTo, sentBack }) =>
    `The receiver's bank sent ${sentBack} back; ${back} is going back to ${backTo}.`,
  sentBackReturned: ({ at, back, backTo, sentBack }) =>
    `The receiver's bank sent ${sentBack} back; ${back} went back to ${backTo} on ${at}.`,
  sentBackOwed: ({ backTo, sentBack }) =>
    `The receiver's bank sent ${sentBack} back; it still has to go back to ${backTo}.`,
  refundingPaid: ({ back, backTo, payee, received }) =>
    `${received} was paid by PIX to ${payee}; a refund of ${back} is on its way to ${backTo}.`,
  refundedPaid: ({ at, back, backTo, payee, received }) =>
    `${received} was paid by PIX to ${payee}; ${back} was refunded to ${backTo} on ${at}.`,
  transferring: ({ paid, payee }) => `${paid} is on its way to ${payee}.`,
  transferUnknown: ({ paid, payee }) => `We are checking whether ${paid} reached ${payee}.`,
  transferred: ({ at, paid, payee }) => `${paid} was transferred to ${payee} on ${at}.`,
  transferFailed: ({ paid }) => `The transfer did not go through; ${paid} stayed in the wallet.`,
  swapWaiting: ({ paid }) => `The swap of ${paid} for bitcoin is about to start.`,
  swapping: ({ paid }) => `${paid} is being swapped for bitcoin.`,
  swapped: ({ at, paid, received }) => `${paid} was swapped for ${received} on ${at}.`,
  swapFailed: ({ paid }) => `The swap did not happen; ${paid} stayed in the wallet.`,
  swapStranded: ({ paid }) => `The swap of ${paid} stopped halfway; our team is reviewing it.`
}

export const enSummary = {
  label: "Summary",
  from: "From",
  to: "To",
  notPaidYet: "Not paid yet",
  unpaid: "Not paid",
  notIdentified: "Not identified",
  notShown: "Not shown to this account",
  receiver: "the receiver",
  wallet: "the wallet",
  payer: "the payer",
  moment: (day: string, time: string) => `${day}, ${time}`,
  sentences
}
