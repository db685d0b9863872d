// The liquidity pool of a simulation: its price moves every hour and slips with what it is requested, and it never gives
// less than the least that was agreed; asked too little, it gives back what it took.
import { Effect, type Layer } from "effect"
import { type Units, unitsUnsafe } from "../../../core/base/money/units.ts"
import { swapPoolAdapter } from "../../../core/ports/moving/adapter.ts"
import type { PoolSwaps } from "../../../core/ports/moving/pool-swaps.ts"
import { type PoolReceipt, type PoolSwap, PoolUnavailable, type SwapPool } from "../../../core/ports/swap-pool.ts"
import { Actor, type ActorParts, type Effected } from "../actor.ts"
import { sleep } from "../time.ts"

type Shared = Pick<ActorParts<never, never>, "time" | "decisions" | "complain">

const hour = 3_600_000
const basis = 10_000n

export class SimulatedPool {
  readonly swaps: Actor<PoolSwap, PoolReceipt>
  private readonly shared: Shared
  private readonly quotes = new Map<bigint, number>()

  constructor(shared: Shared, swapped: (effect: Effected<PoolSwap, PoolReceipt>) => void) {
    this.shared = shared
    this.swaps = new Actor({
      ...shared,
      name: "pool",
      possible: [
        "timeoutBefore",
        "timeoutAfter",
        "lostRefusal",
        "unavailable",
        "malformed",
        "slowAnswer",
        "stuckThenMined"
      ],
      receiptOf: (id, { mostSats, units }) => {
        // It keeps what a better price would give beyond what was agreed.
        const given = this.given(`pool.gives/${id}`, units)
        return {
          requestId: `pool-${id}`,
          transferId: `pool-transfer-${id}`,
          sats: unitsUnsafe("BTC", given < mostSats ? given : mostSats)
        }
      },
      // What the pool can give at this moment is drawn once an operation, so that asking again finds the same.
      refusal: ({ minimumSats, operationId, units }) =>
        this.given(`pool.gives/${operationId}`, units) < minimumSats ? "the price moved too far" : undefined,
      happened: swapped
    })
  }

  /** What the pool would give now. */
  simulate(units: Units<"DEPIX">) {
    return Effect.suspend(() => {
      const { decisions, time } = this.shared
      const count = (this.quotes.get(units) ?? 0) + 1
      this.quotes.set(units, count)
      const place = `pool.quote/${units}#${count}`
      const isAway = decisions.at(place, ["unavailable"]) !== undefined
      return Effect.flatMap(sleep(time, decisions.between(`${place}>`, 5, 300)), () =>
        isAway
          ? Effect.fail(new PoolUnavailable({ reason: "answered 503" }))
          : Effect.succeed({ sats: unitsUnsafe("BTC", this.worth(units)), slippageBps: this.slippage(place) }))
    })
  }

  // A DePix is a real, and a bitcoin about 600,000 of them.
  private worth(units: bigint): bigint {
    const { decisions, time } = this.shared
    const price = BigInt(
      Math.round(600_000 * (0.95 + 0.1 * decisions.chance(`pool.price/${Math.floor(time.now / hour)}`)))
    )
    return units / price
  }

  private slippage(place: string): number {
    const { decisions } = this.shared
    return decisions.chance(`${place}~`) < 0.1
      ? decisions.between(`${place}~~`, 101, 1_200)
      : decisions.between(`${place}~~`, 0, 60)
  }

  private given(place: string, units: bigint): bigint {
    const { decisions } = this.shared
    const lost = decisions.chance(place) < 0.08
      ? decisions.between(`${place}~`, 100, 1_500)
      : decisions.between(`${place}~`, 0, 60)
    return this.worth(units) * (basis - BigInt(lost)) / basis
  }
}

export const poolLayer = (pool: SimulatedPool): Layer.Layer<SwapPool | PoolSwaps> =>
  swapPoolAdapter.succeed({
    ways: { swaps: "provider" },
    account: Effect.succeed("pool:1"),
    simulate: (units) => pool.simulate(units),
    swap: (request) => pool.swaps.send(request.operationId, request),
    lookUpSwap: ({ operationId }) => pool.swaps.lookUp(operationId)
  })
