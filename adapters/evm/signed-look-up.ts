// What became of what a wallet signed, by the chain and the signed operation alone: the records of ours may be gone. The nonce decides: while it is
// unused nothing happened, and once it is late we use it up.
import { Clock, Effect } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import type { NativeCoin } from "../../core/base/money/coins.ts"
import type { SignedSpend } from "../../core/ports/chain.ts"
import { absent, differs, refused, unknown } from "../../core/ports/outcome.ts"
import { answerOf, judge } from "./judge.ts"
import type { EvmTransaction } from "./movement.ts"
import type { EvmNetwork } from "./network.ts"
import { decodeSigned } from "./signed-spend.ts"
import { type Finality, statusOf } from "./status.ts"
import { keyOf } from "./user-operation.ts"
import type { Withdrawals } from "./withdrawals.ts"

export interface SignedLookUpConfig {
  readonly chainId: number
  readonly coin: NativeCoin
  readonly finality: Finality
}

export const makeSignedLookUp = (config: SignedLookUpConfig, network: EvmNetwork, useUp: Withdrawals["useUp"]) => {
  const { chainId, coin, finality } = config

  // Its nonce is used: by the transfer, by what took it away, or by something else.
  const used = Effect.fnUntraced(function*(movement: EvmTransaction) {
    const status = yield* statusOf(network, finality, movement)
    if (status._tag === "Outside") return unknown("underWay", "in no block")
    if (status._tag === "Displaced") return differs("its nonce was used by another operation")
    const judged = yield* judge(network, movement, status.landing)
    switch (judged._tag) {
      case "Open":
        return unknown(judged.reason)
      case "Verdict":
        return answerOf(judged.verdict, coin)
      case "Spent":
        return refused("failed", "reverted")
    }
  })

  return Effect.fnUntraced(function*({ operationId, payload, sendBefore }: SignedSpend) {
    const { operation, release } = decodeSigned(payload)
    const { nonce, sender } = operation
    const [head, next] = yield* Effect.all([network.head, network.operationNonce(sender, keyOf(operation), "latest")], {
      concurrency: "unbounded"
    })
    if (next > nonce) {
      const after = yield* network.usedIn(sender, nonce, head)
      if (after === undefined) return unknown("underWay", "the block of its nonce is not found yet")
      const createdAt = yield* Clock.currentTimeMillis
      return yield* used({
        id: operationId,
        owner: operatorOwner,
        chainId,
        operation,
        carriers: [],
        after,
        verdict: null,
        createdAt,
        sendBefore,
        ...(release === undefined ? {} : { release })
      })
    }
    if ((yield* Clock.currentTimeMillis) < sendBefore) return absent
    if (release === undefined) return unknown("underWay", "nothing was signed that takes its nonce away")
    yield* Effect.catchTag(
      useUp(operationId, { operation, release, sendBefore }),
      "NotSent",
      ({ detail, reason }) =>
        Effect.logWarning("The nonce of a late spend cannot be used up now", { operationId, reason, detail })
    )
    return unknown("underWay", "its nonce is being used up")
  })
}
