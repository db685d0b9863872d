// POST /api/kyc/import-token (spec "KycImportTokenRequest"). The caller is told at once what the provider says, so the
// provider is asked in the request, but only by who holds the user's one import: a second token at the same time is refused,
// and a process that dies on the way leaves a job that finds out. The token is shown once and kept nowhere.
import { Clock, Data, Effect, Option, Redacted, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import {
  ImportFailed,
  ImportInProgress,
  ImportNotEnabled,
  ImportTokenInvalid,
  ImportTokenUsed
} from "../../base/errors/errors.ts"
import { type Attempt, type Remember, answered, fingerprint, once } from "../idempotency/idempotency.ts"
import { limits } from "../../base/limits/limits.ts"
import { Ids } from "../../engine/store/ids.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import { type Stored, get, insert, owedFrom } from "../../engine/store/records.ts"
import { DuplicateKey, Store, VersionConflict, changeSet, joined } from "../../engine/store/store.ts"
import { text } from "../../base/text/text.ts"
import { KycAttempts, isOpen } from "./kyc-attempt.ts"
import { type KycImport, KycImports, hold, importedAttempt, settled } from "./kyc-import.ts"
import { firstPollMs, importPatienceMs } from "./kyc-jobs.ts"
import { notYetApproved, providerReady, subaccountOfType } from "./attempt-request.ts"
import { type ImportedAnswer, importAnswer } from "./kyc-view.ts"

export const KycImportTokenRequest = Schema.Struct({
  subAccountId: Schema.optionalKey(
    text({ minimum: 1, maximum: 64 }).annotate({
      description: "An INDIVIDUAL subaccount of yours; the key owner by default"
    })
  ),
  // Missing and empty tokens have an error of their own, so the shape lets them pass.
  importToken: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.String).annotate({
      description: "Required. A share token of your identity provider; it works once"
    })
  )
}).annotate({ identifier: "KycImportTokenRequest" })
export type KycImportTokenRequest = typeof KycImportTokenRequest.Type

export interface SubmitImportToken {
  readonly caller: Caller
  readonly request: KycImportTokenRequest
  readonly attempt?: Attempt<ImportedAnswer> | undefined
}

/** The same request was sent before, and its answer was not on record yet when it was looked for. */
class TwinAsking extends Data.TaggedError("TwinAsking")<{}> {}

const twinPauseMs = 50
const twinTries = 200

/** Shows the provider a token once, and begins an attempt when it takes it. */
export const submitImportToken = Effect.fnUntraced(function*({ attempt, caller, request }: SubmitImportToken) {
  const token = yield* usable(request.importToken)
  const sameToken = attempt && { ...attempt, fingerprint: withToken(attempt.fingerprint, token) }
  const submit = once(caller.account.id, sameToken, (remember) =>
    Effect.gen(function*() {
      const held = yield* holdImport(caller, request.subAccountId, attempt?.key ?? null)
      return answered(yield* show(held, token, remember))
    }))
  // A twin waits for the first (C1).
  const wait = Effect.delay(Effect.void, twinPauseMs)
  return yield* submit.pipe(
    Effect.tapErrorTag("TwinAsking", () => wait),
    Effect.retry({ while: (error) => error._tag === "TwinAsking", times: twinTries }),
    Effect.catchTag("TwinAsking", () => Effect.fail(new ImportInProgress()))
  )
})

const usable = (
  given: Redacted.Redacted | undefined
): Effect.Effect<Redacted.Redacted, ImportTokenInvalid> => {
  const token = given === undefined ? "" : Redacted.value(given).trim()
  const { maximum, minimum } = limits.importToken
  const fits = token.length >= minimum && token.length <= maximum
  return fits ? Effect.succeed(Redacted.make(token)) : Effect.fail(new ImportTokenInvalid())
}

// The token has far more than 128 random bits, so its digest tells nothing of it.
const withToken = (request: string, token: Redacted.Redacted): string =>
  fingerprint({ request, token: Redacted.value(token) })

const holdImport = Effect.fnUntraced(
  function*(caller: Caller, subAccountId: string | undefined, askedUnder: string | null) {
    const { value: subaccount } = yield* subaccountOfType(caller, subAccountId, "INDIVIDUAL")
    const before = Option.getOrUndefined(yield* get(KycImports, subaccount.id))
    // Whoever brought a token before is told so, whatever came of it.
    yield* free(before?.value, askedUnder)
    yield* notYetApproved(subaccount.id)
    yield* providerReady
    const now = yield* Clock.currentTimeMillis
    const attemptId = yield* Ids.use((ids) => ids.next("kyc", caller.account.id))
    const parts = { id: subaccount.id, owner: caller.account.id, attemptId, askedUnder }
    const { changes, held } = hold(before, parts, now)
    yield* Store.use((store) =>
      store.commit(changeSet({ ...changes, jobs: owedFrom(KycImports, held.value, now + importPatienceMs) }))
    ).pipe(
      Effect.catchIf(isOvertaken, () => Effect.fail(askedUnder === null ? new ImportInProgress() : new TwinAsking()))
    )
    return held
  }
)

const isOvertaken = (error: unknown): error is DuplicateKey | VersionConflict =>
  error instanceof DuplicateKey || error instanceof VersionConflict

// One token a user. An attempt that failed on the way examined no one, so the user may bring another token.
const free = Effect.fnUntraced(function*(before: KycImport | undefined, askedUnder: string | null) {
  if (before === undefined || before.state === "OPEN") return
  // Its answer is on record, or will be: whoever asks under the same key gets that one.
  if (askedUnder !== null && before.askedUnder === askedUnder) return yield* new TwinAsking()
  if (before.state === "ASKING") return yield* new ImportInProgress()
  const attempt = Option.getOrThrow(yield* get(KycAttempts, before.attemptId)).value
  if (isOpen(attempt)) return yield* new ImportInProgress()
  if (attempt.status !== "FAILED") return yield* new ImportTokenUsed()
})

const show = Effect.fnUntraced(
  function*(held: Stored<KycImport>, token: Redacted.Redacted, remember: Remember<ImportedAnswer>) {
    const provider = yield* KycProvider
    const said = yield* provider.importToken(held.value.attemptId, token)
    switch (said._tag) {
      case "Accepted":
      case "Unknown":
        // It may have been taken: the attempt is asked about by our id until that is known (C10).
        return yield* begin(held, provider.importClientId, remember)
      case "Invalid":
        return yield* refuse(held, new ImportTokenInvalid())
      case "Used":
        return yield* refuse(held, new ImportTokenUsed())
      case "NotEnabled":
        return yield* refuse(held, new ImportNotEnabled())
      case "Failed":
        return yield* refuse(held, new ImportFailed({ reason: said.reason }))
    }
  }
)

const begin = Effect.fnUntraced(
  function*(held: Stored<KycImport>, clientId: string, remember: Remember<ImportedAnswer>) {
    const now = yield* Clock.currentTimeMillis
    const attempt = importedAttempt(held.value, clientId, now)
    const answer = importAnswer(attempt)
    const begun = {
      writes: [insert(KycAttempts, attempt), ...remember(answer, now)],
      jobs: owedFrom(KycAttempts, attempt, now + firstPollMs)
    }
    yield* Store.use((store) => store.commit(joined(settled(held, "taken", now), begun)))
    return answer
  }
)

const refuse = Effect.fnUntraced(function*<E>(held: Stored<KycImport>, refusal: E) {
  const now = yield* Clock.currentTimeMillis
  yield* Store.use((store) => store.commit(changeSet(settled(held, "refused", now))))
  return yield* Effect.fail(refusal)
})
