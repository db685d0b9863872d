// Generated requests from the interface's own document, 105,000 in the deep tier: no fault of ours, no answer outside the document, no
// effect of a refusal, and books that balance at the end.
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { known } from "./known.ts"
import { eventFaults, faultsOf } from "./oracle.ts"
import { Pools } from "./pools.ts"
import { anyPlan } from "./requests.ts"
import { keys, openSubject } from "./subject.ts"
import { depth } from "../support/depth.ts"
import { textOf } from "../support/text-of.ts"

const perSession = 250
const sessions = depth.fuzzSessions

it(
  "answers as its document says, and a refusal changes nothing §json",
  { timeout: 120_000 + sessions * 5_000 },
  async () => {
    const statuses = new Map<string, number>()
    const session = fc.asyncProperty(
      fc.array(anyPlan, { minLength: perSession, maxLength: perSession, size: "max" }),
      async (plans) => {
        const subject = await openSubject()
        const pools = new Pools({ ...known, "key-own": [keys.own], "key-other": [keys.other] })
        try {
          for (const [index, { make, operation }] of plans.entries()) {
            const request = make(pools)
            const { answer, commits } = await subject.send(request)
            const faults = [...faultsOf(operation, answer, commits), ...eventFaults(commits)]
            if (faults.length > 0) {
              throw new Error(
                `${operation.id}: ${faults.join("; ")}\n${JSON.stringify(request).slice(0, 2_000)}\n${
                  textOf(answer).slice(0, 2_000)
                }`
              )
            }
            const seen = `${operation.id} ${answer.status}`
            statuses.set(seen, (statuses.get(seen) ?? 0) + 1)
            if (answer.status < 300) pools.learn(JSON.parse(textOf(answer)))
            if (index % 10 === 9) expect(eventFaults(await subject.work())).toEqual([])
          }
          const totals = await subject.totals()
          expect(Object.entries(totals).filter(([, sum]) => sum !== 0n)).toEqual([])
        } finally {
          await subject.close()
        }
      }
    )
    const { counterexamplePath, errorInstance, failed, seed } = await fc.check(session, {
      numRuns: sessions,
      endOnFailure: true
    })
    // The plans themselves hold functions that say nothing to a reader: the request that failed is in the error.
    if (failed) throw new Error(`seed ${seed}, path ${counterexamplePath}`, { cause: errorInstance })
    const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    expect(sent).toBe(sessions * perSession)
    // A fuzzer that is only ever refused proves little.
    const succeeded = [...statuses].filter(([name]) => name.includes(" 2")).reduce((sum, [, count]) => sum + count, 0)
    expect(succeeded / sent).toBeGreaterThan(0.1)
  }
)
