// The simulated chain: one transfer an operation id, kept in the data plane. Two magic endings of an EVM address decide
// otherwise: `dead` is refused, and what goes to `0510` is done at once but cannot be seen for three seconds.
import { Clock, Effect, type Layer, Option, Schema } from "effect"
import { Network } from "../../core/standards/address/network.ts"
import { type AssetCode, assetCodes, assetRoutes, assetsWith, decimalsOf } from "../../core/base/money/assets.ts"
import {
  type Chain,
  ChainUnavailable,
  type DeliveryOrder,
  type DeliveryReceipt,
  type SignedSpend,
  type SpendOrder
} from "../../core/ports/chain.ts"
import { type ChainAdapter, chainAdapter } from "../../core/ports/moving/adapter.ts"
import type { ChainTransfers } from "../../core/ports/moving/chain-transfers.ts"
import { type LookUp, type Outcome, absent, done, refused, unknown } from "../../core/ports/outcome.ts"
import { type Stored, get, insert, recordKind, replace } from "../../core/engine/store/records.ts"
import { type ChangeSet, Store, type Write, changeSet } from "../../core/engine/store/store.ts"
import { transactionHashOf } from "./foreign-ids.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

// What a wallet's address holds in the simulated chain: 10,000 of each test token from the first look on, topped up to
// that whenever a debit confirms. Addresses that no wallet of ours has are never looked at, and keep no purse. Test tokens
// move in the sandbox for the assets they mirror (spec "Sandbox rules" 9).

export const testTokensHeld = ["BRLH", "USDH"] as const

export type TestToken = (typeof testTokensHeld)[number]

const testTokens: Partial<Record<AssetCode, TestToken>> = {
  BRLH: "BRLH",
  USDH: "USDH",
  ...Object.fromEntries(assetsWith("testToken").map((asset) => [asset, assetRoutes[asset].testToken]))
}

/** Base Sepolia. */
export const sandboxChainId = 84_532

/** The token that moves in place of an asset; the asset itself where none stands for it. */
export const tokenOf = (asset: AssetCode): AssetCode => testTokens[asset] ?? asset

/** The test token that stands for an asset; undefined for one that no wallet of the sandbox holds. */
export const testTokenOf = (asset: AssetCode): TestToken | undefined => testTokens[asset]

/** What a wallet begins with, and is topped up to whenever a debit confirms: 10,000 of each. */
export const startOf = (token: TestToken): bigint => 10_000n * 10n ** BigInt(decimalsOf(token))

const Purse = Schema.Struct({
  /** The address in lower case. */
  id: Schema.String,
  owner: Schema.String,
  BRLH: Schema.BigInt,
  USDH: Schema.BigInt
})
type Purse = typeof Purse.Type

const Purses = recordKind({ kind: "sandboxPurse", schema: Purse, personal: noPersonalData("as sandboxKyc") })

const fresh = (address: string): Purse => ({
  id: address.toLowerCase(),
  owner: "sandbox",
  BRLH: startOf("BRLH"),
  USDH: startOf("USDH")
})

/** What the address holds; the first look opens its purse. */
export const open = Effect.fnUntraced(function*(address: string) {
  const found = Option.getOrUndefined(yield* get(Purses, address.toLowerCase()))
  if (found !== undefined) return found.value
  const purse = fresh(address)
  yield* Store.use((store) => store.commit(changeSet({ writes: [insert(Purses, purse)] }))).pipe(
    Effect.catchTag("DuplicateKey", () => Effect.void)
  )
  return purse
})

/** The write that takes units out and tops up; undefined when the address holds less. */
export const debit = Effect.fnUntraced(function*(address: string, token: TestToken, units: bigint) {
  const before: Stored<Purse> = Option.getOrUndefined(yield* get(Purses, address.toLowerCase()))
    ?? { value: fresh(address), version: 0 }
  const held = before.value[token]
  if (held < units) return undefined
  const rest = held - units
  return writeOf(before, { ...before.value, [token]: rest < startOf(token) ? startOf(token) : rest })
})

