// Use cases that are wrong on purpose, before the guard: they call a port twice in every way, and never do two movements
// come of one operation id. What really happened is what the fakes behind the ports remember.
import { Context, Effect } from "effect"
import * as fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { Movements, movementShapes, subjectOf } from "../../../core/guard/movement.ts"
import { PixRail } from "../../../core/ports/pix-rail.ts"
import { get, list } from "../../../core/ports/records.ts"
import { Store, StoreUnavailable } from "../../../core/ports/store.ts"
import { Reviews } from "../../../core/review/review.ts"
import { planes } from "../../support/planes.ts"
import type { Fate } from "../../support/ports.ts"
import { Turnstile } from "../../support/turnstile.ts"
import { type PlaneLayer, type Services, World } from "../../support/world.ts"
import { movements, pay } from "./movements.ts"

const onItsWayMs = 40_000

let open: World | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})
const worldOn = async (plane: PlaneLayer): Promise<World> => {
  open = await World.open(plane)
  return open
}

const defectOf = (world: World, call: Effect.Effect<unknown, unknown, Services>) =>
  world.run(call).then(() => undefined, (defect: unknown) => defect)

const recordOf = (world: World, id: string) =>
  world.run(get(Movements, id)).then((found) => found._tag === "Some" ? found.value.value : undefined)

const reviewsOf = (world: World) =>
  world.run(list(Reviews, "all", "all", { limit: 50 })).then((rows) => rows.map(({ value }) => value))

describe.each(Object.entries(planes))("on %s, a use case that", (_, plane) => {
  it.each(movements)("asks twice for a $kind moves once and hears the same", async (of) => {
    const world = await worldOn(plane)
    const first = await world.run(of.call)
    expect(first._tag).toBe("Done")
    // Nobody is asked: what is on record is the answer.
    of.actor(world).isDark = true
    expect(await world.run(of.call)).toEqual(first)
    expect(of.actor(world).asked).toHaveLength(1)
    expect(await recordOf(world, `${of.kind}/${of.operationId}`)).toMatchObject({ state: "DONE", sendings: 1 })
  })

  it.each(movements)("asks for another $kind under the same id is refused, and the operator told", async (of) => {
    const world = await worldOn(plane)
    await world.run(of.call)
    for (const other of of.others) {
      expect(await defectOf(world, other)).toMatchObject({
        _tag: "MovementRefused",
        operationId: of.operationId,
        reason: "one operation id for two movements"
      })
    }
    expect(of.actor(world).asked).toHaveLength(1)
    expect(await reviewsOf(world)).toMatchObject([{ subject: subjectOf(of.kind, of.operationId), owner: "operator" }])
  })

  it.each(movements)("sends a $kind again though its answer was lost only learns what came of it", async (of) => {
    for (const [fate, heard] of [["lost", "Done"], ["lostRefusal", "Refused"]] as const) {
      const world = await worldOn(plane)
      const actor = of.actor(world)
      actor.script.push(fate)
      expect(await world.run(of.call)).toMatchObject({ _tag: "Unknown" })
      actor.isDark = true
      for (let n = 0; n < 3; n++) expect(await world.run(of.call)).toMatchObject({ _tag: "Unknown" })
      world.advance(10 * onItsWayMs)
      expect(await world.run(of.call)).toMatchObject({ _tag: "Unknown" })
      actor.isDark = false
      expect(await world.run(of.call)).toMatchObject({ _tag: heard })
      actor.isDark = true
      expect(await world.run(of.call)).toMatchObject({ _tag: heard })
      expect(actor.asked).toHaveLength(1)
      await world.close()
      open = undefined
    }
  })

  it.each(movements)("asks for a $kind in two processes at once moves once", async (of) => {
    const world = await worldOn(plane)
    const answers = await Promise.all([1, 2, 3].map(() => world.run(of.call)))
    expect(of.actor(world).asked).toHaveLength(1)
    for (const { _tag } of answers) expect(["Done", "Unknown"]).toContain(_tag)
    expect(answers.map(({ _tag }) => _tag)).toContain("Done")
  })

  it.each(movements)("died around a $kind is followed by one that looks up first", async (of) => {
    for (const fate of ["diesBefore", "diesAfter"] as const) {
      const world = await worldOn(plane)
      const actor = of.actor(world)
      actor.script.push(fate)
      const died = Promise.withResolvers<void>()
      actor.kill = died.resolve
      void world.run(of.call)
      await died.promise
      world.advance(onItsWayMs)
      expect(await world.run(of.call)).toMatchObject({ _tag: "Done" })
      expect(actor.effects.size).toBe(1)
      expect(actor.asked).toHaveLength(fate === "diesBefore" ? 2 : 1)
      await world.close()
      open = undefined
    }
  })
})

