// The typed client of an embedded service: the same one that goes over the wire, in this process and on the right host.
import { afterAll, beforeAll, expect, it } from "vitest"
import { UnauthorizedError } from "../../hosts/client/index.ts"
import { type Embedded, embed } from "../../hosts/http/index.ts"
import { bootstrapFile, declared, eventually, evmAddress, keyOf, secretsKey } from "../support/host.ts"

const production = {
  PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
  PONTEPAY_SECRETS_KEY: secretsKey,
  PONTEPAY_OPERATOR_TOKEN: "the operator's token of the tests"
}
const quiet = { DATABASE_URL: "memory:", LOG_LEVEL: "none" }

let payments: Embedded
beforeAll(async () => {
  payments = await embed({
    ...quiet,
    ...production,
    PONTEPAY_PRODUCTION_HOST: "live.example",
    PONTEPAY_PUBLIC_URL: "https://pay.example",
    PONTEPAY_BOOTSTRAP_FILE: bootstrapFile([declared("acme", { environment: "production" }), declared("shop")])
  })
})
afterAll(() => payments.close())

const order = { value: 5_000, asset: "USDC", network: "base", address: evmAddress } as const

it("makes, pays and reads a deposit with the sandbox's own key", async () => {
  const { externalId, trackId } = await payments.client.deposits.create(order)
  await payments.client.sandbox.payDeposit(String(trackId))
  const record = () => payments.client.deposits.get(externalId)
  const done = await eventually(record, ({ status }) => status !== "PENDING" && status !== "PROCESSING")
  expect(done).toMatchObject({ status: "COMPLETED", receivedAmount: expect.any(BigInt) })
})

it("begins links with the public address", async () => {
  expect((await payments.client.deposits.create(order)).chargeUrl).toMatch(/^https:\/\/pay\.example\/hosted\//)
})

it("reaches the environment of the key that it is given", async () => {
  const { operations: shops } = await payments.clientFor(keyOf("shop")).statement.get()
  const { operations: acmes } = await payments.clientFor(keyOf("acme", "production")).statement.get()
  expect([shops, acmes]).toEqual([[], []])
  const stranger = payments.clientFor(keyOf("stranger", "production")).statement.get()
  await expect(stranger).rejects.toBeInstanceOf(UnauthorizedError)
})

it("ends a call under way when the caller's signal says so", async () => {
  const ends = new AbortController()
  const call = payments.client.deposits.create(order, { signal: ends.signal })
  ends.abort()
  await expect(call).rejects.toMatchObject({ name: "AbortError", attempts: 1, outcomeUnknown: true })
})

it("refuses a key of no environment, and one of an environment without a host", async () => {
  expect(() => payments.clientFor("sk_live_1")).toThrow(/^apiKey has to begin with pontepay_test_ or pontepay_live_$/)
  const without = await embed(quiet)
  try {
    expect(() => without.clientFor(keyOf("acme", "production"))).toThrow(/set PONTEPAY_PRODUCTION_HOST/)
  } finally {
    await without.close()
  }
})

it("does not open without a host of the sandbox", async () => {
  await expect(embed({ ...quiet, PONTEPAY_SANDBOX_HOST: "," })).rejects.toThrow(/set PONTEPAY_SANDBOX_HOST/)
})
