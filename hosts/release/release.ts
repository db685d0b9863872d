// `npm run release -- X.Y.Z`: sets the version and dates the changelog, for a commit and a tag that somebody makes by hand.
// `npm run release:check -- vX.Y.Z`: what the publishing run asks before it publishes. Both say what is wrong and end with 1.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isNext, problemsOf, publishing, releasedChangelog } from "./version.ts"

const at = (name: string): string => join(import.meta.dirname, "../..", name)
const read = (name: string): string => readFileSync(at(name), "utf8")

const refuse = (problems: ReadonlyArray<string>): void => {
  for (const problem of problems) process.stderr.write(`release: ${problem}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

const manifest = JSON.parse(read("package.json")) as { readonly version: string; readonly repository?: unknown }

const prepare = (version: string): void => {
  const before = read("CHANGELOG.md")
  if (!isNext(version, manifest, before)) {
    return refuse([`${version} is no version after ${manifest.version}, or was released`])
  }
  const changelog = releasedChangelog(before, version, new Date().toISOString().slice(0, 10))
  if (changelog instanceof Error) return refuse([changelog.message])
  writeFileSync(at("CHANGELOG.md"), changelog)
  for (const name of ["package.json", "package-lock.json"]) {
    writeFileSync(at(name), read(name).replaceAll(ownVersion, `$1"version": "${version}"`))
  }
  process.stdout.write(`Now: ${publishing(version)}\n`)
}

// The version beside our own name, in the manifest and twice in the lock file.
const ownVersion = /("name": "pontepay",\s*)"version": "[^"]*"/g

// As GitHub names the repository that a run is in.
const { GITHUB_REPOSITORY, GITHUB_SERVER_URL } = process.env
const published = GITHUB_REPOSITORY === undefined ? undefined : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`

const [act, wanted = ""] = process.argv.slice(2)
if (act === "check") refuse(problemsOf(wanted, manifest, read("CHANGELOG.md"), published))
else prepare(act ?? "")
