// A treasury of USDC on Base with marks that a test can change, and what an operator may do with it.
import { Context, Effect, Option } from "effect"
import { expect } from "vitest"
import { englishReview, plainNaming } from "../../../../core/base/reason/english-reviews.ts"
import { isoInstant } from "../../../../core/base/time/instant.ts"
import type { Network } from "../../../../core/standards/address/network.ts"
import { SecondOperatorAbove } from "../../../../core/ports/restrictions.ts"
import { watchFloats } from "../../../../core/reports/books/watch-floats.ts"
import { operatorOrders } from "../../../../core/inbox/operator-order.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { Chain, ChainUnavailable, type Float } from "../../../../core/ports/chain.ts"
import { type FloatMark, FloatMarks } from "../../../../core/ports/float-marks.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { type TreasuryLimit, TreasuryLimits } from "../../../../core/ports/treasury-limits.ts"
import { type Actor, OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { type SweepRequest, completed } from "../../../../core/payments/treasury-sweep/create-treasury-sweep.ts"
import { listTreasurySweeps } from "../../../../core/payments/treasury-sweep/list-treasury-sweeps.ts"
import { planes } from "../../../support/planes.ts"
import { type PlaneLayer, World } from "../../../support/world.ts"

const request = { environment: "sandbox", requestId: "request-1" } as const
export const ana: Actor = { ...request, by: { id: "opr_ana", name: "Ana" } }
export const bia: Actor = { ...request, by: { id: "opr_bia", name: "Bia" } }
export const cold = "0x52908400098527886E0F7030069857D2E4169EE7"
export const usual: FloatMark = { network: "base", what: "USDC", low: 200_000_000n, high: 500_000_000n, sweepTo: cold }

interface Answered<A, E> {
  readonly success: A
  readonly failure: E & { readonly _tag: string; readonly state?: string; readonly approvalId?: string }
}

/** A world with 800 USDC in the treasury on Base, of which 300 are above the high mark, by default. */
export const openTreasury = async (
  { limit, mark = usual, plane = planes.memory }: {
    readonly mark?: FloatMark
    readonly limit?: TreasuryLimit
    readonly plane?: PlaneLayer
  } = {}
) => {
  const marks = [mark]
  // `takenOff`: what has left it, where a test counts that. `meanwhile`: what happens while the chain is asked.
  const held = {
    units: 800_000_000n,
    isAway: false,
    marks,
    takenOff: () => 0n,
    meanwhile: async (): Promise<void> => undefined
  }
  const by = await World.open(plane, (services) =>
    services.pipe(
      Context.add(Chain, {
        ...Context.get(services, Chain),
        floats: (network: Network) =>
          Effect.andThen(
            Effect.promise(() => held.meanwhile()),
            (): Effect.Effect<ReadonlyArray<Float>, ChainUnavailable> =>
              held.isAway
                ? Effect.fail(new ChainUnavailable({ reason: "no node answers" }))
                : Effect.succeed([{ network, what: "USDC", units: held.units - held.takenOff(), role: "treasury" }])
          )
      }),
      Context.add(FloatMarks, marks),
      Context.add(TreasuryLimits, { of: (asset: string) => asset === "USDC" ? limit : undefined })
    ))
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>, above: bigint | null = null) =>
    by.run(
      Effect.result(
        Effect.provideService(effect, SecondOperatorAbove, above === null ? null : unitsUnsafe("BRL", above))
      ) as unknown as Effect.Effect<Answered<A, E>>
    )
  const sweep = (parts: Partial<SweepRequest> = {}, actor = ana, above: bigint | null = null) =>
    run(
      Effect.flatMap(
        completed({ asset: "USDC", network: "base", reference: "first", ...parts }),
        (order) => operatorOrders.sweepTreasury.give(actor, order)
      ),
      above
    )
  return {
    held,
    run,
    sweep,
    world: by,
    look: async () => expect((await run(watchFloats())).success).toMatchObject({ _tag: "Again", problem: null }),
    sent: () => [...by.chain.effects.keys()],
    work: () => by.work(),
    wait: (ms: number) => by.advance(ms),
    sweeps: async () => (await run(listTreasurySweeps(undefined))).success.sweeps,
    movement: async (id: string) => Option.getOrThrow(await by.run(get(Movements, `sweep/${id}`))).value,
    reviews: async () =>
      (await by.run(list(Reviews, "all", "all", { limit: 20 }))).map(({ value: { reason, subject } }) =>
        [subject, ...englishReview(reason, plainNaming(isoInstant))].join(": ")
      ),
    acts: async () =>
      (await by.run(list(OperatorActs, "all", "all", { limit: 20 }))).map(({ value: { action, subject } }) =>
        `${action} ${subject}`
      ),
    balance: async (account: string) =>
      (await by.run(Store.use((store) => store.balances(account)))).find(({ asset }) => asset === "USDC")?.amount ?? 0n
  }
}
