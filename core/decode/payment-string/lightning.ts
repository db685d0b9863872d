// BOLT11 invoices and Lightning addresses as readings. Nothing is asked of the network.
import { DateTime, Result } from "effect"
import { parseLightningAddress } from "../../standards/address/lightning-address.ts"
import { type ParsedInvoice, type RouteHop, invoiceNetwork, readInvoice } from "./invoice.ts"
import { type Fact, type ReadingResult, type Remark, fault, reading } from "./reading.ts"
import { refused } from "./refused.ts"

const features: Readonly<Record<number, string>> = {
  8: "onion",
  14: "payment secret",
  16: "multi-part",
  24: "route blinding",
  48: "metadata"
}

const featureName = (bit: number): string =>
  `${features[bit - (bit % 2)] ?? "unknown"} (${bit}, ${bit % 2 === 0 ? "required" : "optional"})`

const instant = (seconds: number): string =>
  seconds > 8_640_000_000_000 ? `${seconds} s` : DateTime.formatIso(DateTime.makeUnsafe(seconds * 1_000))

const amountText = (msat: bigint | undefined): string => {
  if (msat === undefined) return "the payer chooses"
  const whole = msat.toString().padStart(4, "0")
  const rest = whole.slice(-3)
  return `${whole.slice(0, -3)}${rest === "000" ? "" : `.${rest}`} sat`
}

const hopText = ({ baseFeeMsat, channel, cltvDelta, feePartsPerMillion, node }: RouteHop): string =>
  `${node} over ${channel}, ${baseFeeMsat} msat + ${feePartsPerMillion} ppm, ${cltvDelta} blocks`

const optional = (name: string, value: string | undefined): ReadonlyArray<Fact> =>
  value === undefined ? [] : [{ name, value }]

const invoiceFacts = (invoice: ParsedInvoice): ReadonlyArray<Fact> => [
  { name: "network", value: invoice.network },
  { name: "amount", value: amountText(invoice.amountMsat) },
  ...optional("description", invoice.description),
  ...optional("description hash", invoice.descriptionHash),
  { name: "payment hash", value: invoice.paymentHash },
  { name: "payment secret", value: invoice.paymentSecret },
  { name: "created", value: instant(invoice.createdAt) },
  { name: "expires", value: instant(invoice.expiresAt) },
  { name: "payee", value: invoice.payee },
  {
    name: "signature",
    value: invoice.payeeFrom === "named" ? "right, of the payee it names" : "the payee is recovered from it"
  },
  { name: "final CLTV delta", value: `${invoice.finalCltvDelta} blocks` },
  ...optional("features", invoice.features.length === 0 ? undefined : invoice.features.map(featureName).join(", ")),
  ...invoice.fallbacks.map((address) => ({ name: "fallback address", value: address })),
  ...invoice.routes.map((hops) => ({ name: "private route", value: hops.map(hopText).join(" → ") })),
  ...optional("metadata", invoice.metadata)
]

/** What the readable part of an invoice says, for one that cannot be read further. */
const beginning = (text: string): ReadonlyArray<Fact> => {
  const network = invoiceNetwork(text)
  return network === undefined ? [] : [{ name: "network", value: network }]
}

const remarksOf = ({ expiresAt, network }: ParsedInvoice, now: number | undefined): ReadonlyArray<Remark> => [
  ...(network === "mainnet" ? [] : [{ message: `It is of ${network}, whose coins are worth nothing.` }]),
  ...(now === undefined || now < expiresAt * 1_000
    ? []
    : [{ message: `It expired at ${instant(expiresAt)}: no one can pay it any more.` }])
]

/** Reads a BOLT11 invoice of any network; where the time is known, says whether it has expired. */
export const readBolt11Invoice = (text: string, now: number | undefined): ReadingResult =>
  Result.match(readInvoice(text), {
    onSuccess: (invoice) =>
      reading({
        kind: "bolt11",
        what: invoice.network === "mainnet"
          ? "Lightning invoice (BOLT11)"
          : `${invoice.network}: Lightning invoice (BOLT11)`,
        canonical: invoice.text,
        facts: invoiceFacts(invoice),
        remarks: remarksOf(invoice, now)
      }),
    onFailure: (problem) => {
      const network = invoiceNetwork(text) ?? "mainnet"
      const message = network === "mainnet" ? problem.message : `Of ${network}, and not well formed. ${problem.message}`
      return refused("bolt11", text, { ...problem, message }, beginning(text))
    }
  })

/** Reads a Lightning address. */
export const readLightningAddress = (text: string): ReadingResult =>
  Result.match(parseLightningAddress(text), {
    onSuccess: ({ domain, text: canonical, user }) =>
      reading({
        kind: "lightningAddress",
        what: "Lightning address (LUD-16)",
        canonical,
        facts: [
          { name: "user", value: user },
          { name: "domain", value: domain },
          { name: "asked at", value: `https://${domain}/.well-known/lnurlp/${user}` }
        ],
        remarks: []
      }),
    onFailure: ({ at, message, reason }) => fault({ kind: "lightningAddress", reason, message, at, facts: [] })
  })
