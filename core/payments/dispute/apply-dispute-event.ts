// A received PIX is contested, or the contest moved on (spec "Dispute events"; C31). What is told is kept and passed on to
// whom the PIX belongs; money stays where it is until the rail confirms a return.
import { Clock, Effect, Option } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { Deposits, PixReceipts } from "../deposit/deposit.ts"
import { FactTraces } from "../../engine/event/fact-trace.ts"
import type { ProviderFact } from "../../ports/provider-fact.ts"
import { type Stored, get } from "../../engine/store/records.ts"
import { DuplicateKey, Store, VersionConflict, type Write } from "../../engine/store/store.ts"
import { type Contested, decideDispute, newDispute } from "./decide-dispute.ts"
import { type Dispute, type DisputeLeg, Disputes } from "./dispute.ts"

type DisputeMoved = Extract<ProviderFact, { readonly _tag: "DisputeMoved" }>

/** Books the leg, once a status, with `trace` in the same commit; `EventReused` when its event has a trace already. */
export const applyDisputeEvent = (fact: DisputeMoved, trace: ReadonlyArray<Write> = []) => {
  const attempt = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const contested = yield* contestedBy(fact)
    const before = yield* disputeOf(fact, contested, now)
    const decision = decideDispute(before, contested, legOf(fact, now))
    if (decision._tag === "Ignored") return "Known" as const
    const { changes } = decision
    const writes = [...changes.writes, ...trace]
    yield* Store.use((store) => store.commit({ ...changes, writes }))
    return "Booked" as const
  })
  return attempt.pipe(
    // Another leg was faster: read again, decide again.
    Effect.retry({ while: (error) => error instanceof VersionConflict || isDuplicate(error, Disputes.kind) }),
    Effect.catchIf((error) => isDuplicate(error, FactTraces.kind), () => Effect.succeed("EventReused" as const))
  )
}

const isDuplicate = (error: unknown, kind: string): boolean => error instanceof DuplicateKey && error.kind === kind

const idOf = ({ endToEndId }: DisputeMoved): string => endToEndId.toUpperCase()

/** Whose PIX it is. A surplus belongs to its charge's owner and funded no charge. */
const contestedBy = Effect.fnUntraced(function*(fact: DisputeMoved) {
  const receipt = Option.getOrUndefined(yield* get(PixReceipts, idOf(fact)))?.value
  if (receipt === undefined) return { owner: operatorOwner, charge: undefined } satisfies Contested
  const charge = receipt.role === "funding"
    ? Option.getOrThrow(yield* get(Deposits, receipt.depositId)).value
    : undefined
  return { owner: receipt.owner, charge } satisfies Contested
})

const disputeOf = (fact: DisputeMoved, contested: Contested, now: number) =>
  Effect.map(
    get(Disputes, idOf(fact)),
    Option.getOrElse((): Stored<Dispute> => ({ value: newDispute(fact.endToEndId, contested, now), version: 0 }))
  )

const legOf = (fact: DisputeMoved, now: number): DisputeLeg => ({
  status: fact.status,
  providerStatus: fact.providerStatus,
  disputeId: fact.disputeId,
  value: fact.value,
  reason: fact.reason,
  payerName: fact.payerName,
  transactionDate: fact.transactionDate,
  occurredAt: now
})
