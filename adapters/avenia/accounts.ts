// The account that Avenia has of a subaccount of ours: made once, under our id as its name, and found by it.
import { Clock, Effect, Option, Schema } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import type { KycSubject } from "../../core/ports/kyc-provider.ts"
import { type Unknown, unknown } from "../../core/ports/outcome.ts"
import { get, insert, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { HttpClient } from "../http-client/client.ts"
import { jsonAs } from "../http-client/json.ts"
import { maybe, paths, reading, unanswered, unclear } from "./api.ts"
import { madeNothing } from "./codes.ts"
import { type AveniaAccount, AveniaAccounts, unlistedMs } from "./people.ts"

const Listed = Schema.Struct({
  subAccount: Schema.NullOr(Schema.Array(Schema.Struct({
    subAccountId: Schema.NonEmptyString,
    accountInfo: maybe(Schema.Struct({ name: maybe(Schema.String) }))
  })))
})
const Made = Schema.Struct({ id: Schema.NonEmptyString })

const stored = (id: string) => Effect.map(get(AveniaAccounts, id), Option.getOrUndefined)

const keep = Effect.fnUntraced(function*(after: AveniaAccount) {
  const before = yield* stored(after.id)
  const write = before === undefined ? insert(AveniaAccounts, after) : replace(AveniaAccounts, before, after)
  yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
})

/** Avenia's id of a subaccount's account, which is made where there is none. */
export const accountOf = (
  client: HttpClient,
  { accountType, subAccountId }: Pick<KycSubject, "accountType" | "subAccountId">
): Effect.Effect<string, Unknown, Store> =>
  Effect.gen(function*() {
    const row = (yield* stored(subAccountId))?.value
    if (row !== undefined && row.aveniaId !== null) return row.aveniaId
    const about = { id: subAccountId, owner: operatorOwner } as const
    const listed = yield* reading(
      client,
      { route: "GET /v2/account/sub-accounts", path: paths.accounts, query: { name: subAccountId } },
      Listed
    )
    const found = (listed.subAccount ?? []).find(({ accountInfo }) => accountInfo?.name === subAccountId)?.subAccountId
    if (found !== undefined) {
      yield* keep({ ...about, aveniaId: found, sentAt: null })
      return found
    }
    const sentAt = yield* Clock.currentTimeMillis
    if (row !== undefined && row.sentAt !== null && sentAt - row.sentAt < unlistedMs) {
      return yield* Effect.fail(unknown("notFound", "account"))
    }
    yield* keep({ ...about, aveniaId: null, sentAt })
    const answer = yield* Effect.result(client.call({
      route: "POST /v2/account/sub-accounts",
      method: "POST",
      path: paths.accounts,
      json: { accountType, name: subAccountId }
    }))
    const none = { ...about, aveniaId: null, sentAt: null }
    if (answer._tag === "Failure") {
      if (answer.failure._tag === "NotAsked") yield* keep(none)
      return yield* Effect.fail(unanswered(answer.failure))
    }
    const { status } = answer.success
    const made = status === 200 || status === 201 ? jsonAs(answer.success, Made) : undefined
    if (made === undefined) {
      if (madeNothing(status)) yield* keep(none)
      return yield* Effect.fail(unclear(answer.success))
    }
    yield* keep({ ...about, aveniaId: made.id, sentAt: null })
    return made.id
  }).pipe(
    Effect.mapError((why) => why._tag === "Unknown" ? why : unknown("busy", "account"))
  )
