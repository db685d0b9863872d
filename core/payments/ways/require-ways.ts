// What an order needs before anything of it is made: each leg that delivers has a way, and its amount is a fifth above the least that can
// be delivered there (C69; 0260). The configuration decides, and no provider is called.
import { Effect } from "effect"
import { BelowMinimum, type UpstreamUnavailable } from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { mulDivCeil } from "../../base/money/units.ts"
import { Chain } from "../../ports/chain.ts"
import { LightningNode } from "../../ports/lightning-node.ts"
import { PixRail } from "../../ports/pix-rail.ts"
import { SwapPool } from "../../ports/swap-pool.ts"
import type { DeliveryPlace, Way } from "../../ports/way.ts"

const required = (way: Way, upstream: string): Effect.Effect<void, UpstreamUnavailable> =>
  way === "none" ? Effect.fail(upstreamAway(upstream)) : Effect.void

const pixProvider = "The PIX provider"

/** A PIX can be paid. */
export const requirePixPayments = PixRail.use(({ ways }) => required(ways.payments, pixProvider))

/** A PIX that came in can go back. */
export const requirePixReturns = PixRail.use(({ returnsFailed, ways }) =>
  required(returnsFailed ? "provider" : ways.returns, pixProvider)
)

/** Satoshis can be paid over Lightning. */
export const requireLightningPayments = LightningNode.use(({ ways }) => required(ways.payments, "The Lightning node"))

/** DePix can be converted. */
export const requireSwaps = SwapPool.use(({ ways }) => required(ways.swaps, "The swap pool"))

/** Lightning has no least of its own. */
const leastOf = Effect.fnUntraced(function*(place: DeliveryPlace) {
  if (place.network !== "lightning") return (yield* Chain).leastDelivery(place)
  return (yield* LightningNode).ways.payments === "none" ? undefined : 0n
})

/** What would be valid where an asset cannot be delivered: the networks of it that can be. */
const instead = Effect.fnUntraced(function*(place: DeliveryPlace, networks: ReadonlyArray<DeliveryPlace["network"]>) {
  const found: Array<string> = []
  for (const network of networks) {
    if ((yield* leastOf({ asset: place.asset, network })) !== undefined) found.push(network)
  }
  return found.length === 0 ? "No network delivers it here" : `It is delivered on: ${found.join(", ")}`
})

/**
 * The asset can be delivered there; gives the least units of it, a fifth above what the network takes. `networks` are those that the caller
 * could have named.
 */
export const requireDelivery = Effect.fnUntraced(
  function*(place: DeliveryPlace, networks: ReadonlyArray<DeliveryPlace["network"]>) {
    const least = yield* leastOf(place)
    if (least !== undefined) return mulDivCeil(least, 12n, 10n)
    const { asset, network } = place
    const details = [{ field: "network", message: yield* instead(place, networks) }]
    return yield* upstreamAway(`Delivery of ${asset} on ${network}`, details)
  }
)

/** The amount of a field is enough; `valid` says what would be, of the least units. */
export const requireLeast = (
  field: string,
  amount: { readonly units: bigint; readonly least: bigint },
  valid: (least: bigint) => string
): Effect.Effect<void, BelowMinimum> =>
  amount.units >= amount.least
    ? Effect.void
    : Effect.fail(new BelowMinimum({ field, least: valid(amount.least) }))
