// The guard against paying twice (0115): no two movements for one operation id, even when a use case is wrong. The commit
// that claims an id decides who sends; whoever comes later hears what is on record, or what the other side knows.
import { Clock, Data, Effect, Option, Schema } from "effect"
import { fingerprint } from "../idempotency/fingerprint.ts"
import { sendWithinMs } from "../ports/on-its-way.ts"
import { type LookUp, type Outcome, done, refused, unknown } from "../ports/outcome.ts"
import { type Stored, get, insert, replace } from "../ports/records.ts"
import { Store, type Write, changeSet } from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"
import { type GuardedKind, type GuardedMovement, Movements, movementShapes, subjectOf } from "./movement.ts"

/** A use case asked for what it must never ask for. Nothing was sent, and the operator was told. */
export class MovementRefused extends Data.TaggedError("MovementRefused")<{
  readonly movement: GuardedKind
  readonly operationId: string
  readonly reason: "unknown operation id" | "one operation id for two movements"
}> {}

/** A movement that a use case asks a port for. */
interface Asked<Receipt> {
  readonly operationId: string
  /** Smallest units; null where only what was signed, or the invoice, says how much. */
  readonly asset: string | null
  readonly units: bigint | null
  /** Beneficiary and source: with asset and amount, all that makes it this movement and no other. */
  readonly terms: Terms
  /** Whether the port promises one movement an id, whenever it is asked. */
  readonly keepsIds?: boolean | undefined
  readonly ask: Effect.Effect<Outcome<Receipt>>
  readonly lookUp: Effect.Effect<LookUp<Receipt>>
}

type Terms = Parameters<typeof fingerprint>[0]

/** Guards the movements of a plane: its records, one kind of movement and the schema of its receipt. */
export const guardWith = (store: typeof Store.Service) =>
<Receipt, Encoded>(
  movement: GuardedKind,
  schema: Schema.Codec<Receipt, Encoded>
) => {
  const receipt = Schema.fromJsonString(Schema.toCodecJson(schema))
  const written = Schema.encodeSync(receipt)
  const read = Schema.decodeUnknownSync(receipt)

  /** Moves what is asked for, once; Unknown where it cannot be said, or where it is too early to ask again. */
  const move = (asked: Asked<Receipt>): Effect.Effect<Outcome<Receipt>> =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const claim = claimOf(movement, asked, now)
      if (claim === undefined) return yield* refuse(movement, asked.operationId, "unknown operation id", now)
      const claimed = yield* put(store, insert(Movements, claim))
      switch (claimed) {
        case "Stands":
          return yield* send(asked, { value: claim, version: 1 })
        case "Taken":
          return yield* again(asked, claim, now)
        case "Away":
          return unknown("the books are away: nothing was sent")
      }
    })

  // The id was claimed before: by this use case, by another one that is wrong, or by a process that died.
  const again = Effect.fnUntraced(function*(asked: Asked<Receipt>, claim: GuardedMovement, now: number) {
    const before = yield* recorded(store, claim.id)
    if (before === undefined) return unknown("the books are away: nothing was sent")
    const { answer, fingerprint: first, sentAt, state } = before.value
    if (first !== claim.fingerprint) {
      return yield* refuse(movement, asked.operationId, "one operation id for two movements", now)
    }
    if (state === "DONE") return done(read(answer))
    if (state === "REFUSED") return refused(answer ?? "")
    const found = yield* asked.lookUp
    switch (found._tag) {
      case "Done":
      case "Refused":
        return yield* settle(before, found)
      case "Unknown":
        return found
      case "Absent":
        return asked.keepsIds !== true && now - sentAt < movementShapes[movement].onItsWayMs
          ? unknown("it may still be on its way out")
          : yield* resend(asked, before, now)
    }
  })

  // The other side has never heard of it: whoever gets this commit through sends it.
  const resend = Effect.fnUntraced(function*(asked: Asked<Receipt>, before: Stored<GuardedMovement>, now: number) {
    const value: GuardedMovement = { ...before.value, sendings: before.value.sendings + 1, sentAt: now, updatedAt: now }
    return (yield* put(store, replace(Movements, before, value))) === "Stands"
      ? yield* send(asked, { value, version: before.version + 1 })
      : unknown("somebody else is sending it")
  })

  // One that slept since its claim may have been taken for dead: it leaves the movement to the next.
  const send = Effect.fnUntraced(function*(asked: Asked<Receipt>, claimed: Stored<GuardedMovement>) {
    const now = yield* Clock.currentTimeMillis
    if (now - claimed.value.sentAt >= sendWithinMs) return unknown("the claim is too old: nothing was sent")
    const outcome = yield* asked.ask
    return outcome._tag === "Unknown" ? outcome : yield* settle(claimed, outcome)
  })

  // What is not recorded here is looked up the next time, so a store that is away harms nothing.
  const settle = Effect.fnUntraced(function*(
    before: Stored<GuardedMovement>,
    outcome: Exclude<Outcome<Receipt>, { readonly _tag: "Unknown" }>
  ) {
    const updatedAt = yield* Clock.currentTimeMillis
    const value: GuardedMovement = outcome._tag === "Done"
      ? { ...before.value, state: "DONE", answer: written(outcome.value), updatedAt }
      : { ...before.value, state: "REFUSED", answer: outcome.reason, updatedAt }
    yield* put(store, replace(Movements, before, value))
    return outcome
  })

  const refuse = Effect.fnUntraced(function*(
    kind: GuardedKind,
    operationId: string,
    reason: MovementRefused["reason"],
    now: number
  ) {
    const subject = subjectOf(kind, operationId) ?? operationId
    yield* Effect.logError("A movement was refused", { movement: kind, operationId, reason })
    yield* put(
      store,
      insert(
        Reviews,
        review({ owner: operator, subject, reason: `${reason}/${kind}`, evidence: operationId, createdAt: now })
      )
    )
    return yield* Effect.die(new MovementRefused({ movement: kind, operationId, reason }))
  })

  return move
}

/** Whose a movement is: the guard knows operation ids, and no key owners. */
const operator = "operator"

const claimOf = <Receipt>(movement: GuardedKind, asked: Asked<Receipt>, now: number): GuardedMovement | undefined => {
  const { asset, operationId, terms, units } = asked
  const subject = subjectOf(movement, operationId)
  return subject === undefined ? undefined : {
    id: `${movement}/${operationId}`,
    owner: operator,
    movement,
    operationId,
    subject,
    fingerprint: fingerprint({ terms, asset, units: units === null ? null : String(units) }),
    asset,
    units,
    state: "SENT",
    sendings: 1,
    sentAt: now,
    answer: null,
    createdAt: now,
    updatedAt: now
  }
}

/** Whether a record stands now; `Away` when nobody can say. */
const put = (store: typeof Store.Service, write: Write) =>
  store.commit(changeSet({ writes: [write] })).pipe(
    Effect.as("Stands" as const),
    Effect.catchTags({
      DuplicateKey: () => Effect.succeed("Taken" as const),
      VersionConflict: () => Effect.succeed("Taken" as const),
      StoreUnavailable: () => Effect.succeed("Away" as const),
      CommitUnknown: () => Effect.succeed("Away" as const),
      Overdraft: (error) => Effect.die(error),
      LeaseLost: (error) => Effect.die(error)
    })
  )

const recorded = (store: typeof Store.Service, id: string) =>
  get(Movements, id).pipe(
    Effect.provideService(Store, store),
    Effect.map(Option.getOrUndefined),
    Effect.catchTag("StoreUnavailable", () => Effect.undefined)
  )
