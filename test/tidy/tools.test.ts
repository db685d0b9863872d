// The tools behind `npm run format`, `lint`, `types` and `unused`, run with the project's own settings and scripts over
// small planted trees: each must pass a tidy tree, name each violation, and fail on a tree without files, since several
// of them can be green having seen nothing.
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { root } from "./sources.ts"

type Tree = Readonly<Record<string, string>>

const binaries = join(root, "node_modules/.bin")
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> }
const settings = [".dprint.json", ".knip.json", ".oxlintrc.json", "core/tsconfig.json", "package.json", "tsconfig.json"]
const planted: Array<string> = []

const plant = (files: Tree): string => {
  const folder = mkdtempSync(join(tmpdir(), "tidy-"))
  planted.push(folder)
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  for (const file of settings) cpSync(join(root, file), join(folder, file))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const run = (script: string, files: Tree) => {
  const command = scripts[script]
  if (command === undefined) throw new Error(`package.json has no script ${script}`)
  const path = `${binaries}${delimiter}${process.env["PATH"] ?? ""}`
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    cwd: plant(files),
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
    encoding: "utf8"
  })
  return { status, output: stdout + stderr }
}

afterAll(() => planted.forEach((folder) => rmSync(folder, { recursive: true })))

const tidy: Tree = {
  "core/index.ts": `// The entry.\nexport { half } from "./half.ts"\n`,
  "core/half.ts": `// Half of a number.\nexport const half = (whole: number): number => whole / 2\n`
}

describe.each(["format", "lint", "types"])("%s", (script) => {
  it("passes a tidy tree", () => {
    expect(run(script, tidy)).toMatchObject({ status: 0 })
  })

  it("fails on a tree without files", () => {
    expect(run(script, {}).status).not.toBe(0)
  })
})

it.each(["core", "adapters", "hosts", "examples", "test"])("format and lint look into %s", (folder) => {
  const file = { [`${folder}/planted.ts`]: `// Planted.\nexport var planted = 'single quotes';\n` }
  expect(run("format", { ...tidy, ...file }).output).toContain(`${folder}/planted.ts`)
  expect(run("lint", { ...tidy, ...file }).output).toContain(`${folder}/planted.ts`)
})

it.each([
  [
    "no-floating-promises",
    `const wait = async (): Promise<void> => undefined\nexport const go = () => {\n  wait()\n}\n`
  ],
  ["no-explicit-any", `export const go = (value: any) => value\n`],
  ["no-unsafe-member-access", `export const go = (text: string): unknown => JSON.parse(text).value\n`],
  ["ban-ts-comment", `// @ts-ignore\nexport const go: string = 1\n`],
  ["no-cycle", `import type { Other } from "./other.ts"\nexport type Planted = { other: Other }\n`],
  [
    "switch-exhaustiveness-check",
    `export const go = (side: "debit" | "credit") => {\n  switch (side) {\n    case "debit":\n      return 1\n  }\n}\n`
  ]
])("lint finds %s", (rule, text) => {
  const other = `import type { Planted } from "./planted.ts"\nexport type Other = { planted: Planted }\n`
  const { status, output } = run("lint", { "core/planted.ts": text, "core/other.ts": other })
  expect(status).not.toBe(0)
  expect(output).toMatch(new RegExp(`\\(${rule}\\)[^]*core/planted\\.ts`))
})

it.each([
  ["hosts/planted.ts", "TS2322", `export const planted: string = 1\n`],
  ["hosts/planted.ts", "TS2375", `export const planted: { note?: string } = { note: undefined }\n`],
  ["hosts/planted.ts", "TS1294", `export enum Planted {\n  A\n}\n`],
  ["core/planted.ts", "TS2304", `export const planted = fetch("https://example.test")\n`],
  ["core/planted.ts", "TS2591", `export const planted = process.env\n`]
])("types finds in %s %s", (path, code, text) => {
  const { status, output } = run("types", { ...tidy, [path]: text })
  expect(status).not.toBe(0)
  expect(output).toContain(path.slice(path.indexOf("/") + 1))
  expect(output).toContain(code)
})

it("unused finds a file and an export that no one imports", () => {
  const { status, output } = run("unused", {
    ...tidy,
    "core/half.ts": `${tidy["core/half.ts"]}export const leftOver = 1\n`,
    "adapters/sql/forgotten.ts": `// No one imports this.\nexport const forgotten = 1\n`
  })
  expect(status).not.toBe(0)
  expect(output).toContain("adapters/sql/forgotten.ts")
  expect(output).toMatch(/leftOver\s+core\/half\.ts/)
})

it("unused fails where its settings match nothing", () => {
  const { status, output } = run("unused", tidy)
  expect(status).not.toBe(0)
  expect(output).toContain("no matches")
})
