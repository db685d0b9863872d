// A process killed between steps of a payment or a return through the adapter of a provider, before a stand-in whose books go on:
// value moved once where the movement is done and never where it is refused, and the receipt is what the books say.
import { expect, it } from "vitest"
import { depth, isDeep } from "../support/depth.ts"
import { adapterNames, groupsOf } from "./adapters/case.ts"
import { adapterTrials } from "./adapters/trials.ts"
import { onFile } from "./steps/files.ts"
import { killsBetweenSteps } from "./steps/trials.ts"

/** Whose movements a person decides in the end, where it cannot be known whether the request was made. */
const leavesToPerson: ReadonlySet<string> = new Set(["avenia"])

it.each(adapterNames)(
  "books are those of the provider with %s, whichever steps the process dies between",
  async (name) => {
    const figures = await killsBetweenSteps({
      sort: adapterTrials,
      groups: groupsOf(name),
      name: `kills between steps with ${name}`,
      count: depth.adapterKills,
      onStore: onFile
    })
    expect([...figures.lost, ...figures.doubled]).toEqual([])
    if (!leavesToPerson.has(name)) expect(figures.forPerson).toEqual([])
    expect(figures.kills).toBeGreaterThanOrEqual(depth.adapterKills)
    expect(figures.isWholeSend).toBe(isDeep)
  }
)
