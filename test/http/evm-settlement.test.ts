// A sandbox whose wallets and deliveries settle on a real node.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Hash, parseAbi, parseEventLogs, zeroAddress } from "viem"
import { addressOf } from "../../adapters/evm/devnet/test-token.ts"
import { type Devnet, emptyDevnet, startDevnet } from "../support/anvil.ts"
import { freshWallet } from "../support/anvil-chain.ts"
import {
  type TestHost,
  declared,
  eventually,
  evmAddress,
  keyOf,
  openHost,
  runProcess,
  secretsKey,
  sqliteDatabase
} from "../support/host.ts"
import { bodyOf, expectFailure, send } from "../support/http.ts"
import { makePayout, ordered, payoutOf, untilPayout } from "./payouts.ts"
import { expectAccepted, makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const key = keyOf("acme")
let devnet: Devnet
let host: TestHost

beforeAll(async () => {
  devnet = await startDevnet()
  host = await openHost({
    accounts: [
      declared("acme", {
        flags: ["WALLET_PAYOUT_API", "AUTO_REFUND"],
        thirdParty: true,
        perTxLimitBrl: "1000000.00"
      })
    ],
    variables: { PONTEPAY_SANDBOX_EVM_RPC_URL: devnet.url }
  })
})

afterAll(async () => {
  try {
    await host.close()
  } finally {
    await devnet.stop()
  }
})

describe("a deposit", () => {
  it("is delivered by a transaction of the node, once however often it is settled §evm-delivery", async () => {
    const { address } = await freshWallet()
    const { externalId, trackId } = await makeDeposit(host.base, key, { address })
    const answers = await Promise.all([1, 2, 3].map(() => settleWithKey(host.base, key, trackId)))
    answers.forEach(expectAccepted)
    const record = await untilStatus(host.base, key, externalId, "COMPLETED")
    const units = await devnet.tokens("USDH", address)
    expect(units).toBeGreaterThan(0n)
    expect(await devnet.received("USDH", address)).toEqual([units])
    const receipt = await devnet.client.getTransactionReceipt({ hash: hashIn(record) })
    expect(receipt.status).toBe("success")
  })

  it("in BRLA is delivered in the test token of that peg", async () => {
    const { address } = await freshWallet()
    const { externalId, trackId } = await makeDeposit(host.base, key, { address, asset: "BRLA", network: "polygon" })
    expectAccepted(await settleWithKey(host.base, key, trackId))
    await untilStatus(host.base, key, externalId, "COMPLETED")
    expect((await devnet.received("BRLH", address)).length).toBe(1)
  })

  it("to the magic ending dead is refused without a transaction §evm-magic", async () => {
    const before = await devnet.client.getBlockNumber({ cacheTime: 0 })
    const address = `${evmAddress.slice(0, -4).toLowerCase()}dead`
    const { externalId, trackId } = await makeDeposit(host.base, key, { address })
    expectAccepted(await settleWithKey(host.base, key, trackId))
    await untilStatus(host.base, key, externalId, "FAILED")
    expect(await devnet.client.getBlockNumber({ cacheTime: 0 })).toBe(before)
  })

  it.each([
    { asset: "LIGHTNING", network: "lightning", address: "ana@example.com" },
    { asset: "USDCE", network: "gnosis", address: evmAddress }
  ])("of $asset, which no test token stands for, stays simulated §evm-split", async (parts) => {
    const before = await devnet.client.getBlockNumber({ cacheTime: 0 })
    const { externalId, trackId } = await makeDeposit(host.base, key, parts)
    expectAccepted(await settleWithKey(host.base, key, trackId))
    await untilStatus(host.base, key, externalId, "COMPLETED")
    expect(await devnet.client.getBlockNumber({ cacheTime: 0 })).toBe(before)
  })
})

/** Token, sender, receiver and units of each transfer in a transaction, mints left out. */
const movesIn = async (hash: unknown) => {
  const receipt = await devnet.client.getTransactionReceipt({ hash: hash as Hash })
  return parseEventLogs({
    abi: parseAbi(["event Transfer(address indexed from, address indexed to, uint256 value)"]),
    logs: receipt.logs
  }).filter(({ args }) => args.from !== zeroAddress).map(({ address, args }) => ({ token: address, ...args }))
}

describe("a payout", () => {
  /** R$50.00 and its fee of R$2.75, at the sandbox's 5.40 for a dollar. */
  const sold = 9_768_519n

  it("debits the wallet by a transaction of the node, and leaves it with 10,000 and no ether", async () => {
    const id = await makePayout(host.base, key)
    const { txHash } = await untilPayout(host.base, key, id, "COMPLETED")
    const [move, ...others] = await movesIn(txHash)
    expect(others).toEqual([])
    expect(move).toMatchObject({ token: addressOf("USDH").toLowerCase(), value: sold })
    const wallet = move?.from ?? zeroAddress
    expect(await devnet.tokens("USDH", wallet)).toBe(10_000_000_000n)
    expect(await devnet.balance(wallet)).toBe(0n)
  })

  it("whose PIX is refused gives the tokens back by another transaction", async () => {
    const id = await makePayout(host.base, key, { pixKey: "fail@sandbox.test" })
    const { txHash } = await untilPayout(host.base, key, id, "FAILED")
    const wallet = (await movesIn(txHash))[0]?.from ?? zeroAddress
    const back = (await devnet.received("USDH", wallet)).at(-1)
    await eventually(() => devnet.tokens("USDH", wallet), (units) => units === 10_000_000_000n + (back ?? 0n))
    expect(back).toBe(sold)
  })

  it("of more than the wallet holds is refused, and sends nothing", async () => {
    const before = await devnet.client.getBlockNumber({ cacheTime: 0 })
    expectFailure(await ordered(host.base, key, { value: 5_500_000 }), { status: 400, errorCode: "INSUFFICIENT_FUNDS" })
    expect(await devnet.client.getBlockNumber({ cacheTime: 0 })).toBe(before)
  })
})

describe("a transfer", () => {
  it("reaches the receiver's address by a transaction of the node", async () => {
    const { address } = await freshWallet()
    const { protectedSymmetricKey, walletPin } = await payoutOf(host.base, key)
    const body = {
      recipientAddress: address,
      amount: "12.5",
      asset: "USDC",
      network: "base",
      walletPin,
      protectedSymmetricKey
    }
    const answer = await send(host.base, { path: "/api/wallet/transfer", key, body })
    expect(answer.status).toBe(200)
    await eventually(() => devnet.tokens("USDH", address), (units) => units === 12_500_000n)
    expect(await devnet.received("USDH", address)).toEqual([12_500_000n])
  })
})

const hashIn = (record: Readonly<Record<string, unknown>>): Hash =>
  Object.values(record).find((value): value is Hash => typeof value === "string" && /^0x[0-9a-f]{64}$/.test(value)) ??
    (() => {
      throw new Error(`no transaction hash in ${JSON.stringify(record)}`)
    })()

it("says at /ready what its chain is", async () => {
  const answer = await send(host.base, { path: "/ready" })
  expect(JSON.stringify(bodyOf(answer))).toContain(`"chain":"evm"`)
})

describe("a node that cannot be used stops the host with code 2, naming the variable §evm-start", () => {
  const start = (url: string, parts: Readonly<Record<string, string>> = {}) =>
    runProcess({
      DATABASE_URL: sqliteDatabase().url,
      PORT: "0",
      LOG_LEVEL: "none",
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_SANDBOX_EVM_RPC_URL: url,
      ...parts
    })
  const expectRefused = ({ code, stderr }: Awaited<ReturnType<typeof runProcess>>, said: string) => {
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) as unknown })
    expect(stderr).toMatch(/^PONTEPAY_SANDBOX_EVM_(?:RPC_URL|FINALITY): [^\n]+\n$/)
  }

  it("no one answers", async () => {
    const refused = await start("http://127.0.0.1:1/?key=hunter2")
    expectRefused(refused, "cannot be asked")
    expect(refused.stderr).not.toContain("hunter2")
  })

  it("another chain", async () => {
    const other = await emptyDevnet(1_337)
    try {
      expectRefused(await start(other.url), "is a node of chain 1337, not 84532")
    } finally {
      await other.stop()
    }
  })

  it("a chain without the contracts", async () => {
    const empty = await emptyDevnet()
    try {
      expectRefused(await start(empty.url), "npm run devnet:deploy")
    } finally {
      await empty.stop()
    }
  })

  it("no URL", async () => {
    expectRefused(await start("ws://127.0.0.1:8545"), "must be an http or https URL")
  })

  it("no finality", async () => {
    expectRefused(await start(devnet.url, { PONTEPAY_SANDBOX_EVM_FINALITY: "0" }), "1 to 9999")
  })
})
