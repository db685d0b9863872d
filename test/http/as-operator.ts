// What tests ask as the operator of a host.
import { Clock, Effect, Redacted } from "effect"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { TestHost } from "../support/host.ts"
import { type Answer, send } from "../support/http.ts"

export const operatorTokenOf = (host: TestHost): string => Redacted.value(host.service.operatorToken)

/** Asks a host as its operator. */
export const asOperator = (host: TestHost) => (method: string, path: string, body?: unknown): Promise<Answer> =>
  send(host.base, { method, path, body, key: operatorTokenOf(host) })

/** Makes jobs about a record and puts them aside. */
export const bury = (host: TestHost, ids: ReadonlyArray<string>, subject: string): Promise<void> =>
  host.inSandbox(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const store = yield* Store
    const queue = yield* JobQueue
    for (const id of ids) {
      yield* store.commit(changeSet({ jobs: [{ id, task: "broken", subject, runAt: now }] }))
      const lanes = [{ tasks: ["broken"], limit: 1 }]
      const [job] = yield* queue.claim({ now: now + 1_000, leaseMs: 1_000, lanes })
      if (job !== undefined) yield* queue.bury(job, { code: "stepFailed", detail: "TypeError" })
    }
  }))
