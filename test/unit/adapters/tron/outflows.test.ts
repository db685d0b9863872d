// What left the treasury by the chain alone, and what became of what a wallet signed: every part of what nodes say, changed one at a time.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Landing, Log } from "../../../../adapters/tron/node-answers.ts"
import { makeOutflows } from "../../../../adapters/tron/outflows.ts"
import { build } from "../../../../adapters/tron/transaction.ts"
import { type Chain, accounts, addresses, call, landing, log, nodeOf, quorumOf, word } from "./nodes.ts"

const id = "77".repeat(32)
const config = {
  treasury: addresses.treasury,
  tokens: [{ asset: "USDT", address: addresses.token }]
} as const
const chain: Chain = { head: 120n, solid: 101n, landed: { [id]: landing } }

const opened = (chains: ReadonlyArray<Chain>) => {
  const played = chains.map((each) => nodeOf(each))
  const outflows = makeOutflows(
    { ...config, agree: (chains.length >> 1) + 1 },
    quorumOf(played.map(({ node }) => node))
  )
  return { outflows, asked: played.map(({ asked }) => asked) }
}

const seenIn = (chains: ReadonlyArray<Chain>, since = 0) =>
  Effect.runPromise(
    Effect.match(opened(chains).outflows.since(since), {
      onFailure: () => "away",
      onSuccess: (found) => found.map(({ asset, isDone, to, units }) => `${units} ${asset} to ${to} ${isDone}`)
    })
  )

const seen = [`5000001 USDT to ${addresses.to} true`]
const seenOnly = [`5000001 USDT to ${addresses.to} false`]
const withLanding = (parts: Partial<Landing>): Chain => ({ ...chain, landed: { [id]: { ...landing, ...parts } } })
const withLog = (parts: Partial<Log>): Chain => withLanding({ logs: [{ ...log, ...parts }] })

describe("what left the treasury", () => {
  it("is shown with its receipt", async () => {
    expect(await Effect.runPromise(opened([chain]).outflows.since(0))).toEqual([{
      mark: null,
      to: addresses.to,
      asset: "USDT",
      units: call.units,
      receipt: {
        transactionHash: id,
        place: { height: landing.height, hash: landing.blockHash },
        cost: { coin: "TRX", units: landing.feeSun }
      },
      isDone: true
    }])
  })

  const [topic, from, to] = log.topics as readonly [string, string, string]
  const rows: ReadonlyArray<
    readonly [what: string, chains: ReadonlyArray<Chain>, found: ReadonlyArray<string> | "away"]
  > = [
    ["a transfer of the treasury", [chain], seen],
    ["one in a block that is not solidified", [{ ...chain, solid: 89n }], seenOnly],
    ["one that is in no block yet", [{ ...chain, head: 89n, solid: 80n }], []],
    ["one of another payer", [withLog({ topics: [topic, word(accounts.other), to] })], []],
    ["one of another token", [withLog({ address: accounts.other })], []],
    ["another event", [withLog({ topics: [word("1"), from, to] })], []],
    ["one of nothing, which whoever wants to can have a token tell", [withLog({ data: word("0") })], []],
    ["one without an amount", [withLog({ data: "" })], []],
    [
      "two in one transaction, and what came in",
      [withLanding({ logs: [log, { ...log, topics: [topic, to, from] }, { ...log, data: word("2") }] })],
      [...seen, `2 USDT to ${addresses.to} true`]
    ],
    [
      "one of another payer beside ours in one transaction",
      [withLanding({
        logs: [log, { ...log, topics: [topic, word(accounts.other), to] }, { ...log, address: accounts.other }]
      })],
      seen
    ],
    ["one that the first of three hides", [{ ...chain, hides: true }, chain, chain], seen],
    ["one that the first of three does not have", [{ ...chain, landed: {} }, chain, chain], seen],
    ["one while the first of three is dead", [{ ...chain, isDead: true }, chain, chain], seen],
    ["one while the first of three is far behind", [{ ...chain, head: 9n, solid: 5n }, chain, chain], seen],
    ["one that the first of three says alone", [chain, { ...chain, landed: {} }, { ...chain, landed: {} }], []],
    [
      "one that the first of three says alone in a block that is not solidified",
      [{ ...chain, solid: 89n }, { ...chain, solid: 89n, landed: {} }, { ...chain, solid: 89n, landed: {} }],
      []
    ],
    [
      "one with another amount by the first of three",
      [withLog({ data: word("1") }), chain, chain],
      seen
    ],
    [
      "one in two blocks that are not solidified yet",
      [{ ...withLanding({ blockHash: "91".repeat(32) }), solid: 89n }, { ...chain, solid: 89n }, {
        ...chain,
        solid: 89n,
        landed: {}
      }],
      seenOnly
    ],
    [
      "nothing, by one of three, while the others find no events",
      [{ ...chain, landed: {} }, { ...chain, isEventless: true }, { ...chain, isEventless: true }],
      "away"
    ],
    ["one while two of three are dead", [{ ...chain, isDead: true }, { ...chain, isDead: true }, chain], "away"]
  ]
  it.each(rows)("%s", async (_, chains, found) => {
    expect(await seenIn(chains)).toEqual(found)
  })

  it("is looked for from the instant on, and a minute before it", async () => {
    // Block 90 is of 270 seconds.
    expect(await seenIn([{ ...chain, head: 220n, solid: 200n }], 330_000)).toEqual(seen)
    expect(await seenIn([{ ...chain, head: 220n, solid: 200n }], 334_000)).toEqual([])
  })

  it("is looked for in all blocks since, as many at a time as a node finds", async () => {
    const head = 12_345n
    const { asked, outflows } = opened([{ head, solid: head - 19n, landed: {} }])
    await Effect.runPromise(outflows.since(60_000))
    const [first = []] = asked
    expect(first[0]?.from).toBe(0n)
    for (const [place, { from, to, topics }] of first.entries()) {
      expect(to - from).toBeLessThanOrEqual(5_000n)
      expect(from).toBe(place === 0 ? 0n : (first[place - 1]?.to ?? 0n) + 1n)
      // Transfers of all others would be too many for one answer.
      expect(topics).toEqual([log.topics[0], log.topics[1]])
    }
    expect(first.at(-1)?.to).toBeGreaterThanOrEqual(head)
  })
})

