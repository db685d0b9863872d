// `npm run release -- X.Y.Z`: sets the version and dates the changelog, for a commit and a tag that somebody makes by hand.
// `npm run release:tag -- vX.Y.Z`: checks that tag, version, changelog and repository agree.
// `npm run release:check -- vX.Y.Z`: the same, and that every part of `.ci/deep` was green on this very commit; the last step
// before a release is published. Each prints what is wrong and ends with 1.
import { spawnSync } from "node:child_process"
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

/** What the deep check did not prove of this commit; empty when every part was green on it, with a clean tree. */
const deepProblems = (): ReadonlyArray<string> => {
  const { error, status, stderr, stdout } = spawnSync(at(".ci/deep"), ["--check"], { encoding: "utf8" })
  if (status === 0) return []
  const problems = stdout.split("\n").filter((line) => line !== "")
  return problems.length > 0 ? problems : [`.ci/deep --check did not run: ${error?.message ?? stderr}`]
}

const [act, wanted = ""] = process.argv.slice(2)
const tagProblems = () => problemsOf(wanted, manifest, read("CHANGELOG.md"), published)
if (act === "tag") refuse(tagProblems())
else if (act === "check") refuse([...tagProblems(), ...deepProblems()])
else prepare(act ?? "")
