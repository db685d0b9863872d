// Makes the transactions of a delivery: chooses coins and a fee, commits the recipe together with the coins, signs it, and stores the
// bytes. Nothing is sent here.
import { hex } from "@scure/base"
import { Clock, Effect, Option } from "effect"
import { type Stored, get, insert, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { SecpSigner } from "../custody/signer.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { type Attempt, type BitcoinMovement, BitcoinMovements } from "./movement.ts"
import type { BitcoinNode } from "./node.ts"
import type { Coin } from "./selection.ts"
import type { CoinSettings, FeeSettings } from "./settings.ts"
import { type Recipe, changeOf, signed, transactionId } from "./transaction.ts"
import type { Treasury } from "./treasury.ts"

export interface AttemptsConfig {
  readonly signer: SecpSigner
  /** The treasury's. */
  readonly ownScript: Uint8Array
  readonly coins: CoinSettings
  readonly fees: FeeSettings
}

export const makeAttempts = (
  { coins: { leastChange }, fees, ownScript, signer }: AttemptsConfig,
  quorum: Quorum<BitcoinNode>,
  treasury: Treasury
) => {
  const recipeOf = (
    { script, units }: BitcoinMovement,
    { change, coins }: Pick<Attempt, "change" | "coins">
  ): Recipe => ({
    coins,
    script: hex.decode(script),
    units,
    change,
    ownScript
  })

  /** What the market asks; undefined where too few nodes can say. */
  const marketRate = Effect.map(
    quorum.reached((node) => node.marketRate(fees.withinBlocks)),
    (rate) => rate === undefined || rate > fees.floor ? rate : fees.floor
  )

  const draft = Effect.fnUntraced(function*(
    movement: BitcoinMovement,
    rate: bigint,
    must: ReadonlyArray<Coin>,
    replaced: bigint | undefined
  ) {
    const { script, units } = movement
    const chosen = yield* treasury.choose({
      must,
      units,
      script: hex.decode(script),
      rate,
      leastChange,
      ...replaced === undefined ? {} : { replaces: { fee: replaced, step: fees.step } }
    })
    if (chosen._tag === "Short") return chosen
    const { change, coins, fee, fresh } = chosen
    const txid = transactionId(recipeOf(movement, { coins, change }))
    const attempt: Attempt = { txid, coins, fee, change, rate, raw: null, madeAt: yield* Clock.currentTimeMillis }
    return { _tag: "Drafted", attempt, fresh } as const
  })

  /** Commits a movement with one attempt more and the coins that it takes. Undefined where another delivery was faster at one of them. */
  const committed = Effect.fnUntraced(function*(
    before: Stored<BitcoinMovement>,
    attempt: Attempt,
    fresh: ReadonlyArray<Coin>
  ) {
    const taking = yield* treasury.taking(fresh, before.value.id)
    if (taking === undefined) return undefined
    const [first] = before.value.attempts
    const change = first === undefined
      ? attempt.change > 0n ? yield* treasury.expecting(changeOf(attempt.txid)) : []
      : yield* treasury.doubting(changeOf(first.txid))
    const value: BitcoinMovement = { ...before.value, attempts: [...before.value.attempts, attempt] }
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
    rate: bigint,
    must: ReadonlyArray<Coin>,
    replaced?: bigint
  ) {
    for (;;) {
      const made = yield* draft(before.value, rate, must, replaced)
      if (made._tag === "Short") return made
      const after = yield* committed(before, made.attempt, made.fresh)
      if (after !== undefined) return { _tag: "Added", after } as const
    }
  })

  return {
    marketRate,

    /** The first recipe of a movement. */
    first: Effect.fnUntraced(function*(before: Stored<BitcoinMovement>) {
      const rate = (yield* marketRate) ?? fees.fallback
      if (rate > fees.ceiling) return { _tag: "Dear", rate } as const
      return yield* added(before, rate, [])
    }),

    /** Another recipe that spends these coins again, the anchor first, and pays more than those before it. Undefined where it cannot. */
    another: Effect.fnUntraced(function*(before: Stored<BitcoinMovement>, rate: bigint, must: ReadonlyArray<Coin>) {
      const { attempts } = before.value
      const dearest = attempts.reduce((most, { fee }) => fee > most ? fee : most, 0n)
      const made = yield* added(before, rate, must, dearest)
      return made._tag === "Added" ? made.after : undefined
    }),

    /** Signs the newest recipe where it is not signed, and stores the bytes. Whoever else stored some first has the ones that count. */
    signed: Effect.fnUntraced(function*(before: Stored<BitcoinMovement>) {
      const { attempts, id, to, units } = before.value
      const last = attempts.at(-1)
      if (last === undefined || last.raw !== null) return before
      const purpose = { operationId: id, network: "bitcoin", what: "BTC", units, to } as const
      const raw = yield* signed(recipeOf(before.value, last), signer, purpose)
      const value: BitcoinMovement = { ...before.value, attempts: [...attempts.slice(0, -1), { ...last, raw }] }
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
