// The folders inside a room form a hierarchy of their own: read from the bottom, each needs only those below it. Type imports
// count, since a reader follows them too.
import { posix } from "node:path"
import { insideOf } from "./floors.ts"
import { importsOf } from "./judge.ts"
import type { Source } from "./sources.ts"

/** The folders that each folder inside a room imports, with one import as evidence. */
const importedFolders = (sources: ReadonlyArray<Source>): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const found = new Map<string, Map<string, string>>()
  for (const source of sources) {
    const from = insideOf(source.path)
    if (from === undefined) continue
    const imported = found.get(from) ?? new Map<string, string>()
    found.set(from, imported)
    for (const { target } of importsOf(source)) {
      if (target?.startsWith(".") !== true) continue
      const path = posix.join(posix.dirname(source.path), target)
      const to = insideOf(path)
      if (to !== undefined && to !== from && !imported.has(to)) imported.set(to, `${source.path} imports ${path}`)
    }
  }
  return found
}

/** Every import of a folder that leads back to its importer, directly or through others; empty when there is no cycle. */
export const folderCycles = (sources: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const imported = importedFolders(sources)
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true
    if (seen.has(from)) return false
    seen.add(from)
    return [...imported.get(from)?.keys() ?? []].some((next) => reaches(next, to, seen))
  }
  return [...imported].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, evidence]) => reaches(to, from) ? [`${from} <-> ${to}: ${evidence}`] : [])
  )
}
