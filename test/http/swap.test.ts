// Swaps over the wire (spec "DePix swap"): not in the sandbox, whatever is sent; elsewhere 202, and 200 for an identical
// replay, with the envelopes of the error table.
import { Effect, Exit } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { swapRoutes } from "../../hosts/http/api/handlers/swap.ts"
import { createSwap, readSwap } from "../../hosts/http/api/definition/swap.ts"
import { failureAnswer } from "../../hosts/http/api/request/envelope.ts"
import { type TestHost, declared, keyOf, openHost } from "../support/host.ts"
import { type Answer, bodyOf, expectFailure, expectSuccess, send } from "../support/http.ts"
import { openSwapper, pin } from "../unit/payments/swap/swap.scene.ts"
import { textOf } from "../support/text-of.ts"

const path = "/api/wallet/swap"

describe("POST /api/wallet/swap in the sandbox", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme", { flags: ["SWAP"] })], worker: false })
  })
  afterAll(() => host.close())
  const key = keyOf("acme")

  it.each([{}, { fromAsset: "DEPIX" }, "not json", { unknown: true }])(
    "§swap-sandbox answers 501 before anything of %j is looked at",
    async (body) => {
      const sent = { path, key, body, headers: { "content-type": "application/json" } }
      expectFailure(await send(host.base, sent), { status: 501, errorCode: "NOT_AVAILABLE_IN_SANDBOX" })
    }
  )

  it("§swap-unauthorized needs a key first", async () => {
    expectFailure(await send(host.base, { path, body: {} }), { status: 401, errorCode: "UNAUTHORIZED" })
  })

  it("§swap-read-missing finds no swap there", async () => {
    expectFailure(await send(host.base, { path: `${path}/swp_1`, key }), { status: 404, errorCode: "NOT_FOUND" })
  })
})

