// The lock file: `npm ci` installs from it alone on Linux and macOS, so it has every package of every platform, each with
// its hash, and names no registry. S19
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../tidy/sources.ts"

interface Locked {
  readonly version: string
  readonly resolved?: string
  readonly link?: true
  readonly integrity?: string
  readonly os?: ReadonlyArray<string>
  readonly cpu?: ReadonlyArray<string>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), "utf8"))
const { packages } = read("package-lock.json") as { readonly packages: Readonly<Record<string, Locked>> }
const { "": own, ...others } = packages

/** The package that Node would load by a name from a folder, or the nearest above it. */
const lockedFrom = (folder: string, name: string): Locked | undefined => {
  const found = packages[`${folder}${folder === "" ? "" : "/"}node_modules/${name}`]
  if (found !== undefined || folder === "") return found
  return lockedFrom(folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/"))), name)
}

const runsOn = ({ cpu, os }: Locked, platform: string): boolean => {
  const [wantedOs = "", wantedCpu = ""] = platform.split("-")
  return (os ?? [wantedOs]).includes(wantedOs) && (cpu ?? [wantedCpu]).includes(wantedCpu)
}

const platforms = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]

/** What is built for fewer. Tests of a Solana node say that they are not run where there is none. */
const narrow: Readonly<Record<string, ReadonlyArray<string>>> = {
  "test/chain/solana/node": ["linux-x64", "darwin-x64", "darwin-arm64"]
}

describe("the lock file", () => {
  it("asks for what the manifest asks for §install-lock", () => {
    const { dependencies, devDependencies } = read("package.json") as Locked
    expect([own?.dependencies, own?.devDependencies]).toEqual([dependencies, devDependencies])
  })

  it("has each package with its hash, from no registry in particular §install-lock", () => {
    expect(Object.keys(others).length).toBeGreaterThan(200)
    const fetched = Object.entries(others).filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
    for (const [path, { integrity, resolved }] of fetched) {
      expect([path, integrity, resolved]).toEqual([path, expect.stringMatching(/^sha512-[\w+/]{86}==$/), undefined])
    }
  })

  // npm leaves out of the lock file what the registry does not have, and `npm ci` then refuses the file on every platform.
  it("has every package that one of them needs, on whatever platform §install-lock", () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => lockedFrom(path, name) === undefined)
        .map((name) => `${path} needs ${name}`)
    )
    expect(missing).toEqual([])
  })

  it("has each program that is built for a platform for Linux and macOS, on both processors §install-lock", () => {
    const programs = Object.entries(packages).map(([path, { optionalDependencies }]) => ({
      path,
      built: Object.keys(optionalDependencies ?? {}).flatMap((name) => lockedFrom(path, name) ?? []).filter(({ cpu }) =>
        cpu !== undefined
      )
    })).filter(({ built }) => built.length > 0)
    expect(programs.length).toBeGreaterThan(5)
    for (const { built, path } of programs) {
      const on = platforms.filter((platform) => built.some((each) => runsOn(each, platform)))
      expect([path, on]).toEqual([path, narrow[path] ?? platforms])
    }
  })

  it("is what the checks install from §install-lock", () => {
    expect(readFileSync(join(root, ".ci/install"), "utf8")).toMatch(/^npm ci\b/m)
    expect(readFileSync(join(root, ".npmrc"), "utf8")).toContain("omit-lockfile-registry-resolved=true")
  })
})
