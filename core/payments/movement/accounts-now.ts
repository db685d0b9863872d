// Every account that is configured now.
import { Effect } from "effect"
import { type Reason, reason } from "../../base/reason/reason.ts"
import { Network } from "../../standards/address/network.ts"
import { ChainTransfers } from "../../ports/moving/chain-transfers.ts"
import { LightningPayments } from "../../ports/moving/lightning-payments.ts"
import { PixTransfers } from "../../ports/moving/pix-transfers.ts"
import { PoolSwaps } from "../../ports/moving/pool-swaps.ts"
import { SparkTransfers } from "../../ports/moving/spark-transfers.ts"

type AccountsNow =
  | { readonly _tag: "Read"; readonly accounts: ReadonlySet<string> }
  | { readonly _tag: "Unread"; readonly reason: Reason }

/** The accounts of all ports; none of a port that has no provider. Unread while one of them cannot be asked. */
export const accountsNow = Effect.gen(function*() {
  const chain = yield* ChainTransfers
  const { account: rail } = yield* PixTransfers
  const { account: node } = yield* LightningPayments
  const { account: spark } = yield* SparkTransfers
  const { account: pool } = yield* PoolSwaps
  const chains = Network.literals.map((network) => chain.account(network))
  const all = yield* Effect.forEach([rail, node, spark, pool, ...chains], Effect.result, { concurrency: "unbounded" })
  const accounts = new Set<string>()
  for (const each of all) {
    if (each._tag === "Success") accounts.add(each.success)
    else if (each.failure.why !== "notConfigured") {
      const unread: AccountsNow = { _tag: "Unread", reason: reason("accountUnread", each.failure.reason) }
      return unread
    }
  }
  const read: AccountsNow = { _tag: "Read", accounts }
  return read
})
