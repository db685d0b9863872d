// `npm start` as people run it, in a checkout of its own: it runs what the sources say now, and stops when told.
import { spawnSync } from "node:child_process"
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { endsWell, stops } from "../../hosts/release/ends-well.ts"

const root = join(import.meta.dirname, "../..")
const checkout = mkdtempSync(join(tmpdir(), "pontepay-start-"))
const { NODE_OPTIONS: _, ...inherited } = process.env
const variables = { ...inherited, PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}` }

beforeAll(() => {
  for (const path of ["core", "adapters", "hosts", "package.json", "package-lock.json", "tsconfig.json", ".npmrc"]) {
    cpSync(join(root, path), join(checkout, path), { recursive: true, filter: (source) => !source.endsWith("/dist") })
  }
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"))
})
afterAll(() => rmSync(checkout, { recursive: true }))

// A wrong port ends a start right after the sources were judged and the host was loaded.
const start = () => {
  const { status, stderr } = spawnSync("npm", ["start", "--silent"], {
    cwd: checkout,
    env: { ...variables, PORT: "none" },
    encoding: "utf8"
  })
  return { status, said: stderr.split("\n").filter((line) => line.startsWith("PORT: "))[0], stderr }
}
const built = () => statSync(join(checkout, "dist/host/sources.json")).ctimeMs
const config = join(checkout, "hosts/http/settings/config.ts")
const rewrite = (from: string, to: string) => {
  const text = readFileSync(config, "utf8")
  if (!text.includes(from)) throw new Error(`config.ts has no ${from}`)
  writeFileSync(config, text.replaceAll(from, to))
}

describe("npm start", () => {
  it("builds where nothing was built, and not again while no source changes §start-fresh", () => {
    expect(start()).toMatchObject({ status: 2, said: expect.stringContaining("PORT: ") })
    const first = built()
    expect(start().status).toBe(2)
    expect(built()).toBe(first)
  })

  it("runs a changed source, whatever date the change has §start-fresh", () => {
    const before = start().said ?? ""
    const { atime, mtime } = statSync(config)
    const word = before.split(" ").at(-1) ?? ""
    rewrite(word, word.toUpperCase())
    utimesSync(config, atime, mtime)
    expect(start().said).toBe(before.replace(word, word.toUpperCase()))
    rewrite(word.toUpperCase(), word)
    expect(start().said).toBe(before)
  })

  it("notices a source that was put in the place of another, and one that is gone §start-fresh", () => {
    const other = join(checkout, "hosts/http/other.ts")
    cpSync(config, other)
    renameSync(other, config)
    const first = built()
    start()
    expect(built()).not.toBe(first)
    renameSync(config, other)
    const { status, stderr } = start()
    expect([status, stderr]).toEqual([1, expect.stringContaining("config.ts")])
    renameSync(other, config)
    expect(start().status).toBe(2)
  })

  it("runs the sources where they cannot be bundled, and they say what is wrong §start-fresh", () => {
    const text = readFileSync(config, "utf8")
    appendFileSync(config, "\nconst = 1\n")
    const { status, stderr } = start()
    expect([status, stderr]).toEqual([1, expect.stringMatching(/config\.ts:\d+[\s\S]*SyntaxError/)])
    writeFileSync(config, text)
    expect(start().status).toBe(2)
  })

  it.each(stops)("answers what is in flight, ends with 0 and leaves no process: %s §start-signals", async (stop) => {
    expect(await endsWell(["npm", "start", "--silent"], stop, checkout, variables)).toBeLessThan(5_000)
  })
})