/** The write that puts units in; none for an address without a purse. */
export const credit = Effect.fnUntraced(function*(address: string, token: TestToken, units: bigint) {
  const before = Option.getOrUndefined(yield* get(Purses, address.toLowerCase()))
  return before === undefined ? [] : [writeOf(before, { ...before.value, [token]: before.value[token] + units })]
})

const writeOf = (before: Stored<Purse>, after: Purse): Write =>
  before.version === 0 ? insert(Purses, after) : replace(Purses, before, after)

/** Commits what `decide` makes of the purses as they stand, and again when one was changed meanwhile. */
export const settled = <E, R>(decide: Effect.Effect<Partial<ChangeSet>, E, R>) =>
  Effect.flatMap(decide, (parts) => Store.use((store) => store.commit(changeSet(parts)))).pipe(
    Effect.retry({ while: (error) => error instanceof Error && "_tag" in error && error._tag === "VersionConflict" })
  )

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
  personal: noPersonalData("as sandboxKyc"),
  lists: { byAddress: ({ address, network }: Transfer) => `${network}/${address.toLowerCase()}` }
})

const hiddenMs = 3_000
const evm = /^0x[0-9a-f]{40}$/i
const endsIn = (address: string, ending: string): boolean => evm.test(address) && address.toLowerCase().endsWith(ending)

const transferOf = (order: DeliveryOrder, now: number): Transfer => ({
  id: order.operationId,
  owner: "sandbox",
  asset: order.asset,
  token: tokenOf(order.asset),
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
    : unknown("notFound")

const lookUp = (operationId: string): Effect.Effect<LookUp<DeliveryReceipt>, never, Store> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const found = Option.getOrUndefined(yield* get(Transfers, operationId))?.value
    return found === undefined ? absent : seen(found, now)
  }).pipe(Effect.catch(() => Effect.succeed(unknown("noAnswer"))))

const isRefused = (address: string): boolean => endsIn(address, "dead")

const known = (operationId: string) =>
  // Asked before: the first transfer is the one there is.
  Effect.map(lookUp(operationId), (found) => found._tag === "Absent" ? unknown("notFound") : found)

const deliver = (order: DeliveryOrder): Effect.Effect<Outcome<DeliveryReceipt>, never, Store> =>
  Effect.gen(function*() {
    if (isRefused(order.address)) return refused("badReceiver", "the sandbox refuses addresses that end in dead")
    const now = yield* Clock.currentTimeMillis
    const transfer = transferOf(order, now)
    yield* settled(Effect.map(received(order), (writes) => ({ writes: [insert(Transfers, transfer), ...writes] })))
    return seen(transfer, now)
  }).pipe(
    Effect.catchTag("DuplicateKey", () => known(order.operationId)),
    Effect.catch(() => Effect.succeed(unknown("noAnswer")))
  )

const received = ({ address, asset, units }: DeliveryOrder) => {
  const token = testTokenOf(asset)
  return token === undefined ? Effect.succeed([]) : credit(address, token, units)
}

/** A signed order of the simulated chain: the order itself, for there is no key that could forge it here. */
const Signed = Schema.fromJsonString(Schema.Struct({
  operationId: Schema.String,
  asset: Schema.Literals(assetCodes),
  network: Network,
  from: Schema.String,
  to: Schema.String,
  units: Schema.toCodecJson(Schema.BigInt)
}))

const encodeSigned = Schema.encodeSync(Signed)
const decodeSigned = Schema.decodeSync(Signed)

const sign = ({ from, sendBefore, ...order }: SpendOrder): SignedSpend => ({
  operationId: order.operationId,
  network: order.network,
  sendBefore,
  payload: encodeSigned({ ...order, from: from.evm })
})

