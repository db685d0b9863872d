// What quotes have to do.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "quote-endpoint", text: "POST /api/quote answers 200 with the quote", source: "spec Endpoints, Quote" },
  { id: "quote-fields", text: "every field of the answer has its name and form", source: "spec QuoteResponse" },
  {
    id: "quote-enums",
    text: "other currencies and methods than those listed are refused",
    source: "spec Enumerations"
  },
  { id: "quote-one-amount", text: "exactly one of inputAmount and outputAmount is given", source: "spec QuoteRequest" },
  { id: "quote-decimals", text: "amounts are decimal strings of the currency's decimals", source: "spec QuoteRequest" },
  { id: "quote-pairs", text: "what an operation converts is routable", source: "0080" },
  { id: "quote-not-routable", text: "anything else answers 400", source: "spec Endpoints, Quote" },
  { id: "quote-below-minimum", text: "an amount below the minimum answers 400", source: "spec Endpoints, Quote" },
  { id: "quote-limits", text: "the limits of the operation hold for its quote", source: "spec Limits" },
  { id: "quote-exact-in", text: "an input is kept and the output rounded down", source: "C5" },
  { id: "quote-exact-out", text: "an output is kept and the input rounded up", source: "C5" },
  { id: "quote-fee-exact", text: "fee and amounts are those of the operation at the same rate", source: "C4" },
  { id: "quote-overrides", text: "the fee has the account's own figures", source: "spec QuoteResponse" },
  { id: "quote-applied-fees", text: "the parts of the fee make it up", source: "spec QuoteResponse" },
  { id: "quote-sats", text: "sats stand beside an amount of BTC that was worked out", source: "spec QuoteResponse" },
  { id: "quote-expiry", text: "expiresAt is two minutes after creation", source: "spec Limits, Quote validity" },
  { id: "quote-reserves-nothing", text: "a quote locks no rate and its token is taken nowhere", source: "spec Quote" },
  { id: "quote-no-permission", text: "a quote needs and grants no permission", source: "spec Authentication 7" },
  {
    id: "quote-br-code",
    text: "outputBrCode goes with BRL by PIX and agrees with the output",
    source: "spec QuoteRequest"
  },
  { id: "quote-rate", text: "an old price is none, and without a price there is no quote", source: "0081" },
  { id: "quote-no-gain", text: "going there and back never gains", source: "C5" },
  { id: "quote-monotonic", text: "more in is never less out", source: "C5" },
  { id: "quote-replay", text: "an Idempotency-Key gives the first quote again", source: "C1" }
]
