// The BOLT11 invoice that a deposit is delivered to, where its destination is one: it takes the amount that it names, or any
// where it names none, and only until it expires (C4, C38). Other destinations take whatever is delivered.
import { DateTime, Result } from "effect"
import type { Bolt11 } from "../address/bolt11.ts"
import { parseLightningDestination } from "../address/lightning.ts"
import type { Deposit } from "./deposit.ts"

/** What would be delivered, and where to; on Lightning the units are satoshis. */
type Delivery = Pick<Deposit, "address" | "network" | "units">

const msatPerSat = 1_000n

const invoiceOf = ({ address, network }: Delivery): Bolt11 | undefined => {
  if (network !== "lightning") return undefined
  const destination = Result.getOrUndefined(parseLightningDestination(address))
  return destination?.kind === "bolt11" ? destination : undefined
}

const takes = ({ amountMsat }: Bolt11, units: bigint): boolean =>
  amountMsat === undefined || amountMsat === units * msatPerSat

/** What is wrong with the destination at an instant (Unix milliseconds), for whoever gave it; nothing where it can be paid. */
export const destinationProblem = (delivery: Delivery, now: number): string | undefined => {
  const invoice = invoiceOf(delivery)
  if (invoice === undefined) return undefined
  if (now >= DateTime.toEpochMillis(invoice.expiresAt)) return "The invoice has expired."
  return takes(invoice, delivery.units)
    ? undefined
    : `The invoice asks for ${invoice.amountMsat} millisatoshis, and ${
      delivery.units * msatPerSat
    } would be delivered. ` +
      "Give an invoice of that amount, or one without an amount."
}
