// From which block on the treasury's transfers are read, and which of a transaction's transfers are of which operation.
import { Effect } from "effect"
import { type Hash, type Hex, pad, toHex } from "viem"
import { describe, expect, it } from "vitest"
import { beforeExecution, entryPoint, operationEvent, transferEvent } from "../../../adapters/evm/contracts.ts"
import type { Log } from "../../../adapters/evm/log-pages.ts"
import type { EvmNetwork } from "../../../adapters/evm/network.ts"
import type { Receipt } from "../../../adapters/evm/node.ts"
import { makeOutflows, markOf } from "../../../adapters/evm/outflows.ts"
import { nonceKey, sequenceBits } from "../../../adapters/evm/user-operation.ts"

const hash = (digit: string): Hash => `0x${digit.repeat(64)}`
const account = (digit: string): Hex => `0x${digit.repeat(40)}`
const [treasury, relayer, token, receiver] = [account("1"), account("2"), account("5"), account("3")]

const words = (...values: ReadonlyArray<bigint>): Hex =>
  `0x${values.map((value) => toHex(value, { size: 32 }).slice(2)).join("")}`

const moved = (parts: Partial<Log> = {}, units = 7n): Log => ({
  address: token,
  topics: [transferEvent, pad(treasury), pad(receiver)],
  data: words(units),
  ...parts
})
const ended = (operationId: string, sender: Hex = treasury, parts: Partial<Log> = {}): Log => ({
  address: entryPoint,
  topics: [operationEvent, hash("a"), pad(sender), words(0n)],
  data: words(nonceKey(operationId) << sequenceBits, 1n, 0n, 0n),
  ...parts
})
const begun: Log = { address: entryPoint, topics: [beforeExecution], data: "0x" }

interface Chain {
  readonly logs?: ReadonlyArray<Log>
  readonly receipt?: Partial<Receipt>
  readonly head?: bigint
  readonly canonical?: Hash
  /** Milliseconds between two blocks. */
  readonly blockMs?: number
}

/** What is asked of a chain whose tenth block has the transaction, and from which block on it is asked. */
const read = async (
  { blockMs = 2_000, canonical = hash("d"), head = 12n, logs = [], receipt }: Chain,
  since = 0,
  wallet: readonly [owner?: Hex, until?: number] = []
) => {
  const asked: Array<readonly [from: bigint, to: bigint]> = []
  const network = {
    head: Effect.succeed(head),
    headAt: () => Effect.succeed(head),
    blockTime: (height: bigint) => Effect.succeed(height > head ? undefined : Number(height) * blockMs),
    transactionsWith: (_: unknown, from: bigint, to: bigint) =>
      Effect.sync(() => {
        asked.push([from, to])
        return new Set([hash("b")])
      }),
    receipt: () =>
      Effect.succeed({ blockNumber: 10n, blockHash: hash("d"), cost: 21n, logs, payer: relayer, ...receipt }),
    blockHash: () => Effect.succeed(canonical)
  } as unknown as EvmNetwork
  const { since: sentSince } = makeOutflows({
    treasury,
    relayer,
    coin: "ETH",
    tokens: [{ asset: "USDC", address: token, codeHash: hash("c"), level: undefined }],
    finality: { done: 3, refused: "finalized" }
  }, network)
  return { flows: await Effect.runPromise(sentSince(since, ...wallet)), asked }
}

const minute = 60_000

describe("the first block that is read", () => {
  it.each([
    [0, 0n],
    [2_000_000 * 2_000, 1_999_970n],
    [1_000_000 * 2_000, 999_970n],
    [1_234_567 * 2_000, 1_234_537n],
    [1_999_000 * 2_000, 1_998_970n]
  ])("is not after a minute before %s, and at most a page before it", async (since, latest) => {
    const { asked: [range] } = await read({ head: 2_000_000n }, since)
    expect(range?.[1]).toBe(2_000_000n)
    expect(range?.[0]).toBeLessThanOrEqual(latest)
    expect(range?.[0]).toBeGreaterThanOrEqual(latest - 1_001n)
  })

  it("is the first there is on a young chain", async () => {
    expect((await read({}, minute)).asked).toEqual([[0n, 12n]])
  })
})

