// The one list of the kinds of records: each under its own name, and none missing of which something has to be done.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { none } from "../../core/engine/resource/none.ts"
import { everyResource, resources } from "../../core/resources.ts"

const core = join(import.meta.dirname, "../../core")

/** The declarations of kinds, by their names. */
const declared = new Map(
  readdirSync(core, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts")).flatMap((file) =>
    [...readFileSync(join(core, file), "utf8").matchAll(/= recordKind\(\{\s*kind: "(\w+)"[\s\S]*?\n?\}\)\n/g)]
      .map(([text, kind = ""]) => [kind, text] as const)
  )
)

/** The kinds whose declaration has something that the list has to know of. */
const kindsWith = (form: RegExp) => [...declared].filter(([, text]) => form.test(text)).map(([kind]) => kind).toSorted()

const listed = (has: (each: (typeof everyResource)[number]) => boolean) =>
  everyResource.filter(has).map(({ kind }) => kind).toSorted()

describe("the list of kinds", () => {
  it("has each under its own name, and none that there is not", () => {
    expect(Object.entries(resources).filter(([name, { kind }]) => name !== kind)).toEqual([])
    expect(everyResource.filter(({ kind }) => !declared.has(kind))).toEqual([])
    expect(declared.size).toBeGreaterThan(50)
  })

  it("has every kind that holds something sealed, with each of its lists", () => {
    const lists = (text: string) => [...text.matchAll(/(\w*[sS]ealedBy): /g)].map(([, name]) => name ?? "").toSorted()
    expect(listed(({ sealed }) => sealed !== none)).toEqual(kindsWith(/\w*[sS]ealedBy: /))
    for (const { kind, sealed } of everyResource) {
      if (sealed !== none) expect([kind, sealed.lists.toSorted()]).toEqual([kind, lists(declared.get(kind) ?? "")])
    }
  })

  it("has every kind that needs a job, and every kind in statements", () => {
    expect(listed(({ owed }) => owed !== undefined)).toEqual(kindsWith(/^\s+owed[:,]/m))
    expect(listed(({ statement }) => statement !== none)).toEqual(kindsWith(/statementLists|statement: placeOf/))
  })
})
