// `npm run build:host`: makes dist/host, which `npm start` runs.
import { join } from "node:path"
import { bundle, commands, writeBundle } from "./bundle.ts"
import { writeStamps } from "./stamp.ts"

const root = join(import.meta.dirname, "../..")
const folder = join(root, "dist/host")

const startedAt = Date.now()
const made = await bundle({ ...commands, start: "hosts/release/start.ts", audit: "hosts/audit/main.ts" })
writeBundle(folder, made)
// Last: what has no stamps is built again. A change of the dependencies changes the lock file.
writeStamps(
  folder,
  [...made.modules, ...["package.json", "package-lock.json"].map((name) => join(root, name))],
  startedAt
)