describe("a transfer out of a wallet", () => {
  const wallet = account("4")
  const spent = moved({ topics: [transferEvent, pad(wallet), pad(receiver)] }, 9n)

  it("is the wallet's alone, with its operation", async () => {
    const { flows } = await read({ logs: [begun, moved(), ended("deliver/1"), spent, ended("debit/1", wallet)] }, 0, [
      wallet
    ])
    expect(flows).toMatchObject([{ mark: markOf("debit/1"), units: 9n }])
    expect(flows).toHaveLength(1)
  })

  it.each([[0, 30n], [1_000_000 * 2_000, 1_000_030n], [2_000_000 * 2_000, 2_000_000n]])(
    "is looked for until a minute after %s, and at most a page more",
    async (until, least) => {
      const { asked: [range] } = await read({ head: 2_000_000n }, 0, [wallet, until])
      expect(range?.[1]).toBeGreaterThanOrEqual(least)
      expect(range?.[1]).toBeLessThanOrEqual(least + 1_001n)
    }
  )
})

describe("a transfer out of the treasury", () => {
  const whole = {
    mark: markOf("deliver/1"),
    to: receiver,
    asset: "USDC",
    units: 7n,
    receipt: {
      transactionHash: hash("b"),
      place: { height: 10n, hash: hash("d") },
      cost: { coin: "ETH", units: 21n }
    },
    isDone: true
  }
  const usual = [begun, moved(), ended("deliver/1")]

  it("is shown with its operation", async () => {
    expect((await read({ logs: usual })).flows).toEqual([whole])
  })

  it.each<readonly [string, ReadonlyArray<Log>, ReadonlyArray<object>]>([
    ["of another contract", [begun, moved({ address: account("6") }), ended("deliver/1")], []],
    ["out of another account", [
      begun,
      moved({ topics: [transferEvent, pad(receiver), pad(receiver)] }),
      ended("deliver/1")
    ], []],
    ["by another event", [begun, moved({ topics: [hash("e"), pad(treasury), pad(receiver)] }), ended("deliver/1")], []],
    ["without a receiver", [begun, moved({ topics: [transferEvent, pad(treasury)] }), ended("deliver/1")], []],
    ["of nothing", [begun, moved({}, 0n), ended("deliver/1")], []],
    ["without data", [begun, moved({ data: "0x" }), ended("deliver/1")], []],
    ["before the operations", [moved(), begun, ended("deliver/1")], [{ mark: null }]],
    ["after the operations", [begun, ended("deliver/1"), moved()], [{ mark: null }]],
    ["in another account's operation", [begun, moved(), ended("deliver/1", receiver)], [{ mark: null }]],
    ["beside an event of another contract", [begun, moved(), ended("deliver/1", treasury, { address: token })], [
      { mark: null }
    ]],
    ["in the second of two operations", [begun, ended("deliver/2"), moved(), ended("deliver/1")], [
      { mark: markOf("deliver/1") }
    ]],
    ["in each of two operations", [begun, moved(), ended("deliver/2"), moved({}, 8n), ended("deliver/1")], [
      { mark: markOf("deliver/2"), units: 7n },
      { mark: markOf("deliver/1"), units: 8n }
    ]]
  ])("%s", async (_, logs, expected) => {
    const { flows } = await read({ logs })
    expect(flows).toHaveLength(expected.length)
    expect(flows).toMatchObject(expected)
  })

  it.each<readonly [string, Chain, object]>([
    ["above the newest block that is deep enough", { head: 11n }, { isDone: false }],
    ["in a block that is not the canonical one", { canonical: hash("e") }, { isDone: false }]
  ])("is not done %s", async (_, chain, expected) => {
    expect((await read({ logs: usual, ...chain })).flows).toMatchObject([expected])
  })

  it("has cost us nothing where somebody else carried it", async () => {
    const [flow] = (await read({ logs: usual, receipt: { payer: receiver } })).flows
    expect(flow?.receipt.cost).toBeUndefined()
  })
})
