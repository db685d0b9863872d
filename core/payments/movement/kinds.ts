// How each kind of movement is sent and looked up: one row a kind. The only file that calls ports that move value.
import { Clock, Effect, Option, type Redacted, Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { Network } from "../../standards/address/network.ts"
import { entry } from "../../engine/ledger/journal.ts"
import * as templates from "../../engine/ledger/movement-templates.ts"
import { type AssetCode, assetCodes } from "../../base/money/assets.ts"
import { Chain } from "../../ports/chain.ts"
import { LightningNode } from "../../ports/lightning-node.ts"
import type { AbsentAfter } from "../../ports/moving/absent-after.ts"
import type { AccountUnread } from "../../ports/provider-account.ts"
import { ChainTransfers } from "../../ports/moving/chain-transfers.ts"
import { LightningPayments } from "../../ports/moving/lightning-payments.ts"
import { PixTransfers } from "../../ports/moving/pix-transfers.ts"
import { PoolSwaps } from "../../ports/moving/pool-swaps.ts"
import { SparkTransfers } from "../../ports/moving/spark-transfers.ts"
import type { PoolReceipt, PoolSwap } from "../../ports/swap-pool.ts"
import { onItsWayMs } from "../../ports/on-its-way.ts"
import { reason } from "../../base/reason/reason.ts"
import {
  type LookUp,
  type Outcome,
  type Sending,
  type Unknown,
  absent,
  otherAmount,
  unknown
} from "../../ports/outcome.ts"
import { RailBooks } from "../../ports/rail-books.ts"
import { type Stored, get, insert, recordKind, replace } from "../../engine/store/records.ts"
import { invoiceFor } from "../../ports/resolve-invoice.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type Taking, takenBy } from "./decide-movement.ts"
import type { Movement } from "./movement.ts"
import type { MovementKind, MovementOrder, OrderOf, ReceiptOf } from "./order.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

// What a float can still promise: the treasury of a network, the channels of our Lightning node, or what the PIX provider holds of us. Its level is read when a
// movement is about to be sent, at most once a minute while there is enough; what was promised to movements that are under way is
// reserved on the books, in the commit that claims them. So two never count on the same units (C51; 0183).

/** A level that is older is read again before somebody counts on it: milliseconds. */
const levelGoodForMs = 60_000
/** A level that is younger is not read again because it is too low: milliseconds. */
const levelFreshMs = 5_000

const FloatLevel = Schema.Struct({
  /** Asset and place, as `USDC@base` or `BRL@pix`. */
  id: Schema.String,
  owner: Schema.Literal(operatorOwner),
  asset: Schema.Literals(assetCodes),
  place: Schema.Literals([...Network.literals, "pix"]),
  /** What the chain or the provider said, in smallest units, and when by the store's time. */
  units: Schema.BigInt,
  readAt: Schema.Int
})
type FloatLevel = typeof FloatLevel.Type

export const FloatLevels = recordKind({ kind: "floatLevel", schema: FloatLevel, personal: noPersonalData("amounts") })

/**
 * Whether a movement that is about to be sent for the first time has to reserve its units; undefined where that cannot be said,
 * because the level cannot be read and none was ever read.
 */
export const reserves = Effect.fnUntraced(function*(movement: Movement, isShort: boolean) {
  const taken = takenBy(movement)
  const reader = taken && (yield* readerOf(taken))
  if (taken === undefined || reader === undefined || movement.reserved === true) return false
  const known = Option.getOrUndefined(yield* get(FloatLevels, levelId(taken)))
  const age = known === undefined
    ? Number.POSITIVE_INFINITY
    : (yield* Store.use((store) => store.now)) - known.value.readAt
  if (age < (isShort ? levelFreshMs : levelGoodForMs)) return true
  const read = yield* readLevel(taken, known, reader)
  // What was read before still bounds it: only movements take from a float, and they are reserved.
  if (read !== undefined || known !== undefined) return read ?? true
  // Some wallets never tell what they hold, and say themselves when it is too little.
  return taken.place === "lightning" ? false : undefined
})

const levelId = ({ asset, place }: Taking): string => `${asset}@${place}`

// Asks for the level; null where it is not told, undefined while no one can be asked. None where levels are never told.
const readerOf = Effect.fnUntraced(function*({ asset, place }: Taking) {
  if (place === "pix") {
    const books = yield* RailBooks
    return books?.balance.pipe(Effect.catchTag("RailBooksUnavailable", () => Effect.undefined))
  }
  if (place === "lightning") {
    const { balance } = yield* LightningNode
    return balance?.pipe(
      Effect.map((sats) => sats ?? null),
      Effect.catchTag("NodeSilent", () => Effect.undefined)
    )
  }
  return (yield* Chain).floats?.(place).pipe(
    Effect.map((found) =>
      found.find((each) => each.role === "treasury" && each.what === asset && each.network === place)?.units ?? null
    ),
    Effect.catchTag("ChainUnavailable", () => Effect.undefined)
  )
})

// Whether there is a level; undefined when no one can be asked. One that somebody else has read meanwhile is as good.
const readLevel = Effect.fnUntraced(function*(
  taken: Taking,
  known: Stored<FloatLevel> | undefined,
  reader: Effect.Effect<bigint | null | undefined>
) {
  const readAt = yield* Store.use((store) => store.now)
  const booked = yield* bookedFor(taken)
  const units = yield* reader
  if (units === undefined) return undefined
  if (units === null) return false
  const { asset, place } = taken
  const after: FloatLevel = { id: levelId(taken), owner: operatorOwner, asset, place, units, readAt }
  const write = known === undefined ? insert(FloatLevels, after) : replace(FloatLevels, known, after)
  const entries = levelling(after, booked, known?.version ?? 0)
  yield* Store.use((store) => store.commit(changeSet({ writes: [write], entries }))).pipe(
    Effect.catchTags({
      DuplicateKey: () => Effect.void,
      VersionConflict: () => Effect.void,
      // Somebody reserved it meanwhile: the next reading lowers what is free.
      Overdraft: () => Effect.void
    })
  )
  return true
})

interface BookedFloat {
  readonly free: bigint
  readonly reserved: bigint
}

const bookedFor = ({ asset, place }: Taking) =>
  Effect.all({
    free: balanceOf(`float-free/${place}`, asset),
    reserved: balanceOf(`float-reserved/${place}`, asset)
  })

// What is free and what is reserved together are what was seen. What is reserved may have left already, and then what is free is
// too low until that is booked. It is never too high, since the books are read before the level: what is booked in between has left it.
const levelling = (
  { asset, id, owner, place, readAt, units }: FloatLevel,
  { free, reserved }: BookedFloat,
  version: number
) => {
  const seen = free + reserved
  const parts = { source: id, owner, at: readAt }
  if (units > seen) {
    const postings = templates.floatRaised(place, asset, units - seen)
    return [entry({ ...parts, id: `float/${id}/floatRaised/${version}`, template: "floatRaised", postings })]
  }
  const less = seen - units < free ? seen - units : free
  if (less <= 0n) return []
  const postings = templates.floatLowered(place, asset, less)
  return [entry({ ...parts, id: `float/${id}/floatLowered/${version}`, template: "floatLowered", postings })]
}

const balanceOf = (account: string, asset: AssetCode) =>
  Effect.map(
    Store.use((store) => store.balances(account)),
    (rows) => rows.find((row) => row.account === account && row.asset === asset)?.amount ?? 0n
  )

/** The ports that move value. */
export type ValuePorts = ChainTransfers | LightningPayments | PixTransfers | PoolSwaps | SparkTransfers

/** What movements call: these, the levels of treasuries and of the Lightning node, and the node's look-up of Lightning addresses. */
export type MovingPorts = ValuePorts | Chain | LightningNode

/** The seed of a user's wallet (BIP-39 entropy): in memory only, and wiped by whoever opened it. */
export type Seed = Redacted.Redacted<Uint8Array>

/** What a sending needs beside its order. */
export interface Means {
  /** What `prepare` gave; null where a kind prepares nothing. */
  readonly prepared: string | null
  readonly seed: Seed | undefined
}

interface Kind<K extends MovementKind> {
  /**
   * What has to be on record before a kind that is `madeReady` can be sent, such as an invoice of an address. Asking for it moves nothing. Unknown is
   * asked again; Refused ends the movement.
   */
  readonly prepare?: (order: OrderOf<K>) => Effect.Effect<Outcome<string>, never, MovingPorts>
  /** The account that would be requested to do it now. */
  readonly account: (order: OrderOf<K>) => Effect.Effect<string, AccountUnread, MovingPorts>
  /** Until when it is sent, by the store's time in Unix milliseconds; always where nothing is said. */
  readonly sendBefore?: (order: OrderOf<K>) => number
  /** Asks for the movement, once or again under the same id. */
  readonly send: (
    id: string,
    order: OrderOf<K>,
    means: Means
  ) => Effect.Effect<Sending<ReceiptOf<K>>, never, MovingPorts>
  /** Asks what became of it; `prepared` is what it was sent with. */
  readonly lookUp: (
    id: string,
    order: OrderOf<K>,
    prepared: string | null
  ) => Effect.Effect<LookUp<ReceiptOf<K>>, never, MovingPorts>
  /**
   * The same by the other side alone, never by a record of ours: where such a record may be older than what happened. As `lookUp` where
   * nothing is said; undefined where the other side cannot be asked. `since`: nothing happened before it, in Unix milliseconds.
   */
  readonly outside?: (
    id: string,
    order: OrderOf<K>,
    prepared: string | null,
    since: number
  ) => Effect.Effect<LookUp<ReceiptOf<K>> | undefined, never, MovingPorts>
  /** The same of one that is not wanted any more, and sees to it that it never takes effect; looked up where nothing is said. */
  readonly cancel?: (id: string, order: OrderOf<K>) => Effect.Effect<LookUp<ReceiptOf<K>>, never, MovingPorts>
  /** How long after the last sending an Absent may still mean "on its way", in milliseconds (C50). */
  readonly absentAfterMs: Effect.Effect<number, never, MovingPorts>
}

const tagged =
  <K extends MovementKind, A extends object>(kind: K) => (found: LookUp<A>): LookUp<A & { readonly kind: K }> =>
    found._tag === "Done" ? { _tag: "Done", value: { kind, ...found.value } } : found

// The other side does not know these by our id: where our record of one is missing, it may have been lost.
const byRecord =
  <K extends MovementKind, A extends object>(kind: K) =>
  (found: LookUp<A>): LookUp<A & { readonly kind: K }> | undefined =>
    found._tag === "Absent" ? undefined : tagged<K, A>(kind)(found)

// What was requested is never Absent.
const sent =
  <K extends MovementKind, A extends object>(kind: K) => (outcome: Sending<A>): Sending<A & { readonly kind: K }> =>
    outcome._tag === "Done" ? { _tag: "Done", value: { kind, ...outcome.value } } : outcome

const believedAfter = (said: AbsentAfter | undefined): number =>
  said === 0 ? 0 : said === "never" ? Number.POSITIVE_INFINITY : Math.max(said ?? 0, onItsWayMs)

/** The wallet sends nothing once this much time has passed since it got the order: milliseconds. */
const signWithinMs = 15_000
/** How far the clocks of two processes may differ: milliseconds. */
const clocksApartMs = 600_000

// The wallet gets a deadline, so an Absent is final once it has passed by anybody's clock (0104).
const withSeed = <A, R>(
  seed: Seed | undefined,
  send: (seed: Seed, sendBefore: number) => Effect.Effect<Sending<A>, never, R>
): Effect.Effect<Sending<A>, never, R> =>
  seed === undefined
    ? Effect.succeed(unknown(reason("seedGone")))
    : Effect.flatMap(Clock.currentTimeMillis, (now) => send(seed, now + signWithinMs))

const cancelled =
  <K extends "delivery" | "spend">(kind: K) => (operationId: string, { network }: { readonly network: Network }) =>
    ChainTransfers.use((chain) => Effect.map((chain.cancel ?? chain.lookUp)({ operationId, network }), tagged(kind)))

const onChain = ({ network }: { readonly network: Network }) => ChainTransfers.use(({ account }) => account(network))
const atRail = () => PixTransfers.use(({ account }) => account)
const onSpark = () => SparkTransfers.use(({ account }) => account)

/** Whether a pool can have given so much: no less than was agreed, and no more than was to be expected. */
export const mayGive = ({ minimumSats, mostSats }: Pick<PoolSwap, "minimumSats" | "mostSats">, sats: bigint): boolean =>
  sats >= minimumSats && sats <= mostSats

const swapped = <A extends LookUp<PoolReceipt> | Sending<PoolReceipt>>(
  order: Parameters<typeof mayGive>[0],
  answer: A
): A | Unknown =>
  answer._tag === "Done" && !mayGive(order, answer.value.sats) ? otherAmount("BTC", answer.value.sats) : answer

const userPaymentSeen = (operationId: string, { bolt11, from, maximumFee }: OrderOf<"userPayment">) =>
  SparkTransfers.use((spark) => spark.lookUpPayment({ operationId, from, bolt11, maximumFee }))

const signedOnce = { absentAfterMs: Effect.succeed(signWithinMs + clocksApartMs) } as const

const kinds: { readonly [K in MovementKind]: Kind<K> } = {
  delivery: {
    account: onChain,
    send: (operationId, { address, asset, network, units }) =>
      ChainTransfers.use((chain) =>
        Effect.map(chain.deliver({ operationId, asset, network, address, units }), sent("delivery"))
      ),
    lookUp: (operationId, { network }) =>
      ChainTransfers.use((chain) => Effect.map(chain.lookUp({ operationId, network }), tagged("delivery"))),
    cancel: cancelled("delivery"),
    absentAfterMs: ChainTransfers.use(({ absentAfterMs }) => Effect.succeed(believedAfter(absentAfterMs)))
  },
  spend: {
    account: onChain,
    sendBefore: ({ sendBefore }) => sendBefore,
    send: (operationId, { network, payload, sendBefore }) =>
      ChainTransfers.use((chain) =>
        Effect.map(chain.submit({ operationId, network, payload, sendBefore }), sent("spend"))
      ),
    lookUp: (operationId, { network }) =>
      ChainTransfers.use((chain) => Effect.map(chain.lookUp({ operationId, network }), tagged("spend"))),
    outside: (operationId, { network, payload, sendBefore }) =>
      ChainTransfers.use(({ lookUpSigned }) =>
        lookUpSigned === undefined
          ? Effect.undefined
          : Effect.map(lookUpSigned({ operationId, network, payload, sendBefore }), tagged("spend"))
      ),
    cancel: cancelled("spend"),
    // What was signed takes effect once at most, however often it is sent.
    absentAfterMs: Effect.succeed(0)
  },
  pixPayment: {
    account: atRail,
    send: (_, { destination, paymentId, value }) =>
      PixTransfers.use((rail) => Effect.map(rail.pay({ paymentId, value, destination }), sent("pixPayment"))),
    lookUp: (_, { destination, paymentId, value }) =>
      PixTransfers.use((rail) =>
        Effect.map(rail.lookUpPayment({ paymentId, value, destination }), tagged("pixPayment"))
      ),
    absentAfterMs: PixTransfers.use(({ absentAfterMs }) => Effect.succeed(believedAfter(absentAfterMs?.payments)))
  },
  pixReturn: {
    account: atRail,
    send: (returnId, { endToEndId, value }) =>
      PixTransfers.use((rail) => Effect.map(rail.sendReturn({ returnId, endToEndId, value }), sent("pixReturn"))),
    lookUp: (returnId, { endToEndId, value }) =>
      PixTransfers.use((rail) => Effect.map(rail.lookUpReturn({ returnId, endToEndId, value }), tagged("pixReturn"))),
    absentAfterMs: PixTransfers.use(({ absentAfterMs }) => Effect.succeed(believedAfter(absentAfterMs?.returns)))
  },
  tokenTransfer: {
    account: onSpark,
    ...signedOnce,
    send: (operationId, { from, units }, means) =>
      withSeed(
        means.seed,
        (seed, sendBefore) =>
          SparkTransfers.use((spark) =>
            Effect.map(spark.transferToken({ operationId, from, units, sendBefore }, seed), sent("tokenTransfer"))
          )
      ),
    lookUp: (operationId, { from, units }) =>
      SparkTransfers.use((spark) =>
        Effect.map(spark.lookUpTransfer({ operationId, from, units }), tagged("tokenTransfer"))
      ),
    outside: (operationId, { units }, _, since) =>
      SparkTransfers.use(({ lookUpReceived }) =>
        lookUpReceived === undefined
          ? Effect.undefined
          : Effect.map(lookUpReceived({ operationId, units, since }), tagged("tokenTransfer"))
      )
  },
  poolSwap: {
    account: () => PoolSwaps.use(({ account }) => account),
    send: (operationId, { kind: _, ...order }) =>
      PoolSwaps.use((pool) =>
        Effect.map(
          pool.swap({ operationId, ...order }),
          (outcome) => sent<"poolSwap", PoolReceipt>("poolSwap")(swapped(order, outcome))
        )
      ),
    lookUp: (operationId, { kind: _, ...order }) =>
      PoolSwaps.use((pool) =>
        Effect.map(
          pool.lookUpSwap({ operationId, ...order }),
          (found) => tagged<"poolSwap", PoolReceipt>("poolSwap")(swapped(order, found))
        )
      ),
    absentAfterMs: Effect.succeed(onItsWayMs)
  },
  satsTransfer: {
    account: onSpark,
    send: (operationId, { sats, to }) =>
      SparkTransfers.use((spark) => Effect.map(spark.transferSats({ operationId, to, sats }), sent("satsTransfer"))),
    lookUp: (operationId, { sats, to }) =>
      SparkTransfers.use((spark) =>
        Effect.map(spark.lookUpTransfer({ operationId, to, sats }), tagged("satsTransfer"))
      ),
    absentAfterMs: Effect.succeed(onItsWayMs)
  },
  userPayment: {
    account: onSpark,
    ...signedOnce,
    send: (operationId, { bolt11, from, maximumFee }, means) =>
      withSeed(means.seed, (seed, sendBefore) =>
        SparkTransfers.use((spark) =>
          Effect.map(
            spark.payInvoice({ operationId, from, bolt11, maximumFee, sendBefore }, seed),
            sent("userPayment")
          )
        )),
    lookUp: (id, order) => Effect.map(userPaymentSeen(id, order), tagged("userPayment")),
    outside: (id, order) => Effect.map(userPaymentSeen(id, order), byRecord("userPayment"))
  },
  lightningPayment: {
    account: () => LightningPayments.use(({ account }) => account),
    prepare: ({ address, sats }) => invoiceFor(address, sats),
    send: (operationId, { maximumFee, sats }, { prepared: bolt11 }) =>
      bolt11 === null
        ? Effect.succeed(unknown(reason("noInvoice")))
        : LightningPayments.use((node) =>
          Effect.map(node.pay({ operationId, bolt11, sats, maximumFee }), sent("lightningPayment"))
        ),
    // Without an invoice nothing was ever sent.
    lookUp: (operationId, { sats }, bolt11) =>
      bolt11 === null ?
        Effect.succeed(absent) :
        LightningPayments.use((node) =>
          Effect.map(node.lookUpPayment({ operationId, bolt11, sats }), tagged("lightningPayment"))
        ),
    absentAfterMs: LightningPayments.use(({ absentAfterMs }) => Effect.succeed(believedAfter(absentAfterMs)))
  }
}

/** The row of an order. */
export const kindOf = (order: MovementOrder): Kind<MovementKind> => kinds[order.kind] as Kind<MovementKind>
