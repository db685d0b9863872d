// The simulated chain: one transfer an operation id, kept in the data plane. Two magic endings of an EVM address decide
// otherwise: `dead` is refused, and what goes to `0510` is done at once but cannot be seen for three seconds.
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { Network } from "../../core/address/network.ts"
import { type AssetCode, assetCodes } from "../../core/money/assets.ts"
import { Chain, type DeliveryOrder, type DeliveryReceipt } from "../../core/ports/chain.ts"
import { type LookUp, type Outcome, absent, done, refused, unknown } from "../../core/ports/outcome.ts"
import { get, insert, recordKind } from "../../core/ports/records.ts"
import { Store, changeSet } from "../../core/ports/store.ts"
import { transactionHashOf } from "./foreign-ids.ts"

const Transfer = Schema.Struct({
  /** The operation id it was asked under. */
  id: Schema.String,
  owner: Schema.String,
  asset: Schema.Literals(assetCodes),
  /** The token that moves in its place. */
  token: Schema.Literals(assetCodes),
  network: Network,
  address: Schema.String,
  units: Schema.BigInt,
  transactionHash: Schema.String,
  /** Unix milliseconds from which the transfer can be seen. */
  visibleFrom: Schema.Int,
  createdAt: Schema.Int
})
type Transfer = typeof Transfer.Type

const Transfers = recordKind({
  kind: "sandboxTransfer",
  schema: Transfer,
  lists: { byAddress: ({ address, network }: Transfer) => `${network}/${address.toLowerCase()}` }
})

/** Test tokens that move in the sandbox for the assets they mirror (spec "Sandbox rules" 9). */
const testTokens: Partial<Record<AssetCode, AssetCode>> = { BRLA: "BRLH", USDC: "USDH", USDT: "USDH" }

const hiddenMs = 3_000
const evm = /^0x[0-9a-f]{40}$/i
const endsIn = (address: string, ending: string): boolean => evm.test(address) && address.toLowerCase().endsWith(ending)

const transferOf = (order: DeliveryOrder, now: number): Transfer => ({
  id: order.operationId,
  owner: "sandbox",
  asset: order.asset,
  token: testTokens[order.asset] ?? order.asset,
  network: order.network,
  address: order.address,
  units: order.units,
  transactionHash: transactionHashOf(order.operationId),
  visibleFrom: endsIn(order.address, "0510") ? now + hiddenMs : now,
  createdAt: now
})

const seen = (transfer: Transfer, now: number): Outcome<DeliveryReceipt> =>
  now >= transfer.visibleFrom
    ? done({ transactionHash: transfer.transactionHash })
    : unknown("the transfer was sent and cannot be seen yet")

const lookUp = (operationId: string): Effect.Effect<LookUp<DeliveryReceipt>, never, Store> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const found = Option.getOrUndefined(yield* get(Transfers, operationId))?.value
    return found === undefined ? absent : seen(found, now)
  }).pipe(Effect.catch(() => Effect.succeed(unknown("the sandbox cannot be asked"))))

const deliver = (order: DeliveryOrder): Effect.Effect<Outcome<DeliveryReceipt>, never, Store> =>
  Effect.gen(function*() {
    if (endsIn(order.address, "dead")) return refused("the sandbox refuses addresses that end in dead")
    const now = yield* Clock.currentTimeMillis
    const transfer = transferOf(order, now)
    yield* Store.use((store) => store.commit(changeSet({ writes: [insert(Transfers, transfer)] })))
    return seen(transfer, now)
  }).pipe(
    Effect.catchTag("DuplicateKey", () =>
      // Asked before: the first transfer is the one there is.
      Effect.map(lookUp(order.operationId), (found) => found._tag === "Absent" ? unknown("not readable yet") : found)),
    Effect.catch(() => Effect.succeed(unknown("the sandbox cannot be asked")))
  )

export const layer: Layer.Layer<Chain, never, Store> = Layer.effect(
  Chain,
  Effect.map(Effect.context<Store>(), (context) => ({
    deliver: (order: DeliveryOrder) => Effect.provide(deliver(order), context),
    lookUp: (operationId: string) => Effect.provide(lookUp(operationId), context)
  }))
)
