// The real host on a real node, killed by signal 9 while it settles, again and again: when it is left alone at last, every
// receiver has his units once.
import { once } from "node:events"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Devnet, startDevnet } from "../support/anvil.ts"
import { freshWallet } from "../support/anvil-chain.ts"
import { type HostProcess, declared, eventually, keyOf, sqliteDatabase, startProcess } from "../support/host.ts"
import { makeDeposit, recordOf, settleWithKey } from "../http/sandbox.ts"

let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet()
})

afterAll(() => devnet.stop())

const key = keyOf("acme")

it("delivers every deposit once §evm-once", async () => {
  const variables = { DATABASE_URL: sqliteDatabase().url, PONTEPAY_SANDBOX_EVM_RPC_URL: devnet.url }
  const open = (): Promise<HostProcess> => startProcess({ accounts: [declared("acme")], variables })
  let host = await open()
  const deposits = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { address } = await freshWallet()
      return { address, ...await makeDeposit(host.base, key, { address }) }
    })
  )
  // Blocks come only now and then, so that the signal finds transactions in every state.
  await devnet.automine(false)
  for (const [place, pauseMs] of [40, 90, 160].entries()) {
    const some = deposits.slice(place * 4, place * 4 + 4)
    const settling = Promise.allSettled(some.map(({ trackId }) => settleWithKey(host.base, key, trackId)))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    host.child.kill("SIGKILL")
    await once(host.child, "close")
    await settling
    if (place === 1) await devnet.mine(1)
    host = await open()
  }
  try {
    await Promise.all(deposits.map(({ trackId }) => settleWithKey(host.base, key, trackId)))
    await devnet.automine(true)
    await devnet.mine(1)
    const statusOf = async ({ externalId }: typeof deposits[number]) =>
      (await recordOf(host.base, key, externalId))["status"]
    await eventually(
      () => Promise.all(deposits.map(statusOf)),
      (statuses) => statuses.every((status) => status === "COMPLETED"),
      45_000
    )
    const received = await Promise.all(deposits.map(({ address }) => devnet.received("USDH", address)))
    expect(received.map((units) => units.length)).toEqual(deposits.map(() => 1))
  } finally {
    await host.stop()
  }
}, 120_000)
