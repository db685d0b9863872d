// Makes the transactions of a delivery: chooses coins and a fee, commits the recipe together with the coins, signs it, and stores the
// bytes. Nothing is sent here.
import { hex } from "@scure/base"
import { Clock, Effect, Option } from "effect"
import { mulDivCeil } from "../../core/base/money/units.ts"
import { type Stored, get, insert, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { SecpSigner, SigningPurpose } from "../custody/signer.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { type Attempt, type BitcoinMovement, BitcoinMovements, liveOf, madeFor } from "./movement.ts"
import { dustOf } from "./network.ts"
import type { BitcoinNode } from "./node.ts"
import { type Coin, type SelectionOrder, virtualBytes } from "./selection.ts"
import type { CoinSettings, FeeSettings } from "./settings.ts"
import { type Recipe, changeOf, signed, transactionId } from "./transaction.ts"
import type { Treasury } from "./treasury.ts"

export interface AttemptsConfig {
  readonly signer: SecpSigner
  /** The treasury's. */
  readonly own: { readonly address: string; readonly script: Uint8Array }
  readonly coins: CoinSettings
  readonly fees: FeeSettings
}

type Made = "attempts" | "releases"
type Payment = Recipe["payment"]

export const makeAttempts = (
  { coins: { leastChange }, fees, own, signer }: AttemptsConfig,
  quorum: Quorum<BitcoinNode>,
  treasury: Treasury
) => {
  const paymentOf = ({ script, units }: BitcoinMovement, made: Made): Payment =>
    made === "attempts" ? { script: hex.decode(script), units } : undefined

  const recipeOf = ({ change, coins }: Pick<Attempt, "change" | "coins">, payment: Payment): Recipe => ({
    coins,
    payment,
    change,
    ownScript: own.script
  })

  /** What the market asks; undefined where too few nodes can say. */
  const marketRate = Effect.map(
    quorum.reached((node) => node.marketRate(fees.withinBlocks)),
    (rate) => rate === undefined || rate > fees.floor ? rate : fees.floor
  )

  /** Commits a movement with one transaction more and the coins that it takes. Undefined where another delivery was faster at one of them. */
  const committed = Effect.fnUntraced(function*(
    before: Stored<BitcoinMovement>,
    made: Made,
    attempt: Attempt,
    fresh: ReadonlyArray<Coin>
  ) {
    const taking = yield* treasury.taking(fresh, before.value.id)
    if (taking === undefined) return undefined
    const [first] = before.value.attempts
    const change = first === undefined
      ? attempt.change > 0n ? yield* treasury.expecting(changeOf(attempt.txid), before.value.id) : []
      : yield* treasury.doubting(changeOf(first.txid))
    const value: BitcoinMovement = { ...before.value, [made]: [...before.value[made] ?? [], attempt] }
    const write = before.version === 0
      ? insert(BitcoinMovements, value)
      : replace(BitcoinMovements, before, value)
    const after: Stored<BitcoinMovement> = { value, version: before.version + 1 }
    return yield* Store.use((store) => store.commit(changeSet({ writes: [write, ...taking, ...change] }))).pipe(
      Effect.as(after),
      Effect.catchIf(isOfCoin, () => Effect.undefined)
    )
  })

  /** Adds a recipe that spends `must` and what it needs besides; again with other coins where some were taken meanwhile. */
  const added = Effect.fnUntraced(function*(
    before: Stored<BitcoinMovement>,
    made: Made,
    order: Pick<SelectionOrder, "leastChange" | "must" | "rate" | "replaces">
  ) {
    const payment = paymentOf(before.value, made)
    for (;;) {
      const chosen = yield* treasury.choose({ ...order, payment })
      if (chosen._tag === "Short") return chosen
      const { change, coins, fee, fresh } = chosen
      const txid = transactionId(recipeOf({ coins, change }, payment))
      const madeAt = yield* Clock.currentTimeMillis
      const attempt: Attempt = { txid, coins, fee, change, rate: order.rate, raw: null, madeAt }
      const after = yield* committed(before, made, attempt, fresh)
      if (after !== undefined) return { _tag: "Added", after } as const
    }
  })

  /** What one that takes the place of all before it has to pay. */
  const replacing = (made: ReadonlyArray<Attempt>): NonNullable<SelectionOrder["replaces"]> => ({
    fee: made.reduce((most, { fee }) => fee > most ? fee : most, 0n),
    step: fees.step
  })

  return {
    marketRate,

    /** The first recipe of a movement. */
    first: Effect.fnUntraced(function*(before: Stored<BitcoinMovement>) {
      const rate = (yield* marketRate) ?? fees.fallback
      if (rate > fees.ceiling) return { _tag: "Dear", rate } as const
      return yield* added(before, "attempts", { rate, must: [], leastChange })
    }),

    /** Another recipe that spends these coins again, the anchor first, and pays more than those before it. Undefined where it cannot. */
    another: Effect.fnUntraced(function*(before: Stored<BitcoinMovement>, rate: bigint, must: ReadonlyArray<Coin>) {
      const made = yield* added(before, "attempts", {
        rate,
        must,
        leastChange,
        replaces: replacing(before.value.attempts)
      })
      return made._tag === "Added" ? made.after : undefined
    }),

    /** A recipe that takes these coins back, the anchor first, and pays more than all before it. Undefined where it cannot. */
    release: Effect.fnUntraced(function*(before: Stored<BitcoinMovement>, wanted: bigint, must: ReadonlyArray<Coin>) {
      const { attempts } = before.value
      const receiver = hex.decode(before.value.script).length
      // Nodes take no replacement that pays less for its size, and what was left to a fee is above its rate.
      const least = attempts.reduce((most, { change, coins, fee }) => {
        const size = virtualBytes(coins.length, receiver, change > 0n)
        const rate = mulDivCeil(fee, 1_000n, size) + fees.step
        return rate > most ? rate : most
      }, wanted)
      const replaces = replacing(madeFor(before.value))
      const made = yield* added(before, "releases", { rate: least, must, leastChange: dustOf(own.script), replaces })
      return made._tag === "Added" ? made.after : undefined
    }),

    /** Signs the newest recipe of those that are wanted, and stores the bytes. Whoever else stored some first has the ones that count. */
    signed: Effect.fnUntraced(function*(before: Stored<BitcoinMovement>) {
      const { id, to, units } = before.value
      const made = liveOf(before.value)
      const all = before.value[made] ?? []
      const last = all.at(-1)
      if (last === undefined || last.raw !== null) return before
      const paid = made === "attempts" ? { to, units } : { to: own.address, units: last.change }
      const purpose: SigningPurpose = { operationId: id, network: "bitcoin", what: "BTC", ...paid }
      const raw = yield* signed(recipeOf(last, paymentOf(before.value, made)), signer, purpose)
      const value: BitcoinMovement = { ...before.value, [made]: [...all.slice(0, -1), { ...last, raw }] }
      return yield* Store.use((store) =>
        store.commit(changeSet({ writes: [replace(BitcoinMovements, before, value)] }))
      ).pipe(
        Effect.as<Stored<BitcoinMovement>>({ value, version: before.version + 1 }),
        Effect.catchTag(
          "VersionConflict",
          () => Effect.map(get(BitcoinMovements, id), (after) => Option.getOrElse(after, () => before))
        )
      )
    })
  }
}

export type Attempts = ReturnType<typeof makeAttempts>

const isOfCoin = (error: { readonly _tag: string }): boolean =>
  (error._tag === "DuplicateKey" || error._tag === "VersionConflict") && "kind" in error && error.kind === "bitcoinCoin"
