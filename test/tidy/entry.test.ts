// The public names of the core: whoever writes an adapter finds every type that its port speaks of, and whoever keeps books
// finds every template that the printed page lists.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import * as core from "../../core/index.ts"
import { kept } from "../support/pages.ts"
import { root } from "./sources.ts"

const textOf = (path: string): string => readFileSync(join(root, path), "utf8")

const namesIn = (list: string): ReadonlyArray<string> =>
  list.split(",").map((name) => name.trim().replace(/^type /, "").replace(/^.* as /, "")).filter((name) => name !== "")

const exported = new Set(
  [...textOf("core/index.ts").matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, list = ""]) => namesIn(list))
)

const ports = ["core/ports", "core/ports/moving"].flatMap((folder) =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith(".ts")).map((name) => textOf(`${folder}/${name}`))
).filter((text) => text.includes(" extends Context.Service<"))

it("has every type that a port speaks of", () => {
  expect(ports.length).toBeGreaterThan(15)
  const declared = ports.flatMap((text) =>
    [...text.matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name = ""]) => name)
  )
  const imported = ports.flatMap((text) =>
    [...text.matchAll(/^import (?:type )?\{([^}]+)\} from "\.+\//gm)].flatMap(([, list = ""]) => namesIn(list))
  )
  const types = [...declared, ...imported].filter((name) => /^[A-Z]/.test(name))
  expect(types.length).toBeGreaterThan(80)
  expect([...new Set(types)].filter((name) => !exported.has(name))).toEqual([])
})

it("has every template of the ledger's page", () => {
  const { depositEntries, payoutEntries, swapEntries, walletEntries } = core
  const page = kept("core/engine/ledger/ledger.md")
  const templates = [depositEntries, payoutEntries, swapEntries, walletEntries].flatMap((each) => Object.keys(each))
  expect(templates.length).toBeGreaterThan(20)
  expect([...templates, ...Object.keys(core.chart)].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
