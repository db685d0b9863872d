// What is above the high mark of a treasury is swept to the address of the file of networks, over a real node: by order of an operator, once,
// to the unit, and to no address that a request names. A treasury that would be swept to itself ends the start with code 2.
import { afterAll, beforeAll, expect, it } from "vitest"
import { freshWallet } from "../support/anvil-chain.ts"
import { type TestHost, eventually, runProcess, secretsKey, sqliteDatabase } from "../support/host.ts"
import { asOperator } from "./as-operator.ts"
import { type BaseNetwork, openBaseNetwork } from "./base-network.ts"

const start = 1_000_000_000n
let network: BaseNetwork
let cold: `0x${string}`
let host: TestHost

const sweptTo = (sweepTo: string) => ({
  limits: { USDC: { perDay: "700" } },
  floats: { USDC: { low: "100", high: "399.999999", sweepTo } }
})

beforeAll(async () => {
  network = await openBaseNetwork(start)
  cold = (await freshWallet()).address
  host = await network.openOn(sweptTo(cold))
})

afterAll(async () => {
  try {
    await host.close()
  } finally {
    await network.devnet.stop()
  }
})

interface Shown {
  readonly sweepId: string
  readonly amount: string
  readonly address: string
  readonly status: string
  readonly transactionHash: string | null
}

const order = async (reference: string, parts: object = {}) => {
  const { status, text } = await asOperator(host)("POST", "/admin/sweeps", {
    asset: "USDC",
    network: "base",
    reference,
    ...parts
  })
  return {
    status,
    body: JSON.parse(text) as { readonly data: Shown; readonly error?: string; readonly errorCode?: string }
  }
}

const listed = async () =>
  (JSON.parse((await asOperator(host)("GET", "/admin/sweeps")).text) as {
    readonly data: { readonly sweeps: ReadonlyArray<Shown> }
  }).data.sweeps

/** What the statement of reserves says of USDC: held on the network, and owed to customers. */
const reserves = async () => {
  const { data } = JSON.parse((await asOperator(host)("GET", "/admin/reserves")).text) as {
    readonly data: {
      readonly assets: ReadonlyArray<{
        readonly asset: string
        readonly liabilities: string
        readonly held: ReadonlyArray<{ readonly place: string; readonly amount: string }>
      }>
    }
  }
  const found = data.assets.find(({ asset }) => asset === "USDC")
  return { owed: found?.liabilities, held: found?.held.find(({ place }) => place === "base")?.amount }
}

const balances = async () => ({
  cold: await network.token.balance(cold),
  own: await network.token.balance(network.treasury)
})

it("sends what is above the high mark, once for a reference, and books what left to the unit", async () => {
  expect(await reserves()).toEqual({ owed: "0", held: "1000" })
  const both = await Promise.all([order("2026-11 cold"), order("2026-11 cold")])
  expect(both.map(({ status }) => status)).toEqual([202, 202])
  expect(new Set(both.map(({ body }) => body.data.sweepId)).size).toBe(1)
  expect(both[0]?.body.data).toMatchObject({ amount: "600.000001", address: cold })
  const [done] = await eventually(listed, ([first]) => first?.status === "DONE")
  expect(done?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await network.token.transfers(cold)).toEqual([600_000_001n])
  expect(await balances()).toEqual({ cold: 600_000_001n, own: start - 600_000_001n })
  const books = (await asOperator(host)("GET", "/admin/balance")).text
  expect(books).toContain("owner-drawings")
  await network.devnet.mine(3)
  expect(await reserves()).toEqual({ owed: "0", held: "399.999999" })
  expect((await order("2026-11 cold")).body.data).toMatchObject({ sweepId: done?.sweepId, status: "DONE" })
  expect(await network.token.transfers(cold)).toHaveLength(1)
})

it("takes no address from a request", async () => {
  const { body, status } = await order("elsewhere", { address: network.treasury, amount: "1" })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain("address")
})

it("has nothing to send at or below the high mark, and holds what is above the limits", async () => {
  await network.devnet.mine(3)
  const refused = await order("again")
  expect(refused.status).toBe(409)
  expect(refused.body.error).toContain("not above its high mark")
  await network.token.mint(network.treasury, 500_000_000n)
  await network.devnet.mine(3)
  const { body, status } = await eventually(() => order("again", { amount: "150" }), (answer) => answer.status === 202)
  expect(status).toBe(202)
  const held = await eventually(
    async () => (await asOperator(host)("GET", "/admin/open")).text,
    (found) => found.includes("\"code\":\"treasuryLimit\"")
  )
  expect(held).toContain("150 USDC would pass the limit of 700 USDC in a day")
  expect(await network.token.transfers(cold)).toHaveLength(1)
  const cancel = `/admin/movements/${encodeURIComponent(`sweep/${body.data.sweepId}`)}/cancel`
  expect((await asOperator(host)("POST", cancel, { reason: "not today" })).status).toBe(200)
  expect((await listed())[0]).toMatchObject({
    status: "REFUSED",
    reason: "an operator decided not to send it: not today"
  })
  expect(await balances()).toEqual({ cold: 600_000_001n, own: start - 600_000_001n + 500_000_000n })
})

it("ends the start with code 2 where the treasury would be swept to itself", async () => {
  const { code, stderr } = await runProcess({
    ...network.variables(sweptTo(network.treasury.toLowerCase())),
    DATABASE_URL: sqliteDatabase().url,
    PORT: "0",
    LOG_LEVEL: "none",
    PONTEPAY_SECRETS_KEY: secretsKey
  })
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^PONTEPAY_SANDBOX_NETWORKS: \S+networks\.json: networks\.base\.floats\.USDC\.sweepTo is the treasury itself\n$/
  )
})
