// Passwords by Argon2id: the form of their hashes, what is checked with which parameters, and who waits for whom.
import { Effect, Fiber, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { layer, strongCost } from "../../../../adapters/node/password-hasher.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { HasherBusy, PasswordHasher } from "../../../../core/ports/password-hasher.ts"

const light = { memory: 64, passes: 1, parallelism: 1 }
const password = Redacted.make("violet anchovy parade")

const run = <A, E>(effect: Effect.Effect<A, E, PasswordHasher>, cost = light): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, layer(cost)))

const hash = (cost = light) => run(PasswordHasher.use((hasher) => hasher.hash(password, "x")), cost)

const verify = (text: string | undefined, typed = password, cost = light) =>
  run(PasswordHasher.use((hasher) => hasher.verify(typed, text, "x")), cost)

describe("a hash of a password", () => {
  it("is Argon2id of 19 MiB and two passes, with a salt of its own", async () => {
    const [first, second] = [await hash(strongCost), await hash(strongCost)]
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(first).not.toBe(second)
    expect(await verify(first, password, strongCost)).toBe(true)
  })

  it("is of one password, and of none where there is no hash", async () => {
    const text = await hash()
    expect(await verify(text)).toBe(true)
    expect(await verify(text, Redacted.make("violet anchovy parade "))).toBe(false)
    expect(await verify(undefined)).toBe(false)
    const altered = text.replace(/.$/, (last) => last === "A" ? "B" : "A")
    expect(await verify(altered)).toBe(false)
  })

  it("is checked with its own parameters, and outdated where they are weaker", async () => {
    const text = await hash()
    expect(await verify(text, password, strongCost)).toBe(true)
    const isOutdated = (cost: typeof light) => run(PasswordHasher.useSync((hasher) => hasher.isOutdated(text)), cost)
    expect([
      await isOutdated(light),
      await isOutdated({ ...light, passes: 2 }),
      await isOutdated({ ...light, memory: 128 })
    ])
      .toEqual([false, true, true])
  })

  it("waits in a short queue of its turn, and keeps no other turn waiting §limit-passwords", async () => {
    const { atOnce, waiting } = limits.passwords
    const ends = await run(
      Effect.gen(function*() {
        const hasher = yield* PasswordHasher
        const many = yield* Effect.forEach(
          Array.from({ length: atOnce + waiting + 5 }),
          () => Effect.forkChild(Effect.result(hasher.hash(password, "one address")))
        )
        const other = yield* Effect.forkChild(Effect.result(hasher.hash(password, "another")))
        return { many: yield* Effect.forEach(many, Fiber.join), other: yield* Fiber.join(other) }
      })
    )
    const refused = ends.many.filter(({ _tag }) => _tag === "Failure")
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({ failure: new HasherBusy() })
    expect(ends.other._tag).toBe("Success")
  })
})
