// Whose a data plane is: marked by the first that opens it, and refused to the other environment.
import { Effect, Result } from "effect"
import { expect, it } from "vitest"
import { layer } from "../../../../adapters/memory/store.ts"
import { ForeignPlane, claimPlane } from "../../../../core/customers/access/plane-mark.ts"
import { World } from "../../../support/world.ts"

it("belongs to the environment that opened it first, however often it opens it", async () => {
  const claims = Effect.gen(function*() {
    yield* Effect.all([claimPlane("production"), claimPlane("production")], { concurrency: "unbounded" })
    yield* claimPlane("production")
    return yield* Effect.result(claimPlane("sandbox"))
  })
  const refused = await Effect.runPromise(Effect.provide(claims, layer))
  expect(refused).toEqual(Result.fail(new ForeignPlane({ environment: "production" })))
  expect(Result.isFailure(refused) && "problem" in refused.failure && refused.failure.problem).toBe(
    "holds the data of the production environment"
  )
})

it("belongs, where it is older than its mark, to the environment of its accounts", async () => {
  const world = await World.open()
  await world.caller()
  expect(await world.refusal(claimPlane("production"))).toEqual(new ForeignPlane({ environment: "sandbox" }))
  await world.run(claimPlane("sandbox"))
  await world.close()
})
