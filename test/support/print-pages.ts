// Writes every printed page: run it after changing a table.
import { writeFileSync } from "node:fs"
import { pages, placeOf } from "./pages.ts"

for (const [path, print] of Object.entries(pages)) writeFileSync(placeOf(path), print())
