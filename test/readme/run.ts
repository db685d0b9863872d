// Runs the marked blocks of README.md and of every page under hosts/docs exactly as printed: the README as a newcomer does,
// in a fresh copy with nothing installed and nothing set, and within minutes; the guides from the root of the repository,
// with data in a temporary place. A page named on the command line is run alone. `empty-folder.ts` runs what needs the package.
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { blocksOf, fromEmptyFolder, runPage, sectionOf } from "./readme.ts"

const root = join(import.meta.dirname, "../..")
const readme = "README.md"
/** From `npm install` until the last block of the README has run, seconds. */
const mostSeconds = 300

/** What the receiver of a newcomer prints first. */
const firstEvent = "PAYOUT_SUCCESSFUL"

const textOf = (page: string): string => {
  const text = readFileSync(join(root, page), "utf8")
  return page === fromEmptyFolder.page ? text.replace(sectionOf(text, fromEmptyFolder.heading), "") : text
}
const guides = readdirSync(join(root, "hosts/docs")).filter((name) => name.endsWith(".md")).map((name) =>
  `hosts/docs/${name}`
)
const asked = process.argv.slice(2)
const pages = asked.length > 0 ? asked : [readme, ...guides.filter((page) => blocksOf(textOf(page)).length > 0)]

const inTemporary = async <A>(run: (folder: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "reader-"))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a clone would hold: every file that Git has or would take. */
const copyInto = (folder: string): void => {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8"
  })
  for (const path of new Set(listed.split("\0"))) {
    if (path !== "" && existsSync(join(root, path))) cpSync(join(root, path), join(folder, path))
  }
}

const runReadme = (): Promise<number> =>
  inTemporary(async (folder) => {
    copyInto(folder)
    const startedAt = performance.now()
    const ran = await runPage(textOf(readme), folder, (text) => {
      console.log(text)
      if (/^npm warn/m.test(text)) throw new Error("npm printed a warning")
    })
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    const steps = blocksOf(textOf(readme)).findIndex(({ expected }) =>
      expected.some((text) => text.includes(firstEvent))
    )
    console.log(`from a clone to ${firstEvent} on one's own receiver: ${steps + 1} steps, everything as printed`)
    console.log(`from nothing to the last block in ${seconds} s`)
    if (seconds > mostSeconds) throw new Error(`the README takes ${seconds} s, more than ${mostSeconds}`)
    return ran
  })

for (const page of pages) {
  const ran = await (page === readme
    ? runReadme()
    : inTemporary((folder) =>
      runPage(textOf(page), root, console.log, { DATABASE_URL: `sqlite:${folder}/sandbox.db` })
    ))
  console.log(`${page}: ${ran} blocks ran as printed`)
}
