// The operator sends what is above the high mark of a treasury to the one address of the configuration. The sweep, its movement and the
// act are one commit; ordered again under its reference, it is the same sweep (C51; 0247).
import { Clock, Effect, Option, Result } from "effect"
import { IdempotencyConflict, NotFound, StateConflict, invalidField } from "../../base/errors/errors.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import { parseDecimal, printDecimal, printHeld } from "../../base/money/decimal.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import type { Units } from "../../base/money/units.ts"
import { plan } from "../movement/movement.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { get, insert, latest } from "../../engine/store/records.ts"
import { DuplicateKey, Store, changeSet } from "../../engine/store/store.ts"
import { type Actor, actsOf } from "../../engine/review/operator-act.ts"
import {
  type TreasuryPlace,
  type TreasurySweep,
  TreasurySweeps,
  placeName,
  sweepCents,
  sweepId,
  sweepPurpose,
  treasurySweepView
} from "./treasury-sweep.ts"
import { treasurySweepStates } from "./treasury-sweep.states.ts"
import { freeUnits, mostOf, sweepMarkOf } from "./treasury-surplus.ts"

/** A sweep as it is requested; what is above the high mark where no amount is given. */
export interface SweepRequest extends TreasuryPlace {
  readonly reference: string
  /** In whole units of the asset. */
  readonly amount?: string
}

/** The same with its amount, so that whoever approves it approves that amount. */
export interface SweepOrder extends SweepRequest {
  readonly amount: string
}

/** Smallest units of the amount of an order. */
export const unitsOf = ({ amount, asset }: Pick<SweepOrder, "amount" | "asset">) => {
  const read = parseDecimal<AssetCode>(asset, amount)
  return Result.isSuccess(read) && read.success > 0n
    ? Effect.succeed<bigint>(read.success)
    : Effect.fail(invalidField("amount", `must be an amount of ${asset} above zero, such as "2500.00"`))
}

/** A request with its amount: as ordered before under its reference, or what is above the high mark now. */
export const completed = Effect.fnUntraced(function*({ amount, ...request }: SweepRequest) {
  if (amount !== undefined) return { ...request, amount } satisfies SweepOrder
  // The treasury first: whoever orders the same meanwhile is then seen by the reference.
  const level = yield* Effect.result(aboveMark(request))
  const known = Option.getOrUndefined(yield* get(TreasurySweeps, sweepId(request.reference)))?.value
  const units = known?.units ?? (yield* Effect.fromResult(level)).above
  return { ...request, amount: printDecimal<AssetCode>(request.asset, units as Units<AssetCode>) } satisfies SweepOrder
})

/**
 * Orders it and gives it as it stands. Refused where the configuration names no address, where the treasury is not above its high
 * mark or would fall below its low one, and while another sweep of it is open.
 */
export const createTreasurySweep = (operator: Actor, order: SweepOrder) =>
  attempt(operator, order).pipe(
    // Another order was stored meanwhile: this one, or the next of the same treasury.
    Effect.retry({ while: (error) => error instanceof DuplicateKey })
  )

const attempt = Effect.fnUntraced(function*(operator: Actor, order: SweepOrder) {
  const { asset, network, reference } = order
  const units = yield* unitsOf(order)
  const id = sweepId(reference)
  // The reference last: whoever orders the same meanwhile is then seen by it, and not as another sweep, or by what it takes.
  const level = yield* Effect.result(aboveMark(order))
  const last = Option.getOrUndefined(yield* latest(TreasurySweeps, "byPlace", placeName(order)))?.value
  const known = Option.getOrUndefined(yield* get(TreasurySweeps, id))?.value
  if (known !== undefined) {
    const isSame = known.asset === asset && known.network === network && known.units === units
    return isSame ? treasurySweepView(known) : yield* new IdempotencyConflict({ field: "reference" })
  }
  if (last?.state === treasurySweepStates.initial) {
    return yield* conflict(order, `being swept already, by ${last.id}`)
  }
  const { free, mark } = yield* Effect.fromResult(level)
  const most = mostOf(mark, free)
  if (units > most) {
    const low = mark.low === undefined ? "" : ` beside its low mark`
    return yield* conflict(order, `at ${printHeld(asset, free)}: at most ${printHeld(asset, most)} can leave it${low}`)
  }
  const at = yield* Clock.currentTimeMillis
  const sweep: TreasurySweep = {
    id,
    owner: operatorOwner,
    reference,
    asset,
    network,
    units,
    address: mark.sweepTo,
    previous: last?.id ?? null,
    state: treasurySweepStates.initial,
    transactionHash: null,
    refusal: null,
    createdAt: at,
    updatedAt: at
  }
  const movement = plan({
    owner: operatorOwner,
    subjectKind: "treasurySweep",
    subject: id,
    purpose: sweepPurpose,
    order: { kind: "delivery", asset, network, units, address: sweep.address },
    cents: sweepCents(sweep),
    at
  })
  const detail = { asset, network, amount: order.amount, address: sweep.address, reference }
  const acts = actsOf(operator, { action: "treasury.sweep", owner: operatorOwner, subject: id, version: 0, detail, at })
  const writes = [insert(TreasurySweeps, sweep), ...movement.writes, ...acts]
  yield* Store.use((store) => store.commit(changeSet({ writes })))
  return treasurySweepView(sweep)
})

// What a treasury has above its high mark now.
const aboveMark = Effect.fnUntraced(function*(place: TreasuryPlace) {
  const mark = yield* sweepMarkOf(place)
  if (mark === undefined) return yield* new NotFound({ resource: "Sweep address" })
  const free = yield* freeUnits(place)
  if (free === undefined) return yield* upstreamAway("The chain")
  const above = free - mark.high
  if (above <= 0n) return yield* conflict(place, "not above its high mark beside what is under way")
  return { above, free, mark }
})

const conflict = (place: TreasuryPlace, state: string) =>
  new StateConflict({ resource: `treasury of ${placeName(place)}`, state })
