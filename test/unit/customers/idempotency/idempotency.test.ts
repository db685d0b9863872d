// An Idempotency-Key (C1): the first answer stands exactly when its effect does, and is given again byte for byte.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { NotFound } from "../../../../core/base/errors/errors.ts"
import { type Attempt, type Remember, answered, once } from "../../../../core/customers/idempotency/idempotency.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { World } from "../../../support/world.ts"

type View = { readonly made: number }

const attempt = (parts: Partial<Attempt<View>> = {}): Attempt<View> => ({
  route: "make",
  key: "key-1",
  fingerprint: "request-1",
  encode: (view) => ` ${JSON.stringify(view)}\n`,
  ...parts
})

/** A use case that counts how often it ran, and stores its answer in its only commit. */
class Maker {
  runs = 0
  readonly make = (remember: Remember<View>) =>
    Effect.gen({ self: this }, function*() {
      const answer: View = { made: ++this.runs }
      yield* Store.use((store) => store.commit(changeSet({ writes: remember(answer, 1_000) })))
      return answered(answer)
    })
}

const open = async () => ({ world: await World.open(), maker: new Maker() })

describe("once", () => {
  it("runs a request without a key every time, and remembers nothing", async () => {
    const { maker, world } = await open()
    for (const made of [1, 2]) {
      expect(await world.run(once("acc_01", undefined, maker.make))).toEqual(answered({ made }))
    }
    expect(world.commits.flatMap(({ writes }) => writes)).toEqual([])
  })

  it("gives the first answer again, byte for byte as the host wrote it §idempotency-replay", async () => {
    const { maker, world } = await open()
    expect(await world.run(once("acc_01", attempt(), maker.make))).toEqual(answered({ made: 1 }))
    expect(await world.run(once("acc_01", attempt(), maker.make))).toEqual({ _tag: "Stored", body: ` {"made":1}\n` })
    expect(maker.runs).toBe(1)
  })

  it("refuses the key for another request, without effect §idempotency-conflict", async () => {
    const { maker, world } = await open()
    await world.run(once("acc_01", attempt(), maker.make))
    const other = once("acc_01", attempt({ fingerprint: "request-2" }), maker.make)
    expect(await world.refusal(other)).toMatchObject({ _tag: "IdempotencyConflict", field: "Idempotency-Key" })
    expect(maker.runs).toBe(1)
  })

  it.each<[string, string, Partial<Attempt<View>>]>([
    ["key", "acc_01", { key: "key-2" }],
    ["route", "acc_01", { route: "break" }],
    ["owner", "acc_02", {}],
    ["key that looks like the path of another", "acc_01", { route: "ma", key: "ke/key-1" }]
  ])("knows another %s as another attempt", async (_, owner, parts) => {
    const { maker, world } = await open()
    await world.run(once("acc_01", attempt(), maker.make))
    expect(await world.run(once(owner, attempt(parts), maker.make))).toEqual(answered({ made: 2 }))
  })

  it("replays what a slow first try committed meanwhile, when this one was refused for want of what that one spent", async () => {
    const { maker, world } = await open()
    const twin = once("acc_01", attempt(), maker.make)
    const late = once(
      "acc_01",
      attempt(),
      () => Effect.andThen(twin, Effect.fail(new NotFound({ resource: "Wallet" })))
    )
    expect(await world.run(late)).toEqual({ _tag: "Stored", body: ` {"made":1}\n` })
    const other = once(
      "acc_01",
      attempt({ fingerprint: "request-2", key: "key-2" }),
      () =>
        Effect.andThen(
          once("acc_01", attempt({ key: "key-2" }), maker.make),
          Effect.fail(new NotFound({ resource: "Wallet" }))
        )
    )
    expect(await world.refusal(other)).toMatchObject({ _tag: "IdempotencyConflict" })
  })

  it("keeps no refusal: the key is free for another try §idempotency-refusals", async () => {
    const { maker, world } = await open()
    const refused = once("acc_01", attempt(), () => Effect.fail(new NotFound({ resource: "Subaccount" })))
    expect(await world.refusal(refused)).toMatchObject({ _tag: "NotFound" })
    expect(await world.run(once("acc_01", attempt({ fingerprint: "request-2" }), maker.make))).toEqual(
      answered({ made: 1 })
    )
  })

  it("keeps no answer of an effect that did not happen", async () => {
    const { maker, world } = await open()
    const broken = once(
      "acc_01",
      attempt(),
      (remember) =>
        Store.use((store) =>
          store.commit(changeSet({ writes: remember({ made: 0 }, 1_000), finished: [{ id: "none", lease: "none" }] }))
        ).pipe(Effect.as(answered<View>({ made: 0 })))
    )
    expect(await world.refusal(broken)).toMatchObject({ _tag: "LeaseLost" })
    expect(await world.run(once("acc_01", attempt(), maker.make))).toEqual(answered({ made: 1 }))
  })

  it("answers a twin that was slower with the first answer §idempotency-twins", async () => {
    const { maker, world } = await open()
    // The twin begins, and before it commits the first one is done.
    const slower = once("acc_01", attempt(), (remember) =>
      Effect.andThen(
        Effect.promise(() => world.run(once("acc_01", attempt(), maker.make))),
        Store.use((store) => store.commit(changeSet({ writes: remember({ made: 99 }, 1_000) })))
      ).pipe(Effect.as(answered<View>({ made: 99 }))))
    expect(await world.run(slower)).toEqual({ _tag: "Stored", body: ` {"made":1}\n` })
    expect(maker.runs).toBe(1)
  })

  it("refuses a twin with another request that was slower", async () => {
    const { maker, world } = await open()
    const slower = once("acc_01", attempt({ fingerprint: "request-2" }), (remember) =>
      Effect.andThen(
        Effect.promise(() => world.run(once("acc_01", attempt(), maker.make))),
        Store.use((store) => store.commit(changeSet({ writes: remember({ made: 99 }, 1_000) })))
      ).pipe(Effect.as(answered<View>({ made: 99 }))))
    expect(await world.refusal(slower)).toMatchObject({ _tag: "IdempotencyConflict" })
  })
})
