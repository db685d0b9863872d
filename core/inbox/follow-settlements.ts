// Listens to a Lightning node that tells which of our invoices were paid, as long as it is asked to. What it tells is taken like a
// provider's fact. A line that breaks is opened again; what was paid meanwhile is found when the invoice's time is over.
import { Effect, Stream } from "effect"
import type { Sats } from "../base/money/units.ts"
import { backOffMs } from "../engine/store/job-queue.ts"
import { LightningNode } from "../ports/lightning-node.ts"
import { takeProviderFacts } from "./take-provider-facts.ts"

/** The name under which the traces of these facts are kept. */
const sender = { inbox: "lightning" }
const longestPauseMs = 60_000

interface Settlement {
  readonly paymentHash: string
  readonly received: Sats
}

/** Takes what the node tells, for ever; ends at once where the node tells nothing by itself. */
export const followSettlements = Effect.gen(function*() {
  const { settlements } = yield* LightningNode
  if (settlements === undefined) return
  let failures = 0
  const heard = (settlement: Settlement) => Effect.andThen(taken(settlement), Effect.sync(() => failures = 0))
  for (;;) {
    const problem = yield* Stream.runForEach(settlements, heard).pipe(
      Effect.as("it ended"),
      Effect.catch(({ reason }) => Effect.succeed(reason))
    )
    failures++
    yield* Effect.logWarning("The Lightning node tells nothing for now", { problem })
    yield* Effect.sleep(Math.min(longestPauseMs, backOffMs(failures)))
  }
})

// Until it is stored: no one tells it again. What is not ours is before a person by then.
const taken = Effect.fnUntraced(function*({ paymentHash, received }: Settlement) {
  const fact = { _tag: "InvoicePaid", eventId: `settled-${paymentHash.toLowerCase()}`, paymentHash, received } as const
  for (let tries = 1;; tries++) {
    const problem = yield* takeProviderFacts(sender, [fact]).pipe(
      Effect.as(undefined),
      Effect.catch(({ _tag }) => Effect.succeed(_tag))
    )
    if (problem === undefined || problem === "NotFound") return
    yield* Effect.logWarning("A payment of a Lightning invoice is not stored yet", { paymentHash, problem, tries })
    yield* Effect.sleep(Math.min(longestPauseMs, backOffMs(tries)))
  }
})
