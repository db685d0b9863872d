// Which node this is: its public key. Read each time, for another node may answer at the address since (lightning.swagger.json,
// `lnrpcGetInfoResponse.identity_pubkey`).
import { Effect } from "effect"
import { AccountUnread, type ProviderAccount } from "../../core/ports/provider-account.ts"
import type { HttpClient } from "../http-client/client.ts"
import { jsonAs } from "../http-client/json.ts"
import { NodeInfo, errorOf } from "./messages.ts"

export const accountOf = (client: HttpClient): ProviderAccount =>
  Effect.gen(function*() {
    const answer = yield* client.call({ route: "GET /v1/getinfo", method: "GET", path: "/v1/getinfo" })
    const key = answer.status === 200 ? jsonAs(answer, NodeInfo)?.identity_pubkey : undefined
    return key === undefined ? yield* new AccountUnread({ reason: errorOf(answer).says }) : `lnd:${key}`
  }).pipe(Effect.mapError(({ reason }) => new AccountUnread({ reason })))
