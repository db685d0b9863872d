// What must be true of every table of what is owed: it belongs to a lifecycle, leaves no state open without a job or a reason,
// and names tasks that workers have (0112).
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { disputeOwed } from "../../core/payments/dispute/dispute.states.ts"
import { owingKinds } from "../../core/upkeep/reconcile/owing-kinds.ts"
import { tasks } from "../../hosts/worker/tasks.ts"
import { lifecycles } from "../support/lifecycles.ts"

const tables = lifecycles.flatMap(({ machine, owed }) =>
  owed === undefined ? [] : [[machine.name, owed, machine] as const]
)

it("sees the tables, those of kinds that owe nothing too", () => {
  expect(tables.length).toBeGreaterThan(7)
  expect(tables.map(([, table]) => table)).toContain(disputeOwed)
})

const root = join(import.meta.dirname, "../..")

const sources = readdirSync(join(root, "core"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts")
)
  .map((file) => readFileSync(join(root, "core", file), "utf8"))

describe.each(tables)("what a %s owes", (_name, table, machine) => {
  it("is said of each state: a job, or whom it waits for §owed-tables", () => {
    for (const { owes, waits = "" } of Object.values(table)) expect(owes !== undefined || waits.length > 5).toBe(true)
    expect(Object.keys(table).toSorted()).toEqual(Object.keys(machine.states).toSorted())
  })

  it("is a job of a task that workers have §owed-tables", () => {
    const named = Object.values(table).flatMap(({ owes }) => owes?.task ?? [])
    expect(named.filter((task) => !(task in tasks))).toEqual([])
  })
})

describe("kinds of records", () => {
  it("of which something may be owed are those that the reconciler reads §owed-tables", () => {
    const declared = sources.flatMap((source) =>
      [...source.matchAll(/= recordKind\(\{\s*kind: "(\w+)"[\s\S]*?\n\}\)/g)]
        .flatMap(([text, kind]) => /^\s+owed[:,]/m.test(text) ? [kind ?? ""] : [])
    )
    expect(declared.toSorted()).toEqual([...owingKinds].toSorted())
    expect(declared.length).toBeGreaterThan(8)
  })
})
