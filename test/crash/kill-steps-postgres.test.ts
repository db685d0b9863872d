// A process killed between steps of a movement on PostgreSQL: it moves once, and its record hears of it once.
import { expect, it } from "vitest"
import { depth, isDeep } from "../support/depth.ts"
import { describePostgres, emptied, freshDatabase } from "../support/postgres.ts"
import { kernelCases, kernelTrials } from "./steps/kernel.ts"
import { killsBetweenSteps } from "./steps/trials.ts"

const free: Array<string> = []

/** Gives an empty database, which the next is given once this one has done with it. */
const onDatabase = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const used = free.pop()
  const url = used === undefined ? await freshDatabase() : await emptied(used)
  const answer = await use(url)
  free.push(url)
  return answer
}

await describePostgres("on PostgreSQL", () => {
  it("loses and doubles nothing, whichever steps it dies between", async () => {
    const figures = await killsBetweenSteps({
      sort: kernelTrials,
      groups: [kernelCases],
      name: "kills between steps on PostgreSQL",
      count: depth.stepKills,
      onStore: onDatabase
    })
    expect([...figures.lost, ...figures.doubled]).toEqual([])
    expect(figures.kills).toBeGreaterThanOrEqual(depth.stepKills)
    expect(figures.isEveryPair).toBe(isDeep)
  })
})