const submit = ({ operationId, payload }: SignedSpend): Effect.Effect<Outcome<DeliveryReceipt>, never, Store> =>
  Effect.gen(function*() {
    const { from, to, ...order } = decodeSigned(payload)
    const before = yield* lookUp(operationId)
    if (before._tag !== "Absent") return before
    const token = testTokenOf(order.asset)
    if (token === undefined) return refused("notSupported", order.asset)
    if (isRefused(to)) return refused("badReceiver", "the sandbox refuses addresses that end in dead")
    const now = yield* Clock.currentTimeMillis
    const transfer = transferOf({ ...order, address: to }, now)
    const isDone = yield* settledSpend(transfer, { from, to, token })
    return isDone ? seen(transfer, now) : refused("insufficientFunds")
  }).pipe(
    Effect.catchTag("DuplicateKey", () => known(operationId)),
    Effect.catch(() => Effect.succeed(unknown("noAnswer")))
  )

const settledSpend = (
  transfer: Transfer,
  { from, to, token }: { readonly from: string; readonly to: string; readonly token: TestToken }
) =>
  Effect.gen(function*() {
    // To itself: one purse, which nothing leaves and nothing reaches.
    if (from.toLowerCase() === to.toLowerCase()) {
      const { [token]: held } = yield* open(from)
      if (held < transfer.units) return false
      yield* Store.use((store) => store.commit(changeSet({ writes: [insert(Transfers, transfer)] })))
      return true
    }
    const taken = yield* debit(from, token, transfer.units)
    if (taken === undefined) return false
    const given = yield* credit(to, token, transfer.units)
    yield* Store.use((store) => store.commit(changeSet({ writes: [insert(Transfers, transfer), taken, ...given] })))
    return true
  }).pipe(
    Effect.retry({ while: (error) => error._tag === "VersionConflict" })
  )

// Where payouts of the sandbox's wallets go to.
const treasuryAddress = "0x00000000000000000000000000000000000071E5"

/** As nodes of Bitcoin relay to addresses of the most demanding kind. */
const leastOn: Readonly<Partial<Record<Network, bigint>>> = { bitcoin: 546n }

const away = () => new ChainUnavailable({ reason: "the sandbox cannot be asked" })

/** The simulated chain over a data store. */
export const simulatedChain: Effect.Effect<ChainAdapter, never, Store> = Effect.map(
  Effect.context<Store>(),
  (context) => ({
    absentAfterMs: 0,
    account: () => Effect.succeed("sandbox"),
    // Its ledger is a part of the data: what the data lost never left.
    sentSince: () => Effect.succeed([]),
    spentSince: () => Effect.succeed([]),
    livesMs: () => 0,
    leastDelivery: ({ network }) => leastOn[network] ?? 0n,
    deliver: (order: DeliveryOrder) => Effect.provide(deliver(order), context),
    sign: (order: SpendOrder) => Effect.succeed(sign(order)),
    submit: (spend: SignedSpend) => Effect.provide(submit(spend), context),
    lookUp: ({ operationId }) => Effect.provide(lookUp(operationId), context),
    lookUpSigned: ({ operationId }) => Effect.provide(lookUp(operationId), context),
    settlement: () => ({ chainId: sandboxChainId, family: "evm" as const }),
    treasury: () => Effect.succeed(treasuryAddress),
    spendable: ({ addresses, asset }) => {
      const token = testTokenOf(asset)
      return token === undefined
        ? Effect.succeed(0n)
        : Effect.map(open(addresses.evm), ({ [token]: held }) => held).pipe(
          Effect.mapError(away),
          Effect.provide(context)
        )
    },
    holdings: ({ evm: address }) =>
      Effect.map(
        open(address),
        (purse) => testTokensHeld.map((asset) => ({ asset, network: "base" as const, units: purse[asset] }))
      ).pipe(
        Effect.mapError(away),
        Effect.provide(context)
      )
  })
)

export const layer: Layer.Layer<Chain | ChainTransfers, never, Store> = chainAdapter.effect(simulatedChain)
