// Tells a source that changed since it was bundled from one that did not, without reading it.
import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { replaceFile } from "./replace-file.ts"

/** Time stamps of files are as coarse as the kernel's tick. */
const tickMs = 20

const stampsOf = (folder: string): string => join(folder, "sources.json")

/** The status change time changes with every write, rename or change of mode, whatever date a tool gives the file. */
const stampOf = (path: string): string | undefined => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`
}

/**
 * Writes down beside a bundle which files it was made of. A file that changed since the build began may be in the bundle
 * or not: it gets no stamp, so that the next start builds again.
 */
export const writeStamps = (folder: string, files: ReadonlyArray<string>, startedAt: number): void => {
  const stamps = files.map((path) => [path, statSync(path).ctimeMs < startedAt - tickMs ? stampOf(path) : ""])
  replaceFile(stampsOf(folder), JSON.stringify(Object.fromEntries(stamps)))
}

/** Whether a bundle is there and none of its sources has changed since. */
export const isFresh = (folder: string): boolean => {
  if (!existsSync(stampsOf(folder))) return false
  const stamps = JSON.parse(readFileSync(stampsOf(folder), "utf8")) as Readonly<Record<string, string>>
  return Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp)
}
