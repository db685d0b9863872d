// Retrying a POST (C1): the first answer of (key owner, route, Idempotency-Key) is stored in the commit of the effect, so
// it stands exactly when the effect does. The same request replays it byte for byte; another request is a conflict.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Option, Redacted, Schema } from "effect"
import type { Account } from "../account/account.ts"
import { DuplicatePayment, IdempotencyConflict } from "../../base/errors/errors.ts"
import { type Identified, type RecordKind, get, insert, list, recordKind } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { CommitUnknown, DuplicateKey, StoreUnavailable, type Write } from "../../engine/store/store.ts"
import { sealedBy } from "../../base/ids/sealed-by.ts"
import { text } from "../../base/text/text.ts"
import { dayInSaoPaulo } from "../../base/time/instant.ts"
import { waitingForTwin } from "./twin.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const Answer = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  fingerprint: Schema.String,
  body: Schema.String,
  createdAt: Schema.Int
})
type Answer = typeof Answer.Type

/** The answers that are remembered; one that holds a secret is sealed for `answer/` and its id. */
export const Answers = recordKind({
  kind: "answer",
  schema: Answer,
  personal: noPersonalData("first answers by Idempotency-Key: ids, amounts and links; those with secrets are sealed"),
  lists: { sealedBy: ({ body }: Answer) => sealedBy(body) }
})

/** What a host knows of a request that carried an Idempotency-Key, and how it writes the answer down. */
export interface Attempt<A> {
  readonly route: string
  readonly key: string
  /** Digest of the request as it was decoded. */
  readonly fingerprint: string
  readonly encode: (answer: A) => string
}

/** What to answer: a view, or the text that was answered before. */
export type Once<A> =
  | { readonly _tag: "Answered"; readonly answer: A; readonly replayed: boolean }
  | { readonly _tag: "Stored"; readonly body: string }

export const answered = <A>(answer: A, replayed = false): Once<A> => ({ _tag: "Answered", answer, replayed })

/** Makes the write that remembers an answer; it goes into the commit of the effect. */
export type Remember<A> = (answer: A, now: number) => ReadonlyArray<Write>

/**
 * Runs a use case at most once for an Idempotency-Key. A twin that loses the race finds the first answer and replays
 * it, and one that finds the first at work waits for it; refusals leave nothing behind, so they are not kept.
 */
export const once = <A, E, R, B = A>(
  owner: string,
  attempt: Attempt<A> | undefined,
  run: (remember: Remember<A>) => Effect.Effect<Once<B>, E, R>
) => {
  if (attempt === undefined) return run(() => [])
  const id = `${owner}/${attempt.route}/${attempt.key}`
  const remember: Remember<A> = (answer, createdAt) => [
    insert(Answers, { id, owner, fingerprint: attempt.fingerprint, body: attempt.encode(answer), createdAt })
  ]
  const unanswered = Effect.gen(function*() {
    const before = Option.getOrUndefined(yield* get(Answers, id))?.value
    return before === undefined ? yield* run(remember) : yield* replay(before, attempt)
  })
  const first = waitingForTwin(id, unanswered)
  const isTwin = (error: unknown): error is DuplicateKey => error instanceof DuplicateKey && error.kind === Answers.kind
  // A slow first try may have committed meanwhile, and this one was refused because of it: for want of what that one spent.
  const late = Effect.fnUntraced(function*(error: E | IdempotencyConflict) {
    const before = Option.getOrUndefined(yield* get(Answers, id))?.value
    if (before === undefined) return yield* Effect.fail(error)
    return yield* replay(before, attempt)
  })
  return Effect.catchIf(first, isTwin, () => first).pipe(
    Effect.catchIf((error): error is E | IdempotencyConflict => !isAway(error), late)
  )
}

const isAway = (error: unknown): boolean => error instanceof StoreUnavailable || error instanceof CommitUnknown

const replay = <A>(before: Answer, attempt: Attempt<A>): Effect.Effect<Once<never>, IdempotencyConflict> =>
  before.fingerprint === attempt.fingerprint
    ? Effect.succeed({ _tag: "Stored", body: before.body })
    : Effect.fail(new IdempotencyConflict({ field: "Idempotency-Key" }))

type Json = string | number | boolean | null | undefined | ReadonlyArray<Json> | { readonly [key: string]: Json }

