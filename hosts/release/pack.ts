// `npm run pack`: builds the package and makes dist/pontepay-<version>.tgz of it; its path is the last line printed.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import "./build.ts"

const dist = join(import.meta.dirname, "../../dist")
const printed = execFileSync("npm", ["pack", "--json", "--pack-destination", dist], {
  cwd: join(dist, "package"),
  encoding: "utf8"
})
const [packed] = JSON.parse(printed) as ReadonlyArray<{
  readonly filename: string
  readonly size: number
  readonly entryCount: number
}>
if (packed === undefined) throw new Error("npm packed nothing")
process.stdout.write(`${packed.entryCount} files, ${Math.round(packed.size / 1_024)} KiB\n`)
process.stdout.write(`${join(dist, packed.filename)}\n`)
