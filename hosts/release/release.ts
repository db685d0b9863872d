// `npm run release -- X.Y.Z`: sets the version, dates the changelog and names the images of the deployment by digest, for a
// commit and a tag that somebody makes by hand. Needs Docker for the digests.
// `npm run release:tag -- vX.Y.Z`: checks that tag, version, changelog and repository agree, and that no image is without.
// `npm run release:check -- vX.Y.Z`: the same, and that every part of `.ci/deep` was green on this very commit; the last step
// before a release is published. Each prints what is wrong and ends with 1.
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Deployed, digestOf, pinned, unpinned } from "./images.ts"
import { isNext, problemsOf, publishing, releasedChangelog } from "./version.ts"

const at = (name: string): string => join(import.meta.dirname, "../..", name)
const read = (name: string): string => readFileSync(at(name), "utf8")

const refuse = (problems: ReadonlyArray<string>): void => {
  for (const problem of problems) process.stderr.write(`release: ${problem}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

const manifest = JSON.parse(read("package.json")) as { readonly version: string; readonly repository?: unknown }

const deployed = (): Deployed => ({
  dockerfile: read("hosts/deploy/Dockerfile"),
  compose: read("hosts/deploy/compose.yaml")
})

const pinnedImages = (): Deployed | Error => {
  try {
    return pinned(deployed(), digestOf)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const prepare = (version: string): void => {
  const before = read("CHANGELOG.md")
  if (!isNext(version, manifest, before)) {
    return refuse([`${version} is no version after ${manifest.version}, or was released`])
  }
  const changelog = releasedChangelog(before, version, new Date().toISOString().slice(0, 10))
  if (changelog instanceof Error) return refuse([changelog.message])
  const images = pinnedImages()
  if (images instanceof Error) return refuse([images.message])
  writeFileSync(at("hosts/deploy/Dockerfile"), images.dockerfile)
  writeFileSync(at("hosts/deploy/compose.yaml"), images.compose)
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
const tagProblems = () => [...problemsOf(wanted, manifest, read("CHANGELOG.md"), published), ...unpinned(deployed())]
if (act === "tag") refuse(tagProblems())
else if (act === "check") refuse([...tagProblems(), ...deepProblems()])
else prepare(act ?? "")
