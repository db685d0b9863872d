// The page of networks and the file of networks say the same: what is documented can be set, and what can be set is documented.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { assetCodes } from "../../core/base/money/assets.ts"
import { definitions } from "../../hosts/http/environments/networks/definitions.ts"
import { root } from "../tidy/sources.ts"

/** What of a JSON Schema is read. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly additionalProperties?: Shape
  readonly anyOf?: ReadonlyArray<Shape>
  readonly enum?: ReadonlyArray<unknown>
}

const pageOf = (name: string): string => readFileSync(join(root, "hosts/docs", `${name}.md`), "utf8")
const page = pageOf("networks")

const sectionOf = (text: string, heading: string): string => {
  const [, after] = text.split(`\n## ${heading}\n`)
  if (after === undefined) throw new Error(`no section ${heading}`)
  return after.split("\n## ")[0] ?? ""
}

/** The cells of a section's table, without its head. */
const rowsOf = (heading: string): ReadonlyArray<ReadonlyArray<string>> =>
  sectionOf(page, heading).split("\n").filter((line) => line.startsWith("| `")).map((line) =>
    line.split("|").slice(1, -1).map((cell) => cell.trim())
  )

const coded = (text: string): ReadonlyArray<string> => [...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word)

const shapeOf = (network: keyof typeof definitions): Shape => {
  const settings: Schema.Codec<unknown, unknown> = definitions[network].settings
  return Schema.toJsonSchemaDocument(settings).schema
}

const isAsset = (value: unknown): boolean => (assetCodes as ReadonlyArray<unknown>).includes(value)

/** The names below a setting, at any depth, and the words that it can be set to; assets are codes of ours, which the page does not list. */
const wordsIn = ({ anyOf = [], enum: values = [], items, properties = {} }: Shape): ReadonlyArray<string> => [
  ...values.filter((value) => !isAsset(value)).map(String),
  ...Object.entries(properties).flatMap(([name, shape]) => [name, ...wordsIn(shape)]),
  ...(items === undefined ? [] : wordsIn(items)),
  ...anyOf.flatMap(wordsIn)
]

const sections = {
  polygon: "Polygon, Base, Arbitrum and Gnosis",
  solana: "Solana",
  tron: "TRON",
  bitcoin: "Bitcoin",
  liquid: "Liquid"
} as const
type Documented = keyof typeof sections
const documented = Object.keys(sections) as ReadonlyArray<Documented>

/** Settings of all networks, which have sections of their own. */
const common = { agree: "Nodes", nodes: "Nodes", limits: "Limits", floats: "Floats" } as const

const namesOf = (heading: string): ReadonlyArray<string> => rowsOf(heading).flatMap(([names = ""]) => coded(names))

describe.each(documented)("settings of %s", (network) => {
  const { properties = {} } = shapeOf(network)
  const rows = rowsOf(sections[network])

  it("are those of its table", () => {
    const names = namesOf(sections[network]).filter((name) => !(name in common))
    expect(names.toSorted()).toEqual(Object.keys(properties).filter((name) => !(name in common)).toSorted())
  })

  it("have each part in their row, and no other", () => {
    const missing: Array<string> = []
    const unknown: Array<string> = []
    for (const [names = "", ...rest] of rows) {
      for (const name of coded(names)) {
        const words = wordsIn(properties[name] ?? {})
        const said = coded(rest.join(" "))
        const known = [...words, ...coded(names)]
        // The parts of a node have a table of their own.
        if (name !== "nodes") missing.push(...words.filter((word) => !said.includes(word)))
        unknown.push(...said.filter((word) => /^[a-zA-Z0-9-]+$/.test(word) && !known.includes(word)))
      }
    }
    expect({ missing, unknown }).toEqual({ missing: [], unknown: [] })
  })

  it("have nodes as the table of nodes says", () => {
    const isFor = (where: string): boolean => {
      const [all = "", but] = where.split(" but ")
      const name = network === "polygon" ? "EVM" : sections[network]
      return all === "all" ? but === undefined || !but.includes(name) : all.includes(name)
    }
    const names = rowsOf("Nodes").flatMap(([name = "", , where = ""]) => isFor(where) ? coded(name) : [])
    expect(names.toSorted()).toEqual(Object.keys(properties["nodes"]?.items?.properties ?? {}).toSorted())
  })
})

it("what all networks have is in sections of their own", () => {
  for (const [name, heading] of Object.entries(common)) {
    expect(sectionOf(page, heading)).toContain(`\`${name}\``)
    for (const network of documented) expect(Object.keys(shapeOf(network).properties ?? {})).toContain(name)
  }
  for (const name of ["limits", "floats"] as const) {
    const parts = Object.keys(shapeOf("tron").properties?.[name]?.additionalProperties?.properties ?? {})
    expect(parts).not.toEqual([])
    for (const part of parts) expect(sectionOf(page, common[name])).toMatch(new RegExp(`[\`"]${part}[\`"]`))
  }
})

it("the page of providers repeats no settings of networks", () => {
  const providers = pageOf("providers")
  for (const heading of Object.values(sections)) expect(sectionOf(providers, heading)).not.toContain("| Setting |")
})
