// What is open of a list that records never leave.
import { Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { openRecords } from "../../../../core/engine/store/open-records.ts"
import { get, insert, recordKind, replace } from "../../../../core/engine/store/records.ts"
import { noPersonalData } from "../../../../core/engine/store/personal.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { openPlane } from "../../../support/anvil-chain.ts"

const Errand = Schema.Struct({ id: Schema.String, owner: Schema.String, isOver: Schema.Boolean })
type Errand = typeof Errand.Type

const isOpen = ({ isOver }: Errand): boolean => !isOver
const Errands = recordKind({
  kind: "errand",
  schema: Errand,
  personal: noPersonalData("what a test writes"),
  lists: { open: (errand: Errand) => isOpen(errand) ? "all" : undefined }
})

const opened = async () => {
  const plane = await openPlane()
  const run = <A, E>(effect: Effect.Effect<A, E, Store>): Promise<A> => Effect.runPromise(Effect.provide(effect, plane))
  const commit = (write: ReturnType<typeof insert>) =>
    run(Store.use((store) => store.commit(changeSet({ writes: [write] }))))
  return {
    run,
    begin: (id: string) => commit(insert(Errands, { id, owner: "operator", isOver: false })),
    set: async (id: string, isOver: boolean) => {
      const before = await run(get(Errands, id))
      if (before._tag === "Some") await commit(replace(Errands, before.value, { ...before.value.value, isOver }))
    },
    reading: () => {
      const open = openRecords(Errands, "open", "all", isOpen)
      return async () => (await run(open)).map(({ value }) => value.id)
    }
  }
}

it("has what is open, the oldest first, also of more than a page", async () => {
  const { begin, reading } = await opened()
  const ids = Array.from({ length: 450 }, (_, place) => `errand/${place}`)
  for (const id of ids) await begin(id)
  expect(await reading()()).toEqual(ids)
})

it("leaves out what is over, and has it again once it is open again", async () => {
  const { begin, reading, set } = await opened()
  const read = reading()
  for (const id of ["one", "two", "three"]) await begin(id)
  expect(await read()).toEqual(["one", "two", "three"])
  await set("two", true)
  expect(await read()).toEqual(["one", "three"])
  expect(await reading()()).toEqual(["one", "three"])
  await set("two", false)
  expect(new Set(await read())).toEqual(new Set(["one", "two", "three"]))
})
