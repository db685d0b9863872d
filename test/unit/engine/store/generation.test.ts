// When a store counts as one that may have lost commits: by what was copied outside, by where it is, and by the word of an operator.
import { Context, Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { Generations, Pulses, beat, takeStore } from "../../../../core/engine/store/generation.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { planes } from "../../../support/planes.ts"
import { type PlaneLayer, World, startOfTests } from "../../../support/world.ts"

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const open = async (plane: PlaneLayer = planes.memory) => {
  const opened = await World.open(plane)
  world = opened
  return opened
}

const here = { count: undefined, place: "a", word: undefined, losesNothing: false }

const generationOf = (opened: World) =>
  opened.run(
    Effect.map(get(Generations, "generation"), (found) => found._tag === "Some" ? found.value.value : undefined)
  )

describe.each(Object.entries(planes))("a store on %s", (_, plane) => {
  it("begins its first generation with nothing to look up, and goes on with it", async () => {
    const opened = await open(plane)
    expect((await opened.run(takeStore(here))).restored).toBeUndefined()
    const count = await opened.run(beat)
    expect((await opened.run(takeStore({ ...here, count }))).restored).toBeUndefined()
    expect(await generationOf(opened)).toMatchObject({ number: 1, cause: "first", place: "a" })
  })

  it("that is older than what was copied begins another, and goes on above the copy", async () => {
    const opened = await open(plane)
    await opened.run(takeStore(here))
    const count = await opened.run(beat)
    const { restored } = await opened.run(takeStore({ ...here, count: count + 5 }))
    expect(restored).toBeDefined()
    expect(await generationOf(opened)).toMatchObject({ number: 2, cause: "behind" })
    const next = await opened.run(beat)
    expect(next).toBeGreaterThan(count + 5)
    // The next start finds it whole, and knows of the restore all the same.
    expect((await opened.run(takeStore({ ...here, count: next }))).restored).toEqual(restored)
    expect(await generationOf(opened)).toMatchObject({ number: 2 })
  })
})

describe("a new generation", () => {
  const taken = async (
    parts: Partial<Parameters<typeof takeStore>[0]>,
    after: (opened: World) => void = () => undefined
  ) => {
    const opened = await open()
    await opened.run(takeStore(here))
    const count = await opened.run(beat)
    after(opened)
    const { restored } = await opened.run(takeStore({ ...here, count, ...parts }))
    return { restored, row: await generationOf(opened) }
  }

  it.each(
    [
      ["in another place", { place: "b" }, "otherPlace"],
      ["by the word of an operator", { word: "2026-11-28" }, "saidByOperator"]
    ] as const
  )("begins %s", async (_, parts, cause) => {
    const { restored, row } = await taken(parts)
    expect(row).toMatchObject({ number: 2, cause })
    expect(restored).toBeDefined()
  })

  it("does not begin in another place that lost nothing, and the place is kept", async () => {
    const { restored, row } = await taken({ place: "b", losesNothing: true })
    expect(row).toMatchObject({ number: 1, place: "b" })
    expect(restored).toBeUndefined()
  })

  it("does not begin on another machine, which has no copy of its own yet", async () => {
    const { restored, row } = await taken({ count: undefined })
    expect(row).toMatchObject({ number: 1 })
    expect(restored).toBeUndefined()
  })

  it("begins although another process writes at the same moment", async () => {
    let isRaced = false
    const opened = await World.open(undefined, (services) => {
      const store = Context.get(services, Store)
      return Context.add(services, Store, {
        ...store,
        // The count of another process is committed before ours.
        commit: (changes) => {
          const races = !isRaced && changes.writes.some(({ body }) => body.includes("otherPlace"))
          if (!races) return store.commit(changes)
          isRaced = true
          return Effect.andThen(Effect.provideService(beat, Store, store).pipe(Effect.ignore), store.commit(changes))
        }
      })
    })
    world = opened
    await opened.run(takeStore(here))
    const count = await opened.run(beat)
    expect((await opened.run(takeStore({ ...here, count, place: "b" }))).restored).toBeDefined()
    expect(isRaced).toBe(true)
    expect(await generationOf(opened)).toMatchObject({ number: 2, cause: "otherPlace" })
  })

  it("begins once for one word", async () => {
    const opened = await open()
    await opened.run(takeStore(here))
    for (const word of ["one", "one", "two"]) {
      const count = await opened.run(beat)
      await opened.run(takeStore({ ...here, count, word }))
    }
    expect(await generationOf(opened)).toMatchObject({ number: 3, word: "two" })
  })

  it("knows the last instant of the data before it", async () => {
    const { restored } = await taken({ place: "b" }, (opened) => opened.advance(60_000))
    expect(restored).toEqual({ since: startOfTests, firstAt: startOfTests + 60_000, startedAt: startOfTests + 60_000 })
  })

  it("that follows another looks for what the one before was looking for", async () => {
    const opened = await open()
    await opened.run(takeStore(here))
    await opened.run(beat)
    opened.advance(60_000)
    await opened.run(takeStore({ ...here, place: "b" }))
    opened.advance(60_000)
    await opened.run(beat)
    const { restored } = await opened.run(takeStore({ ...here, place: "c" }))
    expect(restored).toEqual({ since: startOfTests, firstAt: startOfTests + 60_000, startedAt: startOfTests + 120_000 })
    // A month later that was found, or never will be.
    opened.advance(31 * 86_400_000)
    await opened.run(beat)
    const { restored: later } = await opened.run(takeStore({ ...here, place: "d" }))
    expect(later?.since).toBe(later?.startedAt)
    expect(later?.firstAt).toBe(later?.startedAt)
  })

  it("begins where a store without any was there before", async () => {
    const opened = await open()
    expect((await opened.run(takeStore({ ...here, count: 9 }))).restored).toBeDefined()
    expect(await opened.run(get(Pulses, "pulse"))).toMatchObject({ value: { value: { count: 10 } } })
  })
})
