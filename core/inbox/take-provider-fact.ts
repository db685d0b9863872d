// A provider's fact as it comes in by a request: applied at once. One that is told before we asked for what it tells of
// waits in the data plane and is applied when its time has come; the provider has told it, and need not tell it again.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { utf8 } from "@scure/base"
import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { queueMessage } from "../event/provider-message.ts"
import { backOffMs } from "../ports/job-queue.ts"
import type { ProviderFact, ProviderMessage } from "../ports/provider-inbox.ts"
import { Store, changeSet } from "../ports/store.ts"
import { applyProviderFact } from "./apply-provider-fact.ts"

/** Applies a fact of a message; `caller` is undefined when the provider itself vouches for it. */
export const takeProviderFact = (caller: Caller | undefined, fact: ProviderFact, message: ProviderMessage) =>
  Effect.catchTag(applyProviderFact(caller)(fact), "PaymentNotAsked", () => keep(message))

const keep = ({ body, now }: ProviderMessage) => {
  const { job, write } = queueMessage({
    id: `early/${bytesToHex(sha256(body))}`,
    body: utf8.encode(body),
    now,
    runAt: now + backOffMs(1)
  })
  return Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))).pipe(
    // Told twice while it waits.
    Effect.catchTag("DuplicateKey", () => Effect.void)
  )
}
