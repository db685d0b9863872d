// What a start says is sold although an operator does a part of it by hand: one line for each (C69; 0260).
import { Context, Effect, Layer } from "effect"
import { expect, it } from "vitest"
import * as unconfigured from "../../../../adapters/unconfigured/ports.ts"
import { PixRail } from "../../../../core/ports/pix-rail.ts"
import { SwapPool } from "../../../../core/ports/swap-pool.ts"
import type { Way } from "../../../../core/ports/way.ts"
import { startWarnings } from "../../../../hosts/http/environments/start-warnings.ts"

const ports = async (
  ways: { readonly payments: Way; readonly returns: Way; readonly swaps: Way },
  returnsFailed = false
) => {
  const services = await Effect.runPromise(Effect.scoped(Layer.build(unconfigured.layer)))
  const rail = { ...Context.get(services, PixRail), ways, returnsFailed }
  return Context.add(Context.add(services, PixRail, rail), SwapPool, { ...Context.get(services, SwapPool), ways })
}

const said = async (...given: Parameters<typeof ports>) =>
  startWarnings([], () => undefined, [{ environment: "production", services: await ports(...given) }])
    .filter((line) => line.startsWith("production: ")).map((line) => line.slice("production: ".length).split(".")[0])

it("names each part that an operator does, and nothing that a provider does or that is not sold §ways-start", async () => {
  expect(await said({ payments: "operator", returns: "operator", swaps: "operator" })).toEqual([
    "The PIX provider takes no order to return a PIX",
    "The PIX provider takes no order to pay a PIX",
    "No provider converts DePix by itself"
  ])
  expect(await said({ payments: "provider", returns: "operator", swaps: "none" })).toEqual([
    "The PIX provider takes no order to return a PIX"
  ])
  expect(await said({ payments: "provider", returns: "provider", swaps: "none" })).toEqual([])
  // This rail returns what failed without an order.
  expect(await said({ payments: "provider", returns: "operator", swaps: "none" }, true)).toEqual([])
})
