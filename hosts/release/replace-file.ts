// Writes files so that whoever reads one meanwhile finds the old content or the new, whole.
import { renameSync, writeFileSync } from "node:fs"

/** Replaces a file in one step. */
export const replaceFile = (path: string, content: string | Uint8Array): void => {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, content)
  renameSync(unfinished, path)
}
