// A restore as the operations guide tells it: what was sent after the backup is found where it was sent, what clients repeat meets its
// first, and wallets that were made after the backup are taken back. Nothing is sent twice and nothing is lost.
import { expect, it } from "vitest"
import { readWallet, readWalletKeys } from "../../hosts/http/api/definition/wallet.ts"
import { textOf } from "../../hosts/http/pages/docs/files.ts"
import { makeDeposit, recordOf, sendSigned, ticketEvent, untilStatus } from "../http/sandbox.ts"
import { type TestHost, declared, eventually, evmAddress, keyOf, openHost } from "../support/host.ts"
import { depth } from "../support/depth.ts"
import { asConfigured } from "../support/restrictions.ts"
import { expectSuccess, send, sendPatiently } from "../support/http.ts"
import { endToEndIdAt } from "../support/ids.ts"
import { describePostgres } from "../support/postgres.ts"
import { type Data, postgresData, sqliteData } from "./restored/data.ts"
import { FakeRail, chainLayer, fakeChain, railLayer } from "../support/ports.ts"

const key = keyOf("acme")
const wallets = depth.restoredWallets

/** Accounts whose own holders are approved, as a transfer needs. */
const holders = Array.from({ length: wallets }, (_, n) => `holder-${n}`)

const walletOf = async (host: TestHost, holder: string) => {
  const read = await send(host.base, { path: "/api/wallet", key: keyOf(holder) })
  return expectSuccess(readWallet, read)["data"] as Readonly<Record<string, unknown>>
}

const keysOf = async (host: TestHost, holder: string) => {
  const request = { path: "/api/wallet/keys", method: "POST", key: keyOf(holder), body: {} }
  return expectSuccess(readWalletKeys, await sendPatiently(host.base, request))["data"]
}

// One after the other: each opens a wallet.
const shownOf = async (host: TestHost) => {
  const found: Array<{ readonly keys: unknown; readonly addresses: unknown; readonly walletId: unknown }> = []
  for (const holder of holders) {
    const keys = await keysOf(host, holder)
    const { addresses, walletId } = await walletOf(host, holder)
    found.push({ keys, addresses, walletId })
  }
  return found
}

// Its PIN opens the seed, and the chain gets what the seed has signed.
const paysFrom = async (host: TestHost, holder: string, keys: unknown) => {
  const { protectedSymmetricKey } = keys as { readonly protectedSymmetricKey: string }
  const order = { recipientAddress: evmAddress, amount: "1", walletPin: "123456", protectedSymmetricKey }
  const request = {
    path: "/api/wallet/transfer",
    method: "POST",
    key: keyOf(holder),
    body: { ...order, reference: "rent" }
  }
  const { status } = await sendPatiently(host.base, request)
  // The worker looks outside and sends; it may have been faster than this answer.
  expect([200, 202]).toContain(status)
}

/** Plays the guide; gives how often the chain was asked to deliver. */
const restores = async ({ backup, restore, url }: Data): Promise<number> => {
  const guide = textOf("hosts/docs/operations.md")
  expect(guide).toContain("Leave the folder of the witness as it is.")
  // The bank and the chain go on whatever becomes of the data.
  const rail = new FakeRail()
  const chain = fakeChain()
  chain.hasMarks = true
  const open = (variables: Readonly<Record<string, string>>, worker: boolean) =>
    openHost({
      accounts: ["acme", ...holders].map((name) => declared(name, { flags: ["WALLET_PAYOUT_API"] })),
      variables: { DATABASE_URL: url, ...variables },
      adapters: { sandbox: { pixRail: railLayer(rail), chain: chainLayer(chain), restrictions: asConfigured } },
      worker
    })
  const pay = async (host: TestHost, externalId: string, n: number) => {
    const { trackId } = await makeDeposit(host.base, key, { externalId })
    await sendSigned(host.base, ticketEvent(trackId, { endToEndId: endToEndIdAt(n) }))
    return trackId
  }

  const quiet = await open({}, false)
  for (let n = 1; n <= 5; n++) await pay(quiet, `before-${n}`, n)
  // Everything is paid, and nothing is delivered yet.
  await quiet.close()
  await backup()

  const busy = await open({}, true)
  for (let n = 1; n <= 5; n++) await untilStatus(busy.base, key, `before-${n}`, "COMPLETED")
  const trackId = await pay(busy, "after", 6)
  await untilStatus(busy.base, key, "after", "COMPLETED")
  const shown = await shownOf(busy)
  const sent = chain.asked.length
  expect(sent).toBe(6)
  await busy.close()

  // The adapter's own records went with the data; what left the treasury did not.
  chain.outflows = [...chain.effects].map(([id, { receipt, request }]) => ({
    mark: `mark of ${id}`,
    to: request.address,
    asset: request.asset,
    units: request.units,
    receipt,
    isDone: true
  }))
  chain.shownOn = "base"
  chain.forget()
  await restore()

  const off = await open({ PONTEPAY_SANDBOX_SENDING: "off" }, true)
  expect((await recordOf(off.base, key, "before-1"))["status"]).toBe("PROCESSING")
  expect(chain.asked).toHaveLength(sent)
  await off.close()

  const restored = await open({}, true)
  try {
    for (let n = 1; n <= 5; n++) await untilStatus(restored.base, key, `before-${n}`, "COMPLETED")
    // The bank reports again what the data has lost: it is kept for the operator, and nothing is delivered a second time.
    await sendSigned(restored.base, ticketEvent(trackId, { endToEndId: endToEndIdAt(6) }))
    // Its client repeats the order: a charge of its own, which was not paid.
    expect((await makeDeposit(restored.base, key, { externalId: "after" })).trackId).not.toBe(trackId)
    expect((await recordOf(restored.base, key, "after"))["status"]).toBe("PENDING")
    expect(chain.asked).toHaveLength(sent)
    // What opens the seed is the same too.
    expect(await shownOf(restored)).toEqual(shown)
    for (const [at, holder] of holders.entries()) await paysFrom(restored, holder, shown[at]?.keys)
    await eventually(() => Promise.resolve(chain.asked.length), (asked) => asked >= sent + wallets, 60_000)
    return chain.asked.length - wallets
  } finally {
    await restored.close()
  }
}

it("SQLite: neither repeats nor loses what happened after the backup", async () => {
  expect(await restores(sqliteData())).toBe(6)
})

await describePostgres("PostgreSQL", () => {
  it("neither repeats nor loses what happened after the backup, on the same server", async () => {
    expect(await restores(await postgresData())).toBe(6)
  })
})
