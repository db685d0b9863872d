// The table of ports against what follows from it: nothing is named twice, and no port is left out of the guide.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Context } from "effect"
import { expect, it } from "vitest"
import * as unconfigured from "../../../../adapters/unconfigured/ports.ts"
import * as conformance from "../../../../adapters/conformance/index.ts"
import { definition } from "../../../../hosts/http/api/definition/definition.ts"
import { Upstream } from "../../../../hosts/http/api/definition/needs.ts"
import { ports, productionAdapters, sandboxAdapters } from "../../../../hosts/http/environments/ports.ts"
import { root } from "../../../tidy/sources.ts"

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const guide = readFileSync(join(root, "hosts/docs/adapters.md"), "utf8")
const table = guide.slice(guide.indexOf("## The ports"), guide.indexOf("## Answers"))
const rows = [...table.matchAll(/^\| (`[^|]*`) \|[^|]*\|[^|]*\| (.*) \|$/gm)].map(([, named = "", suite = ""]) => ({
  ports: [...named.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  suites: [...suite.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)
}))

it("says of every port of a provider what stands behind it §port-table", () => {
  // What a plane may be without stands nowhere until somebody gives it.
  const optional = ["officialRates", "pixDirectory", "railBooks", "rateSpreads"]
  const told = Object.keys(ports).filter((name) => !optional.includes(name))
  for (const states of [productionAdapters, sandboxAdapters]) {
    expect(Object.keys(states).toSorted()).toEqual([...told, "providerInbox", "receiptPrinter"].toSorted())
  }
})

it("observes each port that a provider stands behind §port-table", () => {
  const { providerInbox: _, ...asked } = unconfigured.providers
  expect(Object.keys(ports)).toEqual(expect.arrayContaining(Object.keys(asked)))
})

it("has a row in the guide for each, with every suite of the kit §port-table", () => {
  const described = rows.flatMap((row) => row.ports)
  expect(described).toEqual(expect.arrayContaining(Object.keys(productionAdapters).map(capital)))
  const suites = Object.keys(conformance).filter((name) => name.endsWith("Suite") && name !== "runSuite")
  expect(rows.flatMap((row) => row.suites).toSorted()).toEqual(suites.toSorted())
})

it("has a row for whatever an endpoint says is behind it §port-table", () => {
  const named = definition.public.map(({ annotations }) => Context.get(annotations, Upstream)).filter((name) =>
    name !== undefined
  )
  expect(named.length).toBeGreaterThan(5)
  expect(Object.keys(ports)).toEqual(expect.arrayContaining(named))
})
