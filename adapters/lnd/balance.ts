// What LND can pay with over its channels. Its own two figures of it have to agree, or neither is believed.
import { Effect, Result } from "effect"
import { mulDivFloor, units } from "../../core/base/money/units.ts"
import { type LightningNode, NodeSilent } from "../../core/ports/lightning-node.ts"
import type { HttpClient } from "../http-client/client.ts"
import { jsonAs } from "../http-client/json.ts"
import { ChannelBalance, errorOf } from "./messages.ts"

export const channelBalance = (client: HttpClient): NonNullable<LightningNode["Service"]["balance"]> =>
  Effect.gen(function*() {
    const route = "GET /v1/balance/channels"
    const answer = yield* client.call({ route, method: "GET", path: "/v1/balance/channels" })
    if (answer.status !== 200) return yield* new NodeSilent({ reason: errorOf(answer).says })
    const local = jsonAs(answer, ChannelBalance)?.local_balance
    if (local === undefined) return yield* new NodeSilent({ reason: "the balance cannot be read" })
    const sats = mulDivFloor(BigInt(local.msat), 1n, 1_000n)
    if (sats !== BigInt(local.sat)) return yield* new NodeSilent({ reason: "the node gives two balances" })
    return yield* Effect.fromResult(
      Result.mapError(units("BTC", sats), () => new NodeSilent({ reason: "the balance is no amount of BTC" }))
    )
  }).pipe(Effect.mapError(({ reason }) => new NodeSilent({ reason })))
