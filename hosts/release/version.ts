// What a release changes and what has to hold before it is published: the version, the changelog's heading, and the
// repository that provenance names. Pure: texts in, texts or problems out.

const versionForm = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/
const unreleased = "## Unreleased"

const partsOf = (version: string): ReadonlyArray<number> | undefined => versionForm.exec(version)?.slice(1).map(Number)

/** Whether a version comes after another; undefined when one of them is none. */
export const isAfter = (version: string, before: string): boolean | undefined => {
  const [a, b] = [partsOf(version), partsOf(before)]
  if (a === undefined || b === undefined) return undefined
  const at = a.findIndex((part, place) => part !== b[place])
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0)
}

/** The lines of the changelog under a heading; undefined where it has none. */
const sectionOf = (changelog: string, heading: string): ReadonlyArray<string> | undefined => {
  const lines = changelog.split("\n")
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `))
  if (start === -1) return undefined
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith("## "))
  return lines.slice(start + 1, length === -1 ? undefined : start + 1 + length).filter((line) => line.trim() !== "")
}

/** Whether a version may be released next: one after the manifest's, or that one, as long as it never was. */
export const isNext = (version: string, manifest: Manifest, changelog: string): boolean =>
  version === manifest.version
    ? partsOf(version) !== undefined && sectionOf(changelog, `## ${version}`) === undefined
    : isAfter(version, String(manifest.version)) === true

/** The changelog with what was unreleased under the new version; a problem when nothing was. */
export const releasedChangelog = (changelog: string, version: string, day: string): string | Error => {
  const lines = sectionOf(changelog, unreleased)
  if (lines === undefined || lines.length === 0) return new Error(`CHANGELOG.md has nothing under "${unreleased}"`)
  return changelog.replace(unreleased, `${unreleased}\n\n## ${version} (${day})`)
}

interface Manifest {
  readonly version?: unknown
  readonly repository?: unknown
}

/** The address of a repository as a manifest names it: text, or an object with `url`. */
const addressOf = (repository: unknown): string | undefined => {
  const named = typeof repository === "object" && repository !== null && "url" in repository
    ? repository.url
    : repository
  return typeof named === "string" ? named.replace(/^git\+/, "").replace(/\.git$/, "") : undefined
}

// Provenance names the repository that the run is in, and npm refuses a package whose manifest names another.
const repositoryProblem = (repository: unknown, published: string | undefined): string | undefined => {
  const address = addressOf(repository)
  if (address === undefined) return "package.json has no `repository`, which provenance is checked against"
  return published === undefined || address === published
    ? undefined
    : `package.json names the repository ${address}, but this is published from ${published}`
}

/**
 * What keeps a tag from being published; empty when nothing does. `published` is the address of the repository that it is
 * published from, undefined outside of the publishing run.
 */
export const problemsOf = (
  tag: string,
  manifest: Manifest,
  changelog: string,
  published?: string
): ReadonlyArray<string> => {
  const version = tag.replace(/^v/, "")
  return [
    partsOf(version) === undefined ? `${tag} is no tag of a release (vX.Y.Z)` : undefined,
    manifest.version === version ? undefined : `package.json says ${String(manifest.version)}, the tag ${version}`,
    repositoryProblem(manifest.repository, published),
    (sectionOf(changelog, `## ${version}`) ?? []).length > 0
      ? undefined
      : `CHANGELOG.md has nothing under "## ${version}"`
  ].filter((problem) => problem !== undefined)
}

/** What makes a release of what was prepared, once the deep check is green on its commit. The tag is annotated: a lightweight one is not pushed by --follow-tags. */
export const publishing = (version: string): string =>
  `git commit -am "chore(release): ${version}" && .ci/deep && npm run release:check -- v${version} && git tag -a v${version} -m v${version} && git push --follow-tags`
