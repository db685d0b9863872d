// The BOLT11 invoice that a deposit is delivered to, where its destination is one: it takes the amount that it names, or any
// where it names none, and only until it expires (C4, C38). Other destinations take whatever is delivered.
import { Result } from "effect"
import { parseLightningDestination } from "../address/lightning.ts"
import { invoiceProblem } from "../address/payable-invoice.ts"
import type { Deposit } from "./deposit.ts"

/** What would be delivered, and where to; on Lightning the units are satoshis. */
type Delivery = Pick<Deposit, "address" | "network" | "units">

const msatPerSat = 1_000n

/** What is wrong with the destination at an instant (Unix milliseconds), for whoever gave it; nothing where it can be paid. */
export const destinationProblem = ({ address, network, units }: Delivery, now: number): string | undefined => {
  if (network !== "lightning") return undefined
  const invoice = Result.getOrUndefined(parseLightningDestination(address))
  if (invoice?.kind !== "bolt11") return undefined
  const amountMsat = units * msatPerSat
  const valid = `Give an invoice that has not expired, for ${amountMsat} millisatoshis or without an amount.`
  switch (invoiceProblem(invoice, { amountMsat, now })) {
    case undefined:
    case "amountOpen":
      return undefined
    case "expired":
      return `The invoice has expired. ${valid}`
    case "otherAmount":
      return `The invoice asks for ${invoice.amountMsat} millisatoshis, and ${amountMsat} would be delivered. ${valid}`
  }
}
