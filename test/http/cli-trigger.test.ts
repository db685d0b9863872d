// `pontepay trigger` reaches every event that there is, and the example receiver gets and verifies each of them. Service and
// receiver are the processes that a reader starts.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { EventName } from "../../core/engine/event/event.ts"
import { eventPayloads } from "../../hosts/http/api/definition/events.ts"
import { type ReceiverProcess, startReceiver } from "../examples/receiver.ts"
import {
  type HostProcess,
  eventually,
  openHost,
  providerSecret,
  sqliteDatabase,
  startProcess
} from "../support/host.ts"
import { besides, cli, cliJson } from "./cli-run.ts"

const operatorToken = "operator-token-of-the-tests"
let host: HostProcess
let receiver: ReceiverProcess
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  const variables = {
    DATABASE_URL: sqliteDatabase().url,
    PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
    PONTEPAY_OPERATOR_TOKEN: operatorToken
  }
  ;[host, receiver] = await Promise.all([startProcess({ variables }), startReceiver()])
  env = {
    ...variables,
    PONTEPAY_URL: host.base,
    PONTEPAY_API_KEY: host.key,
    PONTEPAY_SANDBOX_PROVIDER_SECRET: providerSecret
  }
})
afterAll(async () => {
  await Promise.all([host.stop(), receiver.stop()])
})

const all: ReadonlyArray<string> = [...EventName.literals, "WEBHOOK_TEST"]

const triggered = async (...args: ReadonlyArray<string>) => {
  const { code, err, json } = await cliJson(["trigger", ...args], { env })
  expect([code, err]).toEqual([0, ""])
  return json
}

/** What the receiver printed as verified of an event that was reached. */
const printed = ({ id }: Readonly<Record<string, unknown>>) =>
  eventually(
    () => Promise.resolve(receiver.verified().find(({ eventId }) => eventId === id)),
    (found) => found !== undefined
  )

describe("trigger", () => {
  it("§cli-trigger-list lists every event that there is", async () => {
    const { events } = await triggered("--list") as { readonly events: ReadonlyArray<{ readonly event: string }> }
    expect(events.map(({ event }) => event).toSorted()).toEqual(Object.keys(eventPayloads).toSorted())
    expect(events.map(({ event }) => event).toSorted()).toEqual(all.toSorted())
  })

  it("§cli-trigger-all §examples-webhook-receiver reaches every event, and the example receiver verifies each", async () => {
    // The test of a registration comes before its secret is shown: it is answered, and verified afterwards.
    const registered = await cliJson(["webhooks", "register", receiver.url], { env })
    await eventually(() => Promise.resolve(receiver.output()), (text) => text.includes("unverified WEBHOOK_TEST"))
    expect(receiver.verified()).toEqual([])
    receiver.paste(String(registered.json["secret"]))
    const [test] = await eventually(() => Promise.resolve(receiver.verified()), ({ length }) => length > 0)
    expect(test).toMatchObject({ event: "WEBHOOK_TEST", data: { webhookId: registered.json["webhookId"] } })

    const { missed, reached, skipped } = await triggered("all", "--receiver", receiver.url) as {
      readonly reached: ReadonlyArray<{ readonly event: string; readonly id: string | null; readonly secret?: string }>
      readonly [other: string]: unknown
    }
    expect([missed, skipped]).toEqual([[], []])
    expect(reached.map(({ event }) => event).toSorted()).toEqual(all.toSorted())
    receiver.paste(reached.find(({ event }) => event === "WEBHOOK_TEST")?.secret ?? "")
    const verified = await eventually(
      () => Promise.resolve(receiver.verified()),
      (found) => found.filter(({ event }) => event === "WEBHOOK_TEST").length === 2
    )
    expect([...new Set(verified.map(({ event }) => event))].toSorted()).toEqual(all.toSorted())
    for (const { id } of reached) if (id !== null) await printed({ id })
  })

  it.each([
    ["PAYOUT_SUCCESSFUL", "lightning", { pixKey: "maria@example.com" }],
    ["PAYOUT_FAILED", "lightning", { success: false, pixKey: "fail@sandbox.test" }],
    ["PAYOUT_REFUNDED", "reversal", { returnedAmount: "10.00", reversalTicketId: expect.any(String) as unknown }],
    ["PAYOUT_REFUNDED", "manual", { stableAmount: expect.any(String) as unknown, network: "base", asset: "BRLA" }],
    ["PAYOUT_REFUNDED", "lightning", { refundInvoice: expect.any(String) as unknown, pixKey: "fail@sandbox.test" }],
    ["DEPOSIT_ASSET_REFUNDED", "partial", { partial: true, retryable: false }]
  ])("§cli-trigger-variants reaches %s another way: %s", async (event, variant, data) => {
    const reached = await triggered(event, "--variant", variant)
    expect(reached).toMatchObject({ event, data })
    expect(await printed(reached)).toEqual({ event, eventId: reached["id"], data: reached["data"] })
  })

  it("§cli-trigger-again makes a payout a second time within the minute of the keys", async () => {
    expect(await triggered("payout_successful")).toMatchObject({
      event: "PAYOUT_SUCCESSFUL",
      data: { success: true, status: "COMPLETED" }
    })
  })

  it("§cli-trigger-sandbox refuses a key of production and a wrong secret of the provider, and says what is missing", async () => {
    const live = { ...env, PONTEPAY_API_KEY: `pontepay_live_${"x".repeat(32)}` }
    expect(await cli(["trigger", "KYC_EXPIRED"], { env: live })).toMatchObject({ code: 2, out: "" })
    const wrong = { ...env, PONTEPAY_SANDBOX_PROVIDER_SECRET: "another" }
    const refused = await cli(["trigger", "DISPUTE_CREATED"], { env: wrong })
    expect(refused.code).toBe(2)
    expect(refused.err).toMatch(/--provider-secret/)
    expect(refused.err).not.toContain("another")
    expect((await cli(["trigger", "WEBHOOK_TEST"], { env })).err).toMatch(/Name one by --receiver/)
    expect((await cli(["trigger", "KYC_EXPIRED", "--variant", "odd"], { env })).err).toMatch(/It has none/)
    const elsewhere = await cli(["trigger", "COMMAND_FAILED"], {
      env: { ...env, DATABASE_URL: "memory:" }
    })
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringMatching(/DATABASE_URL/) as unknown })
  })

  it("§cli-trigger-timeout says when nothing happens: no worker runs", async () => {
    const idle = await openHost({ worker: false })
    const ran = await cli(["trigger", "KYC_APPROVED", "--timeout", "1"], { env: besides(idle) })
    expect(ran).toMatchObject({ code: 1, out: "" })
    expect(ran.err).toMatch(/KYC_APPROVED did not happen within 1 s\n {2}Does a worker run\?/)
    await idle.close()
  })
})
