// The deep check remembers which parts were green on which commit, and a release is refused without all of them. Run in a
// small repository, with a stand-in for npm that records its calls and can fail.
import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")

const npm = `#!/usr/bin/env bash
echo "$*" >>"$CALLS"
if [ -n "\${CHANGES:-}" ]; then echo changed >>"$CHANGES"; fi
if [[ -n "\${FAILS:-}" && "$*" == *"$FAILS"* ]]; then exit 1; fi
`

let folder = ""
let repository = ""

const git = (...args: ReadonlyArray<string>): void => {
  const by = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
  execFileSync("git", [...by, "-C", repository, ...args], { stdio: "ignore" })
}
const write = (path: string, text: string): void => writeFileSync(join(repository, path), text)

const environment = (variables: Readonly<Record<string, string>>) => ({
  PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter),
  CALLS: join(folder, "calls"),
  ...variables
})

const deep = (args: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}) =>
  spawnSync(join(repository, ".ci/deep"), args, { encoding: "utf8", env: environment(variables) })

/** The parts that were really run since the last question. */
const ran = (): ReadonlyArray<string> => {
  const calls = join(folder, "calls")
  const lines = existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : []
  rmSync(calls, { force: true })
  return lines.map((line) => line.split(" ").at(-1) ?? "")
}

const releaseCheck = () =>
  spawnSync(process.execPath, [join(repository, "hosts/release/release.ts"), "check", "v0.1.0"], {
    encoding: "utf8",
    env: environment({})
  })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-"))
  repository = join(folder, "repository")
  const release = ["release.ts", "version.ts", "images.ts"].map((name) => join("hosts/release", name))
  for (const path of [".ci/deep", ...release, ".gitignore"]) cpSync(join(root, path), join(repository, path))
  mkdirSync(join(repository, "hosts/deploy"))
  const digest = `sha256:${"1".repeat(64)}`
  write("hosts/deploy/Dockerfile", `ARG NODE_DIGEST=${digest}\n`)
  write("hosts/deploy/compose.yaml", `services:\n  postgres:\n    image: postgres:18@${digest}\n`)
  write(".ci/install", "#!/usr/bin/env bash\n")
  chmodSync(join(repository, ".ci/install"), 0o755)
  write("package.json", JSON.stringify({ name: "pontepay", version: "0.1.0", type: "module", repository: "https://x" }))
  write("CHANGELOG.md", "# Changelog\n\n## 0.1.0 (2026-01-01)\n\n- Added a thing.\n")
  mkdirSync(join(folder, "bin"))
  writeFileSync(join(folder, "bin/npm"), npm, { mode: 0o755 })
  git("init", "--quiet")
  git("add", ".")
  git("commit", "-m", "one")
})

afterEach(() => rmSync(folder, { recursive: true }))

describe("the deep check", () => {
  it("runs a green part once on a commit, and again when asked to §deep-check", () => {
    expect(deep(["kills", "seeds"])).toMatchObject({ status: 0 })
    expect(ran()).toEqual(["kills", "seeds"])
    const second = deep(["kills", "seeds", "bugs"])
    expect(second.stdout).toMatch(/kills +\d+ s {2}green before\nseeds .*green before\nbugs .*green\n/)
    expect(ran()).toEqual(["bugs"])
    deep(["--again", "kills"])
    expect(ran()).toEqual(["kills"])
    git("commit", "--allow-empty", "-m", "two")
    deep(["kills"])
    expect(ran()).toEqual(["kills"])
  })

  it("goes on after a part that fails, and runs that one again §deep-check", () => {
    const { status, stdout } = deep(["kills", "seeds"], { FAILS: "kills" })
    expect([status, stdout]).toEqual([1, expect.stringMatching(/kills .*FAILED\nseeds .*green\n/)])
    ran()
    expect(deep(["kills", "seeds"]).status).toBe(0)
    expect(ran()).toEqual(["kills"])
  })

  it("keeps nothing of a tree with changes, made before or meanwhile §deep-check", () => {
    write("new.ts", "")
    expect(deep(["kills"]).stdout).toMatch(/kills .*not kept/)
    rmSync(join(repository, "new.ts"))
    expect(deep(["kills"], { CHANGES: join(repository, "CHANGELOG.md") }).stdout).toMatch(/kills .*not kept/)
    git("checkout", "CHANGELOG.md")
    expect(ran()).toEqual(["kills", "kills"])
    expect(deep(["--check"]).stdout).toContain("the deep check of kills is not green on ")
  })

  it("refuses a part that it does not have, and a smaller depth §deep-check", () => {
    expect(deep(["kill"])).toMatchObject({ status: 2, stderr: expect.stringContaining("no part is called kill") })
    expect(deep(["kills"], { PONTEPAY_DEPTH: "quick" }).status).toBe(2)
    expect(ran()).toEqual([])
  })
})

describe("a release", () => {
  it("is refused without a green deep run of its own commit with a clean tree §release-check", () => {
    expect(releaseCheck()).toMatchObject({ status: 1, stderr: expect.stringContaining("the deep check of kills") })
    expect(deep([])).toMatchObject({ status: 0 })
    expect(releaseCheck()).toMatchObject({ status: 0, stderr: "" })
    write("new.ts", "")
    expect(releaseCheck()).toMatchObject({ status: 1, stderr: expect.stringContaining("not committed") })
    rmSync(join(repository, "new.ts"))
    git("commit", "--allow-empty", "-m", "two")
    expect(releaseCheck()).toMatchObject({ status: 1, stderr: expect.stringContaining("the deep check of kills") })
  })
})
