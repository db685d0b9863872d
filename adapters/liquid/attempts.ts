// Makes the transactions of a delivery: chooses coins and a fee and commits both as the recipe, blinds and signs, and stores the bytes.
// Nothing is sent here.
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import { mulDivCeil } from "../../core/base/money/units.ts"
import { type Stored, get, insert, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { SecpSigner } from "../custody/signer.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { assetBytes } from "./amounts.ts"
import { type Payment, type Plan, type Spent, build, feeOf, sizeOf } from "./build.ts"
import { unitsIn } from "./choose.ts"
import { library } from "./library.ts"
import { type Attempt, type Coin, type LiquidMovement, LiquidMovements, liveOf, madeFor } from "./movement.ts"
import type { AddressForms } from "./network.ts"
import type { LiquidNode } from "./node.ts"
import { type Receiver, receiverOf } from "./receiver.ts"
import type { FeeSettings } from "./settings.ts"
import { sign } from "./sign.ts"
import type { Treasury } from "./treasury.ts"

export interface AttemptsConfig {
  readonly signer: SecpSigner
  readonly forms: AddressForms
  /** Where change goes. */
  readonly own: Receiver & { readonly address: string }
  /** Id of the asset that fees are paid in, as it is shown. */
  readonly feeAsset: string
  readonly fees: FeeSettings
  /** Blinding is drawn from it; it is known to whoever sees our amounts anyway. */
  readonly secret: Uint8Array
}

const spent = ({ asset, assetBlinder, txid, units, valueBlinder, vout }: Coin): Spent => ({
  txid,
  vout,
  asset: assetBytes(asset),
  units,
  assetBlinder: hexToBytes(assetBlinder),
  valueBlinder: hexToBytes(valueBlinder)
})

export const makeAttempts = (
  { feeAsset, fees, forms, own, secret, signer }: AttemptsConfig,
  quorum: Quorum<LiquidNode>,
  treasury: Treasury
) => {
  const receiverIn = ({ to }: LiquidMovement): Receiver => {
    const receiver = receiverOf(to, forms)
    if (receiver === undefined) throw new Error("a stored address cannot be read")
    return receiver
  }

  /** What the market asks, and the least that nodes relay where they cannot say. */
  const marketRate = Effect.map(
    quorum.reached((node) => node.feeRate),
    (rate) => rate === undefined || rate < fees.floor ? fees.floor : rate
  )

  /** The transaction of a recipe at a rate: it pays the receiver, or takes all back once it is not wanted any more. */
  const planned = Effect.fnUntraced(function*(movement: LiquidMovement, rate: bigint) {
    const tools = yield* library
    const { assetId, coins } = movement
    const isPaying = liveOf(movement) === "attempts"
    const units = isPaying ? movement.units : 0n
    const back = (asset: string, less: bigint): ReadonlyArray<Payment> => {
      const rest = unitsIn(coins, asset) - less
      return rest > 0n ? [{ ...own, asset: assetBytes(asset), units: rest }] : []
    }
    const paid: ReadonlyArray<Payment> = isPaying
      ? [{ ...receiverIn(movement), asset: assetBytes(assetId), units }]
      : []
    const changes = assetId === feeAsset ? [] : back(assetId, units)
    const inputs = coins.map(spent)
    const size = sizeOf(tools, inputs, [...paid, ...changes, own])
    // One that is larger pays for its size alone; one without the receiver's output is smaller than what it replaces.
    const least = isPaying ? 0n : dearestOf(movement) + feeOf(size, fees.floor)
    const wanted = feeOf(size, rate)
    const dearer = wanted > least ? wanted : least
    const most = unitsIn(coins, feeAsset) - 1n
    const fee = dearer < most ? dearer : most
    const plan: Plan = {
      coins: inputs,
      payments: [...paid, ...changes, ...back(feeAsset, fee + (assetId === feeAsset ? units : 0n))],
      fee: { asset: assetBytes(feeAsset), units: fee }
    }
    return { plan, rate: isPaying ? rate : mulDivCeil(fee, 1_000n, size) }
  })

  const chosen = Effect.fnUntraced(function*(movement: LiquidMovement) {
    const tools = yield* library
    const receivers = [receiverIn(movement), own, own]
    return yield* treasury.choose({
      asset: movement.assetId,
      units: movement.units,
      feeAsset,
      // So that L-BTC comes back in any case, also of what replaces the dearest one.
      mostFee: (coins) => feeOf(sizeOf(tools, coins.map(spent), receivers), fees.ceiling + fees.floor)
    })
  })

  /** Signs what is wanted of the recipe at a rate and stores the bytes. Whoever else stored some first has the ones that count. */
  const added = Effect.fnUntraced(function*(before: Stored<LiquidMovement>, wanted: bigint) {
    const { asset, id, to, units } = before.value
    const made = liveOf(before.value)
    const tools = yield* library
    const { plan, rate } = yield* planned(before.value, wanted)
    const { secrets: [first], transaction } = build(tools, plan, secret)
    if (first === undefined) throw new Error("a transaction without a payment")
    const paid = made === "attempts" ? { units, to } : { units: first.units, to: own.address }
    yield* sign(tools, transaction, plan.coins, signer, { operationId: id, network: "liquid", what: asset, ...paid })
    const attempt: Attempt = {
      txid: transaction.getId(),
      raw: transaction.toHex(),
      fee: plan.fee.units,
      rate,
      assetBlinder: bytesToHex(first.assetBlinder),
      valueBlinder: bytesToHex(first.valueBlinder),
      madeAt: yield* Clock.currentTimeMillis
    }
    const value: LiquidMovement = { ...before.value, [made]: [...before.value[made] ?? [], attempt] }
    return yield* Store.use((store) => store.commit(changeSet({ writes: [replace(LiquidMovements, before, value)] })))
      .pipe(
        Effect.as<Stored<LiquidMovement>>({ value, version: before.version + 1 }),
        Effect.catchTag(
          "VersionConflict",
          () => Effect.map(get(LiquidMovements, id), (after) => Option.getOrElse(after, () => before))
        )
      )
  })

  return {
    marketRate,

    /** The recipe of a movement, with its coins in one commit; again with other coins where some were taken meanwhile. */
    first: Effect.fnUntraced(function*(before: Stored<LiquidMovement>) {
      const rate = yield* marketRate
      if (rate > fees.ceiling) return { _tag: "Dear", rate } as const
      for (;;) {
        const choice = yield* chosen(before.value)
        if (choice._tag === "Short") return choice
        const { coins } = choice
        const value: LiquidMovement = { ...before.value, coins, rate, createdAt: yield* Clock.currentTimeMillis }
        const taking = yield* treasury.taking(coins, value.id)
        if (taking === undefined) continue
        const write = before.version === 0
          ? insert(LiquidMovements, value)
          : replace(LiquidMovements, before, value)
        const after: Stored<LiquidMovement> = { value, version: before.version + 1 }
        const isStored = yield* Store.use((store) => store.commit(changeSet({ writes: [write, ...taking] }))).pipe(
          Effect.as(true),
          Effect.catchIf(isOfCoin, () => Effect.succeed(false))
        )
        if (isStored) return { _tag: "Added", after } as const
      }
    }),

    /** Signs what is wanted of the recipe where nothing of that is signed yet. */
    signed: (before: Stored<LiquidMovement>) =>
      (before.value[liveOf(before.value)] ?? []).length > 0
        ? Effect.succeed(before)
        : added(before, before.value.rate),

    /** A transaction of the same coins that pays more. */
    another: added
  }
}

export type Attempts = ReturnType<typeof makeAttempts>

const dearestOf = (movement: LiquidMovement): bigint =>
  madeFor(movement).reduce((most, { fee }) => fee > most ? fee : most, 0n)

const isOfCoin = (error: { readonly _tag: string }): boolean =>
  (error._tag === "DuplicateKey" || error._tag === "VersionConflict") && "kind" in error && error.kind === "liquidCoin"