describe("an Absent", () => {
  const sent = movements.filter(({ kind }) => movementShapes[kind].onItsWayMs > 0)

  it.each(sent)("of a $kind is not believed while the first call may be on its way", async (of) => {
    const world = await worldOn(planes.memory)
    const actor = of.actor(world)
    actor.script.push("cut")
    await world.run(of.call)
    world.advance(onItsWayMs - 1)
    for (let n = 0; n < 3; n++) expect(await world.run(of.call)).toMatchObject({ _tag: "Unknown" })
    expect(actor.asked).toHaveLength(1)
    world.advance(1)
    actor.script.push("cut")
    expect(await world.run(of.call)).toMatchObject({ _tag: "Unknown" })
    // It was sent again, and that one may be on its way now.
    expect(await world.run(of.call)).toMatchObject({ _tag: "Unknown" })
    expect(actor.asked).toHaveLength(2)
    world.advance(onItsWayMs)
    expect(await world.run(of.call)).toMatchObject({ _tag: "Done" })
    expect(actor.effects.size).toBe(1)
    expect(await recordOf(world, `${of.kind}/${of.operationId}`)).toMatchObject({ state: "DONE", sendings: 3 })
  })

  it("is believed at once where the other side makes one movement of all under one id", async () => {
    open = await World.open(
      planes.memory,
      (services) => Context.add(services, PixRail, { ...Context.get(services, PixRail), keepsIds: true })
    )
    open.rail.payments.script.push("cut")
    expect(await open.run(pay())).toMatchObject({ _tag: "Unknown" })
    expect(await open.run(pay())).toMatchObject({ _tag: "Done" })
    expect(open.rail.payments.effects.size).toBe(1)
  })

  it("is believed by one of two that send again", async () => {
    const world = await worldOn(planes.memory)
    world.rail.payments.script.push("cut")
    await world.run(pay())
    world.advance(onItsWayMs)
    await Promise.all([world.run(pay()), world.run(pay())])
    expect(world.rail.payments.asked).toHaveLength(2)
    expect(world.rail.payments.effects.size).toBe(1)
  })
})

describe("nothing is sent", () => {
  it.each([
    ["pay/pay_1"],
    ["payments"],
    ["dep_1"],
    ["inv 1"],
    ["inv_1/2"],
    [""]
  ])("under the id %j, which no record has", async (paymentId) => {
    const world = await worldOn(planes.memory)
    for (let n = 0; n < 2; n++) {
      expect(await defectOf(world, pay({ paymentId }))).toMatchObject({
        _tag: "MovementRefused",
        reason: "unknown operation id"
      })
    }
    expect(world.rail.payments.asked).toEqual([])
    expect(await reviewsOf(world)).toMatchObject([{ subject: paymentId, evidence: paymentId }])
  })

  it("while the books are away", async () => {
    let isAway = true
    const away = new StoreUnavailable({ cause: "away" })
    const world = await World.open(planes.memory, (services) => {
      const store = Context.get(services, Store)
      const commit: typeof store.commit = (changes) => isAway ? Effect.fail(away) : store.commit(changes)
      return Context.add(services, Store, { ...store, commit })
    })
    open = world
    expect(await world.run(pay())).toMatchObject({ _tag: "Unknown" })
    expect(world.rail.payments.asked).toEqual([])
    isAway = false
    expect(await world.run(pay())).toMatchObject({ _tag: "Done" })
  })

  it("by whoever slept for five seconds since the claim", async () => {
    let sleepMs = 5_000
    const world: World = await World.open(planes.memory, (services) => {
      const store = Context.get(services, Store)
      const commit: typeof store.commit = (changes) =>
        Effect.tap(store.commit(changes), () => Effect.sync(() => world.advance(sleepMs)))
      return Context.add(services, Store, { ...store, commit })
    })
    open = world
    expect(await world.run(pay())).toMatchObject({ _tag: "Unknown" })
    expect(world.rail.payments.asked).toEqual([])
    world.advance(onItsWayMs)
    sleepMs = 4_999
    expect(await world.run(pay())).toMatchObject({ _tag: "Done" })
    expect(world.rail.payments.asked).toHaveLength(1)
  })
})

it("an operation id is of one kind of movement at most, and names its record", () => {
  for (const { kind, operationId } of movements) {
    const kinds = Object.keys(movementShapes).filter((each) =>
      subjectOf(each as keyof typeof movementShapes, operationId) !== undefined
    )
    expect(kinds).toEqual([kind])
  }
  expect(subjectOf("pixPayment", "inv_1")).toBe("inv_1")
})

const fates: ReadonlyArray<Fate> = ["done", "refused", "lost", "lostRefusal", "cut"]

it("processes that race in every order, with every answer, send one movement of one id", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom(...fates),
      // Together too short for an Absent to be believed.
      fc.array(fc.nat({ max: 7_000 }), { minLength: 2, maxLength: 5 }),
      async (scheduler, fate, pauses) => {
        const turnstile = new Turnstile()
        const world = await World.open(planes.memory, turnstile.decorate)
        world.rail.payments.script.push(fate)
        turnstile.scheduler = scheduler
        const wrong = async (pause: number) => {
          await defectOf(world, pay())
          world.advance(pause)
          await defectOf(world, pause % 2 === 0 ? pay() : pay({ destination: { by: "brCode", brCode: "another" } }))
          await defectOf(world, pay())
        }
        await scheduler.waitFor(Promise.all(pauses.map(wrong)))
        turnstile.scheduler = undefined
        expect(world.rail.payments.asked.length).toBeLessThanOrEqual(1)
        await world.close()
      }
    )
  )
})