/** The routes in a world where swaps exist, as the app runs them. */
const open = async () => {
  const scene = await openSwapper()
  const call = async (
    method: string,
    parts: {
      readonly body?: unknown
      readonly swapId?: string
      readonly search?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  ): Promise<Answer> => {
    const route = swapRoutes.find((each) => each.method === method)
    if (route === undefined) throw new Error(`no route for ${method}`)
    const body = new TextEncoder().encode(parts.body === undefined ? "" : JSON.stringify(parts.body))
    const request = { method, target: path, headers: { host: "api.example", ...parts.headers }, body, peer: undefined }
    const matched = {
      request,
      body,
      search: parts.search ?? "",
      params: parts.swapId === undefined ? {} : { swapId: parts.swapId },
      now: scene.world.clock.now,
      origin: () => null
    }
    const exit = await scene.world.run(Effect.exit(route.run(matched, Effect.succeed(scene.caller))))
    const answer = Exit.isSuccess(exit) ? exit.value : failureAnswer(exit.cause).answer
    return {
      status: answer.status,
      headers: { ...answer.headers, "x-request-id": "of-the-app" },
      text: textOf(answer)
    }
  }
  const body = (parts: Readonly<Record<string, unknown>> = {}) => ({
    fromAsset: "DEPIX",
    toAsset: "BTC",
    network: "spark",
    amount: "50",
    clientRequestId: "request-1",
    walletPin: pin,
    protectedSymmetricKey: scene.envelope,
    ...parts
  })
  return { ...scene, call, body }
}

describe("POST /api/wallet/swap", () => {
  it("§endpoint-create-swap §swap-accepted §swap-replay-status answers 202, then 200 for the identical request", async () => {
    const { body, call, world } = await open()
    const first = await call("POST", { body: body() })
    expect(expectSuccess(createSwap, first, 202)).toMatchObject({ status: "PENDING", clientRequestId: "request-1" })
    const again = await call("POST", { body: body({ walletPin: "000000" }) })
    expect(again.status).toBe(200)
    expect(bodyOf(again)).toEqual(bodyOf(first))
    await world.work()
    expect(bodyOf(await call("POST", { body: body() }))).toMatchObject({ status: "COMPLETED" })
    expectFailure(await call("POST", { body: body({ amount: "51" }) }), {
      status: 409,
      errorCode: "IDEMPOTENCY_CONFLICT"
    })
  })

  it("§swap-idempotency-key gives the same swap again under its key, with its status of now", async () => {
    const { body, call, world } = await open()
    const headers = { "idempotency-key": "swap-1" }
    const first = await call("POST", { body: body(), headers })
    await world.work()
    const again = await call("POST", { body: body({ walletPin: "000000" }), headers })
    expect(again.status).toBe(200)
    expect(bodyOf(again)).toEqual({ ...bodyOf(first), status: "COMPLETED" })
    expect(again.headers["idempotency-replayed"]).toBe("true")
    expectFailure(await call("POST", { body: body({ clientRequestId: "request-2" }), headers }), {
      status: 409,
      errorCode: "IDEMPOTENCY_CONFLICT"
    })
  })

  it.each([
    [{ amount: "1e3" }, 400, "INVALID_INPUT"],
    [{ clientRequestId: undefined }, 400, "INVALID_INPUT"],
    [{ address: "nobody" }, 400, "INVALID_SPARK_ADDRESS"],
    [{ network: "lightning", address: "nobody" }, 400, "INVALID_LIGHTNING_DESTINATION"],
    [{ network: "lightning", address: "lnbc1p0" }, 400, "BOLT11_NOT_SUPPORTED"],
    [{ walletPin: "000000" }, 401, "INVALID_PIN"],
    [{ subAccountId: "sub_other" }, 404, "NOT_FOUND"],
    [{ surplus: 1 }, 400, "VALIDATION_FAILED"],
    [{ counterpartyCountry: "Brazil" }, 400, "VALIDATION_FAILED"],
    [{ walletOwner: "mine" }, 400, "VALIDATION_FAILED"]
  ])("§swap-error-codes answers %j with %s %s", async (parts, status, errorCode) => {
    const { body, call } = await open()
    expectFailure(await call("POST", { body: body(parts) }), { status, errorCode })
  })

  it("§swap-error-codes answers 429 with Retry-After once the wallet is locked", async () => {
    const { body, call } = await open()
    for (let tries = 0; tries < 3; tries++) await call("POST", { body: body({ walletPin: "000000" }) })
    const locked = await call("POST", { body: body() })
    expectFailure(locked, { status: 429, errorCode: "RATE_LIMITED" })
    expect(locked.headers["retry-after"]).toBe("86400")
  })

  it("§swap-error-codes answers NO_SPARK_WALLET where there is no Spark identity", async () => {
    const { body, call, world } = await open()
    world.spark.identity = undefined
    expectFailure(await call("POST", { body: body() }), { status: 400, errorCode: "NO_SPARK_WALLET" })
  })
})

describe("GET /api/wallet/swap/{swapId}", () => {
  const leg = (number: number, status: string, parts: Readonly<Record<string, unknown>> = {}) => ({
    leg: number,
    status,
    originChain: "spark",
    destinationChain: "spark",
    originTxHash: null,
    destinationTxHash: null,
    actualAmountOut: null,
    error: null,
    ...parts
  })

  // F12
  it("§swap-read shows status, error and every field of each leg: before it runs, done, and stranded", async () => {
    const { body, call, world } = await open()
    const made = async (parts: Readonly<Record<string, unknown>>) =>
      String(bodyOf(await call("POST", { body: body(parts) }))["swapId"])
    const read = async (swapId: string) => expectSuccess(readSwap, await call("GET", { swapId }))
    const done = await made({})
    expect(await read(done)).toMatchObject({
      status: "PENDING",
      error: null,
      legs: [leg(0, "PENDING"), leg(1, "PENDING", { swapRequestId: null }), leg(2, "PENDING")]
    })
    await world.work()
    const legs = [
      leg(0, "CONFIRMED", { originTxHash: `token-leg-0/${done}` }),
      leg(1, "CONFIRMED", {
        swapRequestId: `pool-leg-1/${done}`,
        destinationTxHash: `pool-transfer-leg-1/${done}`,
        actualAmountOut: "10000"
      })
    ]
    const { legs: shown, ...record } = await read(done)
    expect(record).toMatchObject({ swapId: done, status: "COMPLETED", error: null })
    expect(shown).toEqual([
      ...legs,
      leg(2, "CONFIRMED", { destinationTxHash: `sats-leg-2/${done}`, actualAmountOut: "10000" })
    ])
    world.lightning.addresses = "gone"
    const stranded = await made({
      network: "lightning",
      address: "bob@wallet.example.com",
      clientRequestId: "request-2"
    })
    await world.work()
    const { legs: left, ...after } = await read(stranded)
    expect(after).toMatchObject({ status: "STRANDED", error: "LIGHTNING_FAILED" })
    expect(left).toEqual([
      ...legs.map((each) => JSON.parse(JSON.stringify(each).replaceAll(done, stranded)) as unknown),
      leg(2, "CONFIRMED", { destinationTxHash: `sats-leg-2/${stranded}`, actualAmountOut: "10000" }),
      leg(3, "PENDING", { destinationChain: "lightning", feeSats: null })
    ])
  })

  it("§endpoint-read-swap is found under its own subaccount, and a foreign one answers like a missing one", async () => {
    const { body, call, caller, world } = await open()
    const swapId = String(bodyOf(await call("POST", { body: body() }))["swapId"])
    await world.work()
    const record = expectSuccess(readSwap, await call("GET", { swapId }))
    const own = await call("GET", { swapId, search: `subAccountId=${caller.account.mainSubAccountId}` })
    expect(bodyOf(own)).toEqual(record)
    const other = await call("GET", { swapId, search: "subAccountId=sub_other" })
    const missing = await call("GET", { swapId: "swp_nothing" })
    expectFailure(other, { status: 404, errorCode: "NOT_FOUND" })
    expect(other.text).toBe(missing.text)
  })
})
