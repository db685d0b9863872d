// The built dashboard: small enough to be there at once, nothing of the service in it, and made of the sources as they are.
import { execFile } from "node:child_process"
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { beforeAll, describe, expect, it } from "vitest"
import { scratch } from "../support/host.ts"

const dashboard = join(import.meta.dirname, "../../hosts/dashboard")
const vite = join(import.meta.dirname, "../../node_modules/.bin/vite")
const most = 100_000

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted()

describe("the built dashboard", () => {
  const folder = join(scratch(), "dist")
  beforeAll(async () => {
    const { NODE_ENV: _, ...env } = process.env
    await promisify(execFile)(vite, ["build", dashboard, "--outDir", folder, "--logLevel", "error"], { env })
  })

  const textOf = (name: string): string => readFileSync(join(folder, name), "utf8")

  it("loads less than 100 kB, plots included, 250 being the most it may §dashboard-budget", () => {
    const files = filesIn(folder)
    const sizeOf = (name: string): number => gzipSync(readFileSync(join(folder, name))).length
    const languages = files.filter((name) => /^assets\/(?:en|pt)-[^/]+\.js$/.test(name))
    expect(languages).toHaveLength(2)
    const others = files.filter((name) => !languages.includes(name)).map(sizeOf)
    expect(others.length).toBeGreaterThanOrEqual(4)
    // No one loads but the language that he is shown: the larger one here.
    const loaded = [...others, Math.max(...languages.map(sizeOf))]
    expect(loaded.reduce((sum, size) => sum + size, 0)).toBeLessThan(most)
  })

  it("names no other host and has nothing inline §dashboard-policy", () => {
    const page = textOf("index.html")
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/)
    expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\/dashboard\/assets\//)])
    )
    expect(page).not.toMatch(/(?:src|href)="(?!\/dashboard\/)/)
    for (const name of filesIn(folder).filter((each) => each.endsWith(".css"))) {
      expect(textOf(name)).not.toMatch(/url\((?!["']?data:)|@import/)
    }
  })

  it("is not painted before its theme is chosen, and knows each colour once a theme §dashboard-theme", () => {
    expect(textOf("index.html")).toMatch(/<script type="module" blocking="render"/)
    const styles = filesIn(folder).filter((name) => name.endsWith(".css")).map(textOf).join("\n")
    expect(styles.match(/--page:/g)).toHaveLength(2)
  })

  it("holds no schema and no rule of the service §dashboard-budget", () => {
    const scripts = filesIn(folder).filter((name) => name.endsWith(".js")).map(textOf).join("\n")
    expect(scripts).not.toMatch(/effect\/|SchemaAST|noble|PONTEPAY_/)
  })

  it("is served as the sources are: run `npm run build:dashboard` after a change", () => {
    expect(filesIn(join(dashboard, "dist"))).toEqual(filesIn(folder))
  })
})
