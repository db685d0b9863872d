// A letter is kept once and answered once.
import { Effect, Option } from "effect"
import { expect, it } from "vitest"
import { Letters, answered, received } from "../../../../core/operations/letter/letter.ts"
import { get, type insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { openPlane } from "../../../support/anvil-chain.ts"

it("is kept once and answered once §rows-letter", async () => {
  const plane = await openPlane()
  const run = <A, E>(effect: Effect.Effect<A, E, Store>): Promise<A> => Effect.runPromise(Effect.provide(effect, plane))
  const commit = async (write: ReturnType<typeof insert>) =>
    (await run(Effect.result(Store.use((store) => store.commit(changeSet({ writes: [write] }))))))._tag
  const letter = received("acc_01", "2026/17", 1_000)
  const kept = () => run(Effect.map(get(Letters, letter.id), Option.getOrThrow))
  expect(await commit(letter)).toBe("Success")
  expect(await commit(letter)).toBe("Failure")
  const write = answered(await kept(), 2_000)
  if (write === undefined) throw new Error("it was not answered")
  expect(await commit(write)).toBe("Success")
  expect((await kept()).value).toMatchObject({ state: "ANSWERED", answeredAt: 2_000 })
  expect(answered(await kept(), 3_000)).toBeUndefined()
})
