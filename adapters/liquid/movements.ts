// Deliveries on Liquid: what of them is Liquid's own.
import { Clock, Effect } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { held } from "../../core/ports/outcome.ts"
import { type DeliveryParts, makeDeliveries } from "../coins/deliveries.ts"
import { makeWithdraw } from "../coins/withdrawal.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { Attempts } from "./attempts.ts"
import { headOf } from "./coins.ts"
import { type Attempt, type LiquidMovement, LiquidMovements } from "./movement.ts"
import type { LiquidNode } from "./node.ts"
import { type Push, isSigned } from "./sending.ts"
import type { Finality } from "./settings.ts"
import type { StatusOf } from "./status.ts"
import type { Treasury } from "./treasury.ts"

export interface MovementsParts {
  /** Genesis hash of the network. */
  readonly network: string
  readonly finality: Finality
  /** Of fees. */
  readonly ceiling: bigint
  readonly quorum: Quorum<LiquidNode>
  readonly treasury: Treasury
  readonly attempts: Attempts
  readonly push: Push
  readonly statusOf: StatusOf
}

/** A delivery that was checked. */
export interface Payee {
  readonly to: string
  readonly asset: AssetCode
  /** The asset's id as it is shown. */
  readonly assetId: string
  readonly units: bigint
}

export const makeMovements = (
  { attempts, ceiling, finality, network, push, quorum, statusOf, treasury }: MovementsParts
) => {
  const blank = (operationId: string, now: number): LiquidMovement => ({
    id: operationId,
    owner: operatorOwner,
    network,
    asset: "LBTC",
    assetId: "",
    to: "",
    units: 0n,
    coins: [],
    rate: 0n,
    attempts: [],
    after: 0n,
    verdict: null,
    lostTo: null,
    createdAt: now
  })

  const parts: DeliveryParts<LiquidMovement, Payee, Attempt, bigint> = {
    coin: "LBTC",
    kind: LiquidMovements,
    hasCoins: ({ coins }) => coins.length > 0,
    isSigned,
    madeAt: ({ createdAt }) => createdAt,
    isTo: (before, { assetId, to, units }) => before.to === to && before.units === units && before.assetId === assetId,
    fresh: Effect.fnUntraced(function*(operationId, payee) {
      const after = yield* headOf(quorum)
      return { ...blank(operationId, yield* Clock.currentTimeMillis), ...payee, after }
    }),
    begin: (before) =>
      attempts.first(before).pipe(
        Effect.map((made) => {
          if (made._tag === "Added") return made.after
          if (made._tag === "Dear") {
            return held("fuel", `nodes want ${made.rate} units of LBTC per 1,000 virtual bytes, more than ${ceiling}`)
          }
          const { of, there, wanted } = made
          return held(
            of,
            `${wanted} smallest units ${
              of === "fuel" ? "of LBTC for the fee " : ""
            }are needed, ${there} can be spent now`
          )
        }),
        Effect.catchTags({ DuplicateKey: () => Effect.undefined, VersionConflict: () => Effect.undefined })
      ),
    push,
    statusOf,
    doneAt: () => finality.done,
    final: finality.final,
    receiptOf: ({ fee, txid }) => ({ txid, cost: fee }),
    // Every transaction of a delivery spends all of its coins.
    givingBack: ({ coins, id }, final) => final === undefined ? treasury.givingBack(coins, id) : Effect.succeed([]),
    emptied: (movement) => ({ ...movement, coins: [] }),
    blank
  }
  const deliveries = makeDeliveries(parts)
  return { ...deliveries, withdraw: makeWithdraw(parts, deliveries) }
}