const canonical = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null)
  return `{${
    Object.entries(value).filter(([, each]) => each !== undefined).sort(([a], [b]) => a < b ? -1 : 1)
      .map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")
  }}`
}

/** Hex digest of a request; equal requests have equal digests whatever the order of their fields. */
export const fingerprint = (request: Json): string => bytesToHex(sha256(utf8ToBytes(canonical(request))))

// Retrying a POST whose answer holds a secret (C1): the first answer is kept sealed for the key it was given under, and comes
// back byte for byte all the same.

/** Makes the write that remembers an answer, sealed; it goes into the commit of the effect. */
export type RememberSealed<A> = (answer: A, now: number) => Effect.Effect<ReadonlyArray<Write>, never, Secrets>

/** Runs a use case at most once for an Idempotency-Key, as `once` does. */
export const onceSealed = <A, E, R>(
  owner: string,
  attempt: Attempt<A> | undefined,
  run: (remember: RememberSealed<A>) => Effect.Effect<Once<A>, E, R>
) => {
  const place = `answer/${owner}/${attempt?.route}/${attempt?.key}`
  const kept = attempt && { ...attempt, encode: (sealed: string) => sealed }
  const answered = once(owner, kept, (remember) =>
    run((answer, now) => {
      if (attempt === undefined) return Effect.succeed([])
      const sealed = Secrets.use((secrets) => secrets.seal(Redacted.make(attempt.encode(answer)), place))
      return Effect.map(sealed, (text) => remember(text, now))
    }))
  return Effect.flatMap(answered, (answer): Effect.Effect<Once<A>, never, Secrets> =>
    answer._tag === "Answered"
      ? Effect.succeed(answer)
      : Effect.map(
        Secrets.use((secrets) => secrets.open(answer.body, place)),
        (body) => ({ _tag: "Stored", body: Redacted.value(body) })
      ))
}

// The policy against paying again what may have been paid (0116): an account that has it on makes no payment equal to one
// of the same day whose outcome is not known yet, unless a reason is given. Equal: source, beneficiary and amount.

/** Why a payment is made although an equal one may have been. */
export const DuplicateReason = text({ minimum: 1, maximum: 140 }).annotate({
  description:
    "Why this is no duplicate: needed where the account refuses payments equal to one that is not known to have "
    + "ended; kept with the payment"
})

/** What a record of a payment keeps for the policy; absent in those that were made before there was one. */
export const duplicateFields = {
  /** Digest of source, beneficiary, amount and day. */
  duplicateFingerprint: Schema.optionalKey(Schema.String),
  duplicateReason: Schema.optionalKey(Schema.String)
}

/** A payment as far as another one can be equal to it. */
interface Payment {
  /** The holder whose wallet pays, on whichever network. */
  readonly subAccountId: string
  readonly to: Parameters<typeof fingerprint>[0]
  readonly asset: string
  /** Smallest units. */
  readonly units: bigint
}

/** What equal payments of one day (in São Paulo) have in common. */
export const paymentFingerprint = ({ asset, subAccountId, to, units }: Payment, now: number): string =>
  fingerprint({ subAccountId, to, asset, units: String(units), day: dayInSaoPaulo(now) })

/** The reason as a record keeps it. */
export const reasonGiven = (reason: string | undefined): { readonly duplicateReason?: string } =>
  reason === undefined ? {} : { duplicateReason: reason }

/** How many of the newest equal payments are looked at. */
const looked = 50

/** Refuses a payment that is equal to one in doubt, where the account has it so and no reason was given. */
export const refuseTwin = Effect.fnUntraced(function*<A extends Identified, L extends string>(
  account: Account,
  asked: { readonly duplicateFingerprint: string; readonly duplicateReason: string | undefined },
  twins: {
    readonly kind: RecordKind<A, string, L>
    readonly list: NoInfer<L>
    readonly isInDoubt: (earlier: A) => boolean
  }
) {
  if (account.duplicatePolicy !== "refuse" || asked.duplicateReason !== undefined) return
  const rows = yield* list(twins.kind, twins.list, asked.duplicateFingerprint, { limit: looked })
  const doubtful = rows.find(({ value }) => value.owner === account.id && twins.isInDoubt(value))
  if (doubtful !== undefined) return yield* new DuplicatePayment({ transactionId: doubtful.value.id })
})
