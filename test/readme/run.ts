// Runs the marked blocks of README.md from the root of the repository, exactly as printed.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runPage } from "./readme.ts"

const root = join(import.meta.dirname, "../..")
const ran = await runPage(readFileSync(join(root, "README.md"), "utf8"), root, console.log)
console.log(`README.md: ${ran} blocks ran as printed`)
