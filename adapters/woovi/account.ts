// Which account of Woovi pays: the default one of the company (woovi.json, `GET /api/v1/account/`). An AppID belongs to one company,
// so the account is read anew only when the AppID changes (assumed: no document says so).
import { Effect, Schema } from "effect"
import { AccountUnread, type ProviderAccount } from "../../core/ports/provider-account.ts"
import type { ReadSecret } from "../http-client/secret-file.ts"
import type { Ask } from "./calls.ts"

const Accounts = Schema.Struct({
  accounts: Schema.Array(Schema.Struct({ accountId: Schema.NonEmptyString, isDefault: Schema.Boolean }))
})

export const accountOf = (ask: Ask, appId: ReadSecret): ProviderAccount => {
  let known: { readonly version: string; readonly account: string } | undefined
  return Effect.gen(function*() {
    const { version } = yield* Effect.mapError(
      appId,
      ({ path, problem }) => new AccountUnread({ reason: `${path}: ${problem}` })
    )
    if (known?.version === version) return known.account
    const answer = yield* ask({ route: "GET /account/", method: "GET", path: "/account/" }, Accounts)
    const account = answer._tag === "Answered" ? answer.value.accounts.find(({ isDefault }) => isDefault) : undefined
    if (account === undefined) {
      return yield* new AccountUnread({ reason: "reason" in answer ? answer.reason : "no default account is listed" })
    }
    known = { version, account: `woovi:${account.accountId}` }
    return known.account
  })
}
