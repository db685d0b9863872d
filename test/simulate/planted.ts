// The sources that a planted bug changes.
import { killBugs } from "../crash/adapters/bugs.ts"
import { kernelBugs } from "../explore/bugs.ts"
import { adapterBugs } from "../providers/simulated/bugs.ts"
import type { Bug } from "./bug.ts"
import { bugs } from "./bugs.ts"

const all: ReadonlyArray<Pick<Bug, "name" | "file" | "find" | "replace" | "also">> = [
  ...bugs,
  ...kernelBugs,
  ...adapterBugs,
  ...killBugs
]

/** The bugs that can be planted. */
export const plantable: ReadonlyArray<string> = all.map(({ name }) => name)

/** The changed text of each file that a bug changes; throws on a place that is not there exactly once. */
export const planted = (name: string, read: (file: string) => string): ReadonlyMap<string, string> => {
  const bug = all.find((candidate) => candidate.name === name)
  if (bug === undefined) throw new Error(`no bug is called ${name}`)
  const sources = new Map<string, string>()
  for (const { file, find, replace } of [bug, ...bug.also ?? []]) {
    const parts = (sources.get(file) ?? read(file)).split(find)
    if (parts.length !== 2) throw new Error(`${name}: a place is ${parts.length - 1} times in ${file}: ${find}`)
    sources.set(file, parts.join(replace))
  }
  return sources
}
