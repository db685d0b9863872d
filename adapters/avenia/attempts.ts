// Avenia's attempts: which one is ours, and what it says. One that was requested without an answer is the only one of its account
// that was not there before.
import { Clock, Effect, Option, Schema } from "effect"
import type { KycReport } from "../../core/standards/identity/kyc-report.ts"
import { type LookUp, type Unknown, absent, done, unknown } from "../../core/ports/outcome.ts"
import { type Stored, find, get, insert, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { HttpClient } from "../http-client/client.ts"
import { maybe, paths, reading } from "./api.ts"
import { attemptRows } from "./codes.ts"
import { type AveniaAttempt, AveniaAttempts, unlistedMs } from "./people.ts"

const Attempt = Schema.Struct({
  id: Schema.NonEmptyString,
  levelName: maybe(Schema.String),
  status: Schema.String,
  result: maybe(Schema.String),
  rejectionLabels: maybe(Schema.Array(Schema.String))
})
const Listed = Schema.Struct({ attempts: Schema.NullOr(Schema.Array(Attempt)) })
const One = Schema.Struct({ attempt: Attempt })

/** Every attempt of an account. */
export const attemptsOf = (client: HttpClient, account: string) =>
  reading(
    client,
    { route: "GET /v2/kyc/attempts", path: paths.attempts, query: { subAccountId: account } },
    Listed
  ).pipe(Effect.map(({ attempts }) => attempts ?? []))

export const storedAttempt = (id: string) => Effect.map(get(AveniaAttempts, id), Option.getOrUndefined)

/** Keeps what is known of an attempt; fails where somebody else changed it meanwhile. */
export const keepAttempt = Effect.fnUntraced(
  function*(before: Stored<AveniaAttempt> | undefined, after: AveniaAttempt) {
    const write = before === undefined ? insert(AveniaAttempts, after) : replace(AveniaAttempts, before, after)
    yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
    const kept: Stored<AveniaAttempt> = { value: after, version: (before?.version ?? 0) + 1 }
    return kept
  }
)

/** Our attempt of Avenia's. */
export const attemptNamed = (aveniaId: string) =>
  Effect.map(find(AveniaAttempts, "attempt", aveniaId), (found) => Option.getOrUndefined(found)?.value.id)

const isImported = ({ levelName }: typeof Attempt.Type): boolean => levelName?.startsWith("sumsub-token-") === true

/** Avenia's id of an attempt that was requested; Absent where nothing came of it. */
export const boundAttempt = (
  client: HttpClient,
  attemptId: string
): Effect.Effect<LookUp<AveniaAttempt & { readonly aveniaId: string }>, never, Store> =>
  Effect.gen(function*() {
    const before = yield* storedAttempt(attemptId)
    if (before === undefined) return absent
    const row = before.value
    if (row.aveniaId !== null) return done({ ...row, aveniaId: row.aveniaId })
    if (row.sentAt === null) return absent
    const fresh: Array<string> = []
    for (const each of yield* attemptsOf(client, row.account)) {
      if (row.baseline.includes(each.id) || isImported(each) !== row.isImport) continue
      if ((yield* attemptNamed(each.id)) === undefined) fresh.push(each.id)
    }
    const [aveniaId, second] = fresh
    if (second !== undefined) return unknown("ambiguous", "attempts")
    if (aveniaId === undefined) {
      const age = (yield* Clock.currentTimeMillis) - row.sentAt
      return age < unlistedMs ? unknown("notFound", "attempt") : absent
    }
    yield* keepAttempt(before, { ...row, aveniaId })
    return done({ ...row, aveniaId })
  }).pipe(
    Effect.catch((why) => Effect.succeed(why._tag === "Unknown" ? why : unknown("notKept", "attempt")))
  )

/** What Avenia says of an attempt. */
export const reportOf = (
  client: HttpClient,
  { account, aveniaId }: { readonly account: string; readonly aveniaId: string }
): Effect.Effect<LookUp<KycReport>> =>
  reading(
    client,
    {
      route: "GET /v2/kyc/attempts/{id}",
      path: `${paths.attempts}/${encodeURIComponent(aveniaId)}`,
      query: { subAccountId: account }
    },
    One
  ).pipe(
    Effect.map(({ attempt }): LookUp<KycReport> => {
      const row = attemptRows.find(({ result, status }) =>
        status === attempt.status && (result === undefined || result === attempt.result)
      )
      if (attempt.id !== aveniaId || row === undefined) return unknown("notListed", "state of the attempt")
      const labels = row.is === "REJECTED" ? attempt.rejectionLabels ?? [] : []
      return done({ status: row.is, labels, reason: null, taxId: null })
    }),
    Effect.catch((why: Unknown) => Effect.succeed(why))
  )
