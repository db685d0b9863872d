// The programs that tests start as processes: the bundle of the sources as they are, which starts in a third of the time.
// Vitest's global set-up builds it where a source has changed.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { isFresh } from "../../hosts/release/stamp.ts"

const root = join(import.meta.dirname, "../..")
const folder = join(root, "dist/host")

/** The service. */
export const hostProgram = join(folder, "host.js")
/** `npm run audit`. */
export const auditProgram = join(folder, "audit.js")

export default (): void => {
  if (isFresh(folder)) return
  execFileSync(join(root, "node_modules/.bin/node"), [join(root, "hosts/release/build-host.ts")], { stdio: "inherit" })
}
