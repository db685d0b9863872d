// From an empty folder to an embedded deposit: the section of the guide that says how, as printed, with the package that
// `npm run packed` made in place of the published one. Prints how many steps there are.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { blocksOf, fromEmptyFolder, runPage, sectionOf } from "./readme.ts"

const root = join(import.meta.dirname, "../..")
const install = "npm install pontepay "

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string }
const printed = sectionOf(readFileSync(join(root, fromEmptyFolder.page), "utf8"), fromEmptyFolder.heading)
if (!printed.includes(install)) throw new Error(`the section does not say "${install}"`)
const section = printed.replace(install, `npm install ${join(root, `dist/pontepay-${version}.tgz`)} `)

const folder = mkdtempSync(join(tmpdir(), "empty-"))
try {
  await runPage(section, folder, console.log, {
    // The Node.js that the section asks for.
    PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    npm_config_prefer_offline: "true"
  })
  console.log(`from an empty folder to an embedded deposit in Express: ${blocksOf(printed).length} steps`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
