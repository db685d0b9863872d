// Tenancy: no one gets at, changes or learns of what belongs to somebody else, whatever operation he uses for it.
import { expect, it } from "vitest"
import { attackTenancy, gaps, idleRows } from "./tenancy.ts"
import { operations } from "./fields.ts"
import { disguises } from "./foreign.ts"
import { depth } from "../support/depth.ts"

it("knows of every field of every operation whether it holds an id, and fills those that do", () => {
  expect(operations.length).toBeGreaterThan(100)
  expect(gaps()).toEqual([])
  expect(idleRows()).toEqual([])
})

it("would notice an operation that is new", () => {
  const field = (name: string) => ({ place: "body" as const, name })
  const added = {
    name: "POST /api/new",
    method: "POST",
    path: "/api/new",
    fields: [field("subAccountId"), field("color")]
  }
  expect(gaps([added])).toEqual([
    "POST /api/new body subAccountId: the operation has no row",
    "POST /api/new body color: no one has said whether it holds an id"
  ])
})

it("lets no one through, in a thousand tries and more §foreign-ids §foreign-is-missing §dashboard-foreign", async () => {
  const { breaches, controls, tried } = await attackTenancy({ crossed: depth.attacks, disguises })
  expect(controls.breaches).toEqual([])
  expect(controls.tried).toBeGreaterThan(30)
  expect(breaches).toEqual([])
  expect(tried).toBeGreaterThan(1_000)
})
