// The recurring audit against an auditor that is scripted: when it begins, that one process does it at a time, and what
// becomes of what it finds (0113).
import { Context, Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { type AuditFinding, type AuditState, Auditor } from "../../../../core/ports/auditor.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { auditPatienceMs, auditPlane } from "../../../../core/upkeep/reconcile/audit-plane.ts"
import { AuditTallies } from "../../../../core/upkeep/reconcile/tally-of-audits.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { World } from "../../../support/world.ts"

const everyMs = 300_000

class FakeAuditor {
  state: AuditState = { _tag: "Idle" }
  begun = 0
  everyMs: number | null = everyMs
}

const finding = (invariant: string, ...records: ReadonlyArray<string>): AuditFinding => ({
  invariant,
  looked: 7,
  violations: records.length,
  places: records.map((record) => ({ record, problem: "expected 0, found 1" }))
})

const open = async () => {
  const world = await World.open()
  const auditor = new FakeAuditor()
  const step = async (of: FakeAuditor = auditor) => {
    const port: Auditor["Service"] = {
      everyMs: of.everyMs,
      begin: Effect.sync(() => {
        of.begun++
        of.state = { _tag: "Running" }
      }),
      state: Effect.sync(() => {
        const told = of.state
        if (told._tag !== "Running") of.state = { _tag: "Idle" }
        return told
      })
    }
    const verdict = await world.run(Effect.provide(auditPlane(), Context.make(Auditor, port)))
    return verdict._tag === "Again" ? verdict.inMs : undefined
  }
  const tally = async () => Option.getOrUndefined(await world.run(get(AuditTallies, "audit")))?.value
  const reviews = async () =>
    (await world.run(list(Reviews, "all", "all", { limit: 50 }))).map(({ value }) =>
      `${value.subject}: ${value.id.slice(value.subject.length + 1)}`
    )
  /** An audit from its beginning to its end. */
  const audited = async (findings: ReadonlyArray<AuditFinding>, tookMs = 100) => {
    await step()
    world.advance(everyMs)
    await step()
    auditor.state = { _tag: "Ended", findings, tookMs }
    return await step()
  }
  return { world, auditor, step, tally, reviews, audited }
}

describe("the audit of a plane", () => {
  it("begins when the service has run for one interval §monitor-interval", async () => {
    const { auditor, step, world } = await open()
    expect(await step()).toBe(everyMs)
    world.advance(everyMs - 1)
    expect(await step()).toBe(1)
    expect(auditor.begun).toBe(0)
    world.advance(1)
    await step()
    expect(auditor.begun).toBe(1)
    await world.close()
  })

  it("is none where it is off §monitor-off", async () => {
    const { auditor, step, tally, world } = await open()
    auditor.everyMs = null
    await step()
    world.advance(10 * everyMs)
    await step()
    expect({ begun: auditor.begun, tally: await tally() }).toEqual({ begun: 0, tally: undefined })
    await world.close()
  })

  it("pauses for twenty times as long as it took §monitor-pause", async () => {
    const { audited, world } = await open()
    expect(await audited([], 15_000)).toBe(everyMs)
    expect(await audited([], 15_001)).toBe(300_020)
    await world.close()
  })

  it("counts rows and violations over all audits §monitor-tally", async () => {
    const { audited, tally, world } = await open()
    await audited([finding("conservation"), finding("references", "deposit dep_1", "deposit dep_2")])
    await audited([finding("conservation", "balance in BRL"), finding("references")])
    expect(await tally()).toMatchObject({
      audits: 2,
      checks: 28,
      violations: { conservation: 1, references: 2 },
      runningSince: null,
      endedAt: world.clock.now
    })
    await world.close()
  })

  it("puts each place before the operator once §monitor-review", async () => {
    const { audited, reviews, world } = await open()
    await audited([finding("references", "deposit dep_1", "deposit dep_2")])
    await audited([finding("references", "deposit dep_2")])
    const reason = "invariantBroken/references"
    expect((await reviews()).toSorted()).toEqual([`deposit dep_1: ${reason}`, `deposit dep_2: ${reason}`])
    await world.close()
  })

  it("is made by one process at a time, until it is given up §monitor-one-process", async () => {
    const { auditor, step, world } = await open()
    const other = new FakeAuditor()
    await step()
    world.advance(everyMs)
    await step()
    await step(other)
    expect([auditor.begun, other.begun]).toEqual([1, 0])
    world.advance(auditPatienceMs - 1)
    await step(other)
    expect(other.begun).toBe(0)
    world.advance(1)
    await step(other)
    expect(other.begun).toBe(1)
    await world.close()
  })

  it("that could not be made is counted and tried again §monitor-failed", async () => {
    const { auditor, step, tally, world } = await open()
    await step()
    world.advance(everyMs)
    await step()
    auditor.state = { _tag: "Failed", reason: "the disk is away", tookMs: 10 }
    expect(await step()).toBe(everyMs)
    expect(await tally()).toMatchObject({ audits: 0, failures: 1, runningSince: null, endedAt: null })
    world.advance(everyMs)
    await step()
    expect(auditor.begun).toBe(2)
    await world.close()
  })
})
