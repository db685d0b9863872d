// Deliveries of bitcoin: what of them is Bitcoin's own.
import { Clock, Effect } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { held } from "../../core/ports/outcome.ts"
import { type DeliveryParts, makeDeliveries } from "../coins/deliveries.ts"
import { makeWithdraw } from "../coins/withdrawal.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { Attempts } from "./attempts.ts"
import { headOf } from "./heads.ts"
import { type Attempt, type BitcoinMovement, BitcoinMovements, madeFor } from "./movement.ts"
import type { BitcoinNode } from "./node.ts"
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
  readonly quorum: Quorum<BitcoinNode>
  readonly treasury: Treasury
  readonly attempts: Attempts
  readonly push: Push
  readonly statusOf: StatusOf
}

/** A receiver that was checked. */
export interface Receiver {
  readonly to: string
  /** In hex. */
  readonly script: string
  readonly units: bigint
}

/** Blocks below the newest at which a search for what happens from now on begins: a reorganisation is rarely deeper. */
const beginsBelow = 6n

export const makeMovements = (
  { attempts, ceiling, finality, network, push, quorum, statusOf, treasury }: MovementsParts
) => {
  const blank = (operationId: string, now: number): BitcoinMovement => ({
    id: operationId,
    owner: operatorOwner,
    network,
    to: "",
    script: "",
    units: 0n,
    attempts: [],
    after: "",
    verdict: null,
    lostTo: null,
    createdAt: now
  })

  const parts: DeliveryParts<BitcoinMovement, Receiver, Attempt, number> = {
    coin: "BTC",
    kind: BitcoinMovements,
    hasCoins: ({ attempts: made }) => made.length > 0,
    isSigned,
    madeAt: ({ attempts: made, createdAt }) => made.at(-1)?.madeAt ?? createdAt,
    isTo: (before, { to, units }) => before.to === to && before.units === units,
    fresh: Effect.fnUntraced(function*(operationId, receiver) {
      const head = yield* headOf(quorum)
      const after = yield* quorum.agreed((node) => node.blockHash(head > beginsBelow ? head - beginsBelow : 0n))
      return { ...blank(operationId, yield* Clock.currentTimeMillis), ...receiver, after }
    }),
    begin: (before) =>
      attempts.first(before).pipe(
        Effect.map((made) => {
          if (made._tag === "Added") return made.after
          return made._tag === "Dear"
            ? held("fuel", `the network asks ${made.rate} satoshis per 1,000 virtual bytes, more than ${ceiling}`)
            : held(
              "float",
              `${before.value.units} satoshis and a fee are to be sent, and ${made.there} can be spent now`
            )
        }),
        Effect.catchTags({ DuplicateKey: () => Effect.undefined, VersionConflict: () => Effect.undefined })
      ),
    push,
    statusOf,
    doneAt: ({ units }) => units > finality.above.units ? finality.above.done : finality.done,
    final: finality.final,
    receiptOf: ({ fee, txid }) => ({ txid, cost: fee }),
    // Others that are spent no node lists any more.
    givingBack: (movement, final) => {
      const kept = new Set(final?.coins.map(({ outpoint }) => outpoint))
      const all = new Map(madeFor(movement).flatMap(({ coins }) => coins.map((coin) => [coin.outpoint, coin] as const)))
      return treasury.givingBack([...all.values()].filter(({ outpoint }) => !kept.has(outpoint)), movement.id)
    },
    emptied: (movement) => ({ ...movement, attempts: [] }),
    blank
  }
  const deliveries = makeDeliveries(parts)
  return { ...deliveries, withdraw: makeWithdraw(parts, deliveries) }
}