describe("what left a wallet", () => {
  const [topic, , to] = log.topics as readonly [string, string, string]
  const spent = withLanding({ logs: [log, { ...log, topics: [topic, word(accounts.other), to], data: word("7") }] })

  it("is the wallet's alone", async () => {
    const found = await Effect.runPromise(opened([spent]).outflows.since(0, addresses.other))
    expect(found.map((each) => each.units)).toEqual([7n])
  })

  it.each([[90, 90n], [2_000, 2_000n], [60_000, 12_345n]])(
    "is looked for up to the block of second %i, and of a minute more",
    async (seconds, block) => {
      const head = 12_345n
      const { asked: [asked = []], outflows } = opened([{ head, solid: head - 19n, landed: {} }])
      await Effect.runPromise(outflows.since(60_000, addresses.other, seconds * 1_000))
      const last = asked.at(-1)
      expect(last?.topics).toEqual([topic, word(accounts.other)])
      // A block takes three seconds.
      const least = block === head ? head : BigInt(seconds + 60) / 3n
      expect(last?.to).toBeGreaterThanOrEqual(least)
      expect(asked.every((each) => each.from <= least + 40n)).toBe(true)
    }
  )
})

describe("what a wallet signed", () => {
  const now = 300_000
  const signature = { r: new Uint8Array(32).fill(1), s: new Uint8Array(32).fill(2), recovery: 0 } as const
  const spendCall = { ...call, from: addresses.other, units: 7n }
  const recipe = {
    block: { number: 3n, hash: "5".repeat(64) },
    timestamp: now,
    expiration: now,
    feeLimit: 30_000_000n
  }
  const payloadOf = (parts: Partial<typeof spendCall> = {}) => {
    const unsigned = build({ ...spendCall, ...parts }, recipe)
    return { txid: unsigned.id, payload: JSON.stringify({ txid: unsigned.id, bytes: unsigned.signedBy(signature) }) }
  }
  const { payload, txid } = payloadOf()
  const paid: Landing = {
    ...landing,
    logs: [{ ...log, topics: [log.topics[0] ?? "", word(accounts.other), word(accounts.to)], data: word("7") }]
  }
  const withPaid = (parts: Partial<Landing> = {}, of: Partial<Chain> = {}): Chain => ({
    ...chain,
    landed: { [txid]: { ...paid, ...parts } },
    ...of
  })
  const empty: Chain = { ...chain, landed: {} }

  const answered = (chains: ReadonlyArray<Chain>, text = payload, sendBefore = now) =>
    Effect.runPromise(Effect.match(
      opened(chains).outflows.lookUpSigned({ operationId: "spend/1", network: "tron", payload: text, sendBefore }),
      {
        onFailure: () => "away",
        onSuccess: (found) =>
          found._tag === "Done" || found._tag === "Absent" ? found._tag : `${found._tag} ${found.reason.code}`
      }
    ))

  const later = Date.now() + 3_600_000
  const rows: ReadonlyArray<
    readonly [what: string, chains: ReadonlyArray<Chain>, answer: string, sendBefore?: number]
  > = [
    ["is in a solidified block", [withPaid()], "Done"],
    ["is in one, by two of three", [empty, withPaid(), withPaid()], "Done"],
    ["is in one, by one of three", [withPaid(), empty, empty], "Absent"],
    ["moved another amount", [withPaid({ logs: [{ ...paid.logs[0] ?? log, data: word("8") }] })], "Unknown differs"],
    ["moved the units of another wallet", [withPaid({ logs: [{ ...log, data: word("7") }] })], "Unknown differs"],
    [
      "moved another token",
      [withPaid({ logs: [{ ...paid.logs[0] ?? log, address: accounts.other }] })],
      "Unknown differs"
    ],
    ["was reverted", [withPaid({ result: "REVERT", isFailed: true, logs: [] })], "Refused failed"],
    ["is in no block, and expired", [empty], "Absent"],
    ["is in no block, and expires now", [{ ...empty, solid: 100n }], "Unknown underWay"],
    ["is in no block, and can be sent", [{ ...empty, solid: 50n }], "Absent", later],
    [
      "is in no block, a moment before its deadline",
      [{ ...empty, solid: 50n }],
      "Unknown underWay",
      Date.now() + 30_000
    ],
    ["is in a block that is not solidified", [withPaid({}, { solid: 80n })], "Unknown underWay", later],
    [
      "is in a block that is not solidified, by one of three",
      [withPaid({}, { solid: 80n }), { ...empty, solid: 80n }, { ...empty, solid: 80n }],
      "Absent",
      later
    ],
    ["while two of three are dead", [{ ...empty, isDead: true }, { ...empty, isDead: true }, withPaid()], "away"]
  ]
  it.each(rows.map(([what, ...row]) => ({ what, row })))(
    "$what",
    async ({ row: [chains, answer, sendBefore = now] }) => {
      expect(await answered(chains, payload, sendBefore)).toBe(answer)
    }
  )

  it("is not believed where it is not what its id says, or is no transfer", async () => {
    const other = JSON.parse(payloadOf({ units: 8n }).payload) as { readonly bytes: string }
    const step = build({ _tag: "TopUp", from: addresses.other, to: addresses.to, sun: 7n }, recipe)
    expect(await answered([withPaid()], JSON.stringify({ txid, bytes: other.bytes }))).toBe("Unknown unreadable")
    expect(await answered([withPaid()], JSON.stringify({ txid: step.id, bytes: step.signedBy(signature) })))
      .toBe("Unknown unreadable")
    // The same bytes, but that they allow another to take the units.
    const { bytes } = JSON.parse(payload) as { readonly bytes: string }
    const allows = bytes.replace("a9059cbb", "095ea7b3")
    const raw = hexToBytes(allows.slice(6, -134))
    expect(sha256(hexToBytes(bytes.slice(6, -134)))).toEqual(hexToBytes(txid))
    expect(await answered([withPaid()], JSON.stringify({ txid: bytesToHex(sha256(raw)), bytes: allows })))
      .toBe("Unknown unreadable")
    expect(await answered([withPaid()], "{}")).toBe("Unknown unreadable")
    expect(await answered([withPaid()], JSON.stringify({ txid, bytes: "0" }))).toBe("Unknown unreadable")
  })
})
