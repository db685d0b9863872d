// The images of the deployment by digest, with a program in Docker's place: no test reaches a registry. S19
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { pinned, unpinned } from "../../hosts/release/images.ts"
import { root } from "../tidy/sources.ts"

const node = `sha256:${"1".repeat(64)}`
const postgres = `sha256:${"2".repeat(64)}`
const digests: Readonly<Record<string, string>> = {
  "node:24.21.0-bookworm-slim": node,
  "postgres:18.1-bookworm": postgres
}
const resolve = (image: string): string => {
  const digest = digests[image]
  if (digest === undefined) throw new Error(`asked for ${image}`)
  return digest
}
const read = (folder: string) => ({
  dockerfile: readFileSync(join(folder, "hosts/deploy/Dockerfile"), "utf8"),
  compose: readFileSync(join(folder, "hosts/deploy/compose.yaml"), "utf8")
})

describe("images by digest", () => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-images-"))
  const tools = join(folder, "bin")
  beforeEach(() => {
    for (const path of ["hosts", "package.json", "package-lock.json", "CHANGELOG.md"]) {
      cpSync(join(root, path), join(folder, path), {
        recursive: true,
        filter: (source) => !/hosts\/(?!release|deploy|$)[a-z]/.test(source)
      })
    }
    mkdirSync(tools, { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const docker = (script: string): void => {
    writeFileSync(join(tools, "docker"), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  const run = (script: string, ...args: ReadonlyArray<string>) =>
    spawnSync(process.execPath, [join(folder, "hosts/release", script), ...args], {
      encoding: "utf8",
      env: { ...process.env, PATH: `${tools}${delimiter}${process.env["PATH"] ?? ""}` }
    })
  const known = Object.entries(digests).map(([image, digest]) => `"${image}") echo ${digest} ;;`).join("\n")
  const answering = `case "$4" in\n${known}\n*) exit 1 ;;\nesac`

  it("are written for the tags of the Dockerfile and the composition §release-images", () => {
    const before = read(root)
    const after = pinned(before, resolve)
    expect(after.dockerfile).toContain(`ARG NODE_DIGEST=${node}\n`)
    expect(after.compose).toContain(`    image: postgres:18.1-bookworm@${postgres}\n`)
    expect(unpinned(after)).toEqual([])
    expect(pinned(after, resolve)).toEqual(after)
    const bare = { ...after, dockerfile: after.dockerfile.replace(`=${node}`, "") }
    expect(unpinned(bare)).toEqual(["hosts/deploy/Dockerfile names no NODE_DIGEST"])
    expect(unpinned({ ...after, compose: after.compose.replace(`@${postgres}`, "") })).toHaveLength(1)
  })

  it("are asked of Docker §release-images", () => {
    docker(answering)
    expect(run("pin-images.ts")).toMatchObject({ status: 0, stderr: "" })
    expect(unpinned(read(folder))).toEqual([])
  })

  it("leave everything as it is where Docker cannot say §release-images", () => {
    docker("echo no network >&2; exit 1")
    const before = read(folder)
    const { status, stderr } = run("pin-images.ts")
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("which image node:24.21.0-bookworm-slim is: no network")
    ])
    expect(read(folder)).toEqual(before)
  })

  it("are written with a release, and a tag is refused without §release-images", () => {
    docker("exit 1")
    const version = "0.1.0"
    const unprepared = run("release.ts", version)
    expect([unprepared.status, unprepared.stderr]).toEqual([1, expect.stringContaining("which image node:")])
    expect(readFileSync(join(folder, "CHANGELOG.md"), "utf8")).not.toContain(`## ${version}`)
    const { dockerfile } = read(folder)
    writeFileSync(
      join(folder, "hosts/deploy/Dockerfile"),
      dockerfile.replace(/^ARG NODE_DIGEST=.*$/m, "ARG NODE_DIGEST")
    )
    expect(run("release.ts", "tag", `v${version}`).stderr).toContain("names no NODE_DIGEST")
    docker(answering)
    expect(run("release.ts", version).status).toBe(0)
    expect(run("release.ts", "tag", `v${version}`)).toMatchObject({ status: 0, stderr: "" })
  })
})
