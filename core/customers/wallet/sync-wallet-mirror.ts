// Worker step: brings the books of a wallet to what its chain says after something came back to it. While the chain is away it is
// tried again.
import { Effect, Option } from "effect"
import { reason } from "../../base/reason/reason.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../../engine/store/job-queue.ts"
import { get } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { syncMirror } from "./find-wallet.ts"
import { Wallets } from "./wallet.ts"

/** Brings the books of the job's wallet to what its chain says. */
export const syncWalletMirror = Effect.fnUntraced(function*(job: ClaimedJob) {
  const wallet = Option.getOrUndefined(yield* get(Wallets, job.subject))?.value
  const isAway = wallet !== undefined && (yield* syncMirror(wallet).pipe(
    Effect.as(false),
    Effect.catchTag("ChainUnavailable", () => Effect.succeed(true))
  ))
  if (isAway) return again(backOffMs(job.attempt), reason("noAnswer"))
  yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
  return finished
})
