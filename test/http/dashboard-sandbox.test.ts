// The panel of the sandbox: it says what providers would say, to what is the viewer's own, moves the clock, and is not there in
// production.
import { Clock, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { managementEndpoints } from "../../hosts/http/api/definition/management.ts"
import { declared, eventually, keyOf, openHost, secretsKey, sqliteDatabase } from "../support/host.ts"
import { dataOf, expectFailure, send } from "../support/http.ts"
import { operatorTokenOf } from "./as-operator.ts"
import { type DashboardWorld, openDashboard, ownerKey, prefix } from "./dashboard-world.ts"
import { expectAccepted, sendSigned, ticketEvent } from "./sandbox.ts"

type Row = Readonly<Record<string, unknown>>

describe("the panel of the sandbox", () => {
  let world: DashboardWorld
  beforeAll(async () => {
    world = await openDashboard()
  })
  afterAll(() => world.close())

  const rowOf = async (list: string, id: string): Promise<Row | undefined> =>
    ((await world.read(world.token, `/${list}`))["rows"] as ReadonlyArray<Row>).find((row) => row["id"] === id)

  it("pays a charge, contests the PIX and returns it §dashboard-panel", async () => {
    const { id } = await world.deposit()
    for (const action of ["return", "dispute"]) {
      const answer = await world.ask(
        ownerKey,
        "POST",
        `/sandbox/deposits/${id}/${action}`,
        action === "dispute" ? { status: "CREATED" } : {}
      )
      expectFailure(answer, { status: 409, errorCode: "STATE_CONFLICT" })
    }
    expect(await world.write(ownerKey, `/sandbox/deposits/${id}/pay`, {})).toEqual({ id, status: "PROCESSING" })
    await world.until("deposits", id, "COMPLETED")
    const dispute = await world.write(ownerKey, `/sandbox/deposits/${id}/dispute`, {
      status: "CREATED",
      reason: "fraud"
    })
    expect(await rowOf("disputes", String(dispute["id"]))).toMatchObject({
      status: "CREATED",
      accountId: world.acme,
      valueBrl: "50.00",
      isFinal: false
    })
    await world.write(ownerKey, `/sandbox/deposits/${id}/dispute`, { status: "REJECTED" })
    expect(await rowOf("disputes", String(dispute["id"]))).toMatchObject({ status: "REJECTED", isFinal: true })
    await world.write(ownerKey, `/sandbox/deposits/${id}/return`, { value: 1_000 })
    await world.write(ownerKey, `/sandbox/deposits/${id}/return`, {})
    await world.until("deposits", id, "REFUNDED")
    const again = await world.ask(ownerKey, "POST", `/sandbox/deposits/${id}/return`, {})
    expectFailure(again, { status: 409, errorCode: "STATE_CONFLICT" })
  })

  it("settles and fails what waits for it, and reverses what was paid §dashboard-panel", async () => {
    const [settled, failed] = [await world.payout(ownerKey, "hold@sandbox.test"), await world.invoice()]
    await world.until("payouts", settled, "PENDING")
    await world.write(ownerKey, `/sandbox/lightning-invoices/${failed}/pay`)
    await world.until("lightning-invoices", failed, "PAID")
    await world.write(ownerKey, `/sandbox/payouts/${failed}/move`, { outcome: "fail", reason: "no such key" })
    await world.until("lightning-invoices", failed, "FAILED")
    await world.write(ownerKey, `/sandbox/payouts/${settled}/move`, { outcome: "settle" })
    await world.until("payouts", settled, "COMPLETED")
    await world.write(ownerKey, `/sandbox/payouts/${settled}/move`, { outcome: "reverse" })
    await world.until("payouts", settled, "REFUNDED")
    expect(await rowOf("payouts", settled)).toMatchObject({ kind: "payout", state: "REFUNDED", isFinal: true })
    expect(await rowOf("lightning-invoices", failed)).toMatchObject({ state: "OWED" })
  }, 20_000)

  it("moves time, for requests and jobs alike: a charge expires §dashboard-time", async () => {
    const { id } = await world.deposit()
    const before = await world.read(ownerKey, "/sandbox/time")
    expect(before).toMatchObject({ offsetMs: expect.any(Number) as number, canMove: true })
    const forwardMs = 24 * 3_600_000 + 1_000
    expectFailure(await world.ask(ownerKey, "POST", "/sandbox/time", { forwardMs }), {
      status: 401,
      errorCode: "UNAUTHORIZED"
    })
    for (const wrong of [0, -1, 31 * 86_400_000 + 1]) {
      expectFailure(await world.ask(world.token, "POST", "/sandbox/time", { forwardMs: wrong }), {
        status: 400,
        errorCode: "VALIDATION_FAILED",
        fields: ["forwardMs"]
      })
    }
    const after = await world.write(world.token, "/sandbox/time", { forwardMs })
    expect(after["offsetMs"]).toBe(Number(before["offsetMs"]) + forwardMs)
    expect(Date.parse(String(after["now"]))).toBeGreaterThanOrEqual(Date.now() + forwardMs - 1_000)
    await world.until("deposits", id, "EXPIRED")
    const late = await world.deposit()
    expect(Date.parse(String((await rowOf("deposits", late.id))?.["createdAt"]))).toBeGreaterThan(
      Date.now() + 3_600_000
    )
  })

  it(
    "dates webhooks and the provider's word by the time of the world, however far it was moved §dashboard-time",
    async () => {
      const { receiver } = world
      await world.webhook()
      const { offsetMs } = await world.write(world.token, "/sandbox/time", { forwardMs: 86_400_000 })
      expect(Number(offsetMs)).toBeGreaterThan(300_000)
      const { trackId } = await world.deposit()
      expectAccepted(await sendSigned(world.host.base, ticketEvent(trackId)))
      const [test, event] = await eventually(async () => receiver.at("/hook-0"), ({ length }) => length > 1)
      for (const sent of [test, event]) {
        expect(Math.abs(Number(sent?.headers["x-service-timestamp"]) * 1_000 - Date.now())).toBeLessThan(60_000)
      }
    },
    20_000
  )

  it("writes each action of an owner down under his key §dashboard-audit", async () => {
    const webhookId = await world.webhook()
    const { acts } = await world.read(world.token, "/admin/audit")
    const [act] = (acts as ReadonlyArray<Row>).filter(({ subject }) => subject === webhookId)
    expect(act).toMatchObject({ action: "webhook.register", accountId: world.acme })
    expect(act?.["keyId"]).toMatch(/^key_/)
    await world.write(world.token, `/admin/accounts/${world.acme}`, { blocked: false }, "PATCH")
    expect(((await world.read(world.token, "/admin/audit"))["acts"] as ReadonlyArray<Row>)[0]).toMatchObject({
      action: "account.update",
      keyId: null
    })
  })
})

it.each([["memory", "memory:"], ["SQLite", sqliteDatabase().url]])(
  "wakes a worker on %s that sleeps until something of before the move is due §dashboard-time",
  async (_, url) => {
    const host = await openHost({ accounts: [declared("acme")], variables: { DATABASE_URL: url }, worker: false })
    const key = operatorTokenOf(host)
    const move = () =>
      send(host.base, { method: "POST", path: `${prefix}/sandbox/time`, key, body: { forwardMs: 86_400_000 } })
    // What wakes is there from the second move on.
    expect((await move()).status).toBe(200)
    const woken = host.inSandbox(Effect.gen(function*() {
      const queue = yield* JobQueue
      const now = yield* Clock.currentTimeMillis
      yield* queue.claim({ now, leaseMs: 1_000, lanes: [] })
      return yield* Effect.as(queue.wake(now + 3_600_000), "woken")
    }))
    expect((await move()).status).toBe(200)
    expect(await woken).toBe("woken")
    await host.close()
  }
)

describe("where the panel is not", () => {
  it("is not in production, and says so to no one §dashboard-production", async () => {
    const host = await openHost({
      accounts: [declared("acme", { environment: "production" })],
      variables: {
        PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
        PONTEPAY_PRODUCTION_HOST: "live.example",
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: "the operator's token of the tests"
      },
      worker: false
    })
    const headers = { host: "live.example" }
    const ask = (method: string, path: string, key: string, body?: unknown) =>
      send(host.base, { method, path: `${prefix}${path}`, key, body, headers })
    for (const key of ["the operator's token of the tests", keyOf("acme", "production")]) {
      const session = dataOf(await ask("GET", "/session", key))
      expect(session).toMatchObject({ environment: "production", sandbox: null })
      for (const { identifier, isSandboxOnly, method, path } of managementEndpoints) {
        if (!isSandboxOnly) continue
        expect(session["may"]).not.toContain(identifier)
        const whole = {
          method,
          path: path.replace(":id", "x"),
          key,
          headers,
          ...(method === "GET" ? {} : { body: {} })
        }
        expectFailure(await send(host.base, whole), { status: 404, errorCode: "NOT_FOUND" }, identifier)
      }
    }
    // The key of one environment opens nothing in the other.
    expectFailure(await ask("GET", "/session", keyOf("acme")), { status: 401, errorCode: "UNAUTHORIZED" })
    await host.close()
  })

  it("does not move a clock that other processes share §dashboard-time", async () => {
    const host = await openHost({ variables: { PONTEPAY_ROLE: "http" }, worker: false })
    const key = operatorTokenOf(host)
    const path = `${prefix}/sandbox/time`
    expect(dataOf(await send(host.base, { path, key }))).toMatchObject({ canMove: false, offsetMs: 0 })
    expectFailure(await send(host.base, { path, key, body: { forwardMs: 1_000 } }), {
      status: 409,
      errorCode: "STATE_CONFLICT"
    })
    await host.close()
  })
})
