// What was sent on chains and is not final is carried every few seconds, and a chain that is away is tried again.
import { Effect } from "effect"
import { expect, it } from "vitest"
import { unconfiguredChain } from "../../../../adapters/unconfigured/ports.ts"
import { carryTransfers } from "../../../../core/payments/movement/carry-transfers.ts"
import { ChainUnavailable } from "../../../../core/ports/chain.ts"
import { ChainTransfers } from "../../../../core/ports/moving/chain-transfers.ts"

const carried = (carry?: Effect.Effect<void, ChainUnavailable>) =>
  Effect.runPromise(
    Effect.provideService(carryTransfers(), ChainTransfers, {
      ...unconfiguredChain,
      ...carry === undefined ? {} : { carry }
    })
  )

it("takes each transfer a step further, again and again", async () => {
  let steps = 0
  const step = Effect.sync(() => void steps++)
  expect(await carried(step)).toEqual({ _tag: "Again", inMs: 10_000, problem: null })
  expect(await carried(step)).toEqual({ _tag: "Again", inMs: 10_000, problem: null })
  expect(steps).toBe(2)
})

it("goes on when the chain is away, and says so on its job", async () => {
  const away = Effect.fail(new ChainUnavailable({ reason: "no node answers" }))
  expect(await carried(away)).toEqual({
    _tag: "Again",
    inMs: 10_000,
    problem: { code: "noAnswer", detail: "no node answers" }
  })
})

it("looks once an hour where there is nothing to carry", async () => {
  expect(await carried()).toEqual({ _tag: "Again", inMs: 3_600_000, problem: null })
})
