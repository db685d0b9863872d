// Invoices from Lightning addresses (LUD-16) and LNURLs (LUD-06): the server of the address says where, and there it gives an invoice.
// Both are servers of strangers: only the public internet is asked, without a redirect followed, and core checks what comes (C59).
import { Effect, Result, Schema } from "effect"
import { Agent } from "node:https"
import { isIP } from "node:net"
import { parseLightningDestination } from "../../core/standards/address/lightning.ts"
import type { Sats } from "../../core/base/money/units.ts"
import { AddressUnresolved } from "../../core/ports/lightning-node.ts"
import { type Answer, exchange } from "../http-client/exchange.ts"
import { jsonAs } from "../http-client/json.ts"
import { isPublicAddress } from "../http-client/public-address.ts"
import { type Resolve, publicLookup } from "../http-client/public-lookup.ts"

export type ResolveAddress = (address: string, amount: Sats) => Effect.Effect<string, AddressUnresolved>

/** For one of the two answers. Milliseconds. */
const timeoutMs = 5_000
const mostBytes = 65_536

/** Millisatoshis. */
const Msat = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const PayRequest = Schema.Struct({
  tag: Schema.Literal("payRequest"),
  callback: Schema.String,
  minSendable: Msat,
  maxSendable: Msat
})
const Given = Schema.Struct({ pr: Schema.NonEmptyString })
const Failure = Schema.Struct({ status: Schema.Literal("ERROR") })

const unresolved = (reason: string, permanent = false) => Effect.fail(new AddressUnresolved({ reason, permanent }))

/** Connections to the public internet alone; `resolve` says what addresses names have, the name servers unless given. */
export const publicAgent = (resolve?: Resolve): Agent => new Agent({ lookup: publicLookup(resolve) })

// A name is judged when it is resolved; an address is not resolved, and judged here.
const askable = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const host = url?.hostname.replace(/^\[(.*)\]$/, "$1") ?? ""
  return url !== undefined && url.protocol === "https:" && url.port === "" && url.username === "" &&
      url.password === "" && (isIP(host) === 0 || isPublicAddress(host))
    ? url
    : undefined
}

/** Where it is asked what an address, or an LNURL, takes; or why nowhere. */
const placeOf = (text: string): Result.Result<URL, string> =>
  Result.flatMap(
    Result.mapError(parseLightningDestination(text), ({ message }) => message),
    (destination) => {
      switch (destination.kind) {
        case "bolt11":
          return Result.fail("This is an invoice.")
        case "lightningAddress": {
          const { domain, user } = destination
          return Result.succeed(new URL(`https://${domain}/.well-known/lnurlp/${encodeURIComponent(user)}`))
        }
        case "lnurl": {
          const url = askable(destination.url)
          return url === undefined ? Result.fail("The LNURL names no place that may be asked.") : Result.succeed(url)
        }
      }
    }
  )

// What the server says in its own words stays with it: it is a stranger's text.
const answerOf = <A>(answer: Answer, schema: Schema.Decoder<A>) => {
  const value = answer.status === 200 ? jsonAs(answer, schema) : undefined
  if (value !== undefined) return Effect.succeed(value)
  return jsonAs(answer, Failure) === undefined
    ? unresolved(`the server of the address gave no answer that can be read (HTTP ${answer.status})`)
    // An address that is unknown there is no secret of the moment; any other refusal may be.
    : unresolved("the server of the address gives no invoice", answer.status === 404)
}

/** How addresses become invoices; without an agent over the public internet alone. */
export const resolvesAddresses = (agent: Agent = publicAgent()): ResolveAddress => {
  const ask = <A>(url: URL, schema: Schema.Decoder<A>) =>
    exchange({
      method: "GET",
      url,
      headers: { accept: "application/json" },
      body: undefined,
      agent,
      timeoutMs,
      mostBytes
    }).pipe(
      Effect.catch(({ reason }) => unresolved(`the server of the address: ${reason}`)),
      Effect.flatMap((answer) => answerOf(answer, schema))
    )
  return Effect.fnUntraced(function*(address, amount) {
    const place = placeOf(address)
    if (Result.isFailure(place)) return yield* unresolved(place.failure, true)
    const offer = yield* ask(place.success, PayRequest)
    const msat = amount * 1_000n
    if (msat < BigInt(offer.minSendable) || msat > BigInt(offer.maxSendable)) {
      return yield* unresolved("the address does not take this amount", true)
    }
    const callback = askable(offer.callback)
    if (callback === undefined) return yield* unresolved("the server of the address names no place that may be asked")
    callback.searchParams.set("amount", String(msat))
    return (yield* ask(callback, Given)).pr
  })
}
