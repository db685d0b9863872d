// What is believed of a transfer: every part of what a node says of it, changed one at a time, with the answer.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { contractResults } from "../../../../adapters/tron/answers.ts"
import type { Call } from "../../../../adapters/tron/call.ts"
import type { Landing, Log } from "../../../../adapters/tron/node-answers.ts"
import { meaningOf, statusOf } from "../../../../adapters/tron/status.ts"
import { type Chain, accounts, addresses, call, landing, log, nodeOf, quorumOf, word } from "./nodes.ts"

type Meaning = ReturnType<typeof meaningOf>

const withLog = (parts: Partial<Log>): Partial<Landing> => ({ logs: [{ ...log, ...parts }] })
const [topic, from, to] = log.topics as readonly [string, string, string]

const rows: ReadonlyArray<readonly [what: string, parts: Partial<Landing>, meaning: Meaning]> = [
  ["exactly the transfer", {}, "happened"],
  ["the transfer beside events of others", { logs: [{ ...log, address: accounts.other }, log] }, "happened"],
  ["the transfer twice", { logs: [log, log] }, "odd"],
  ["no event", { logs: [] }, "odd"],
  ["the event of another contract", withLog({ address: accounts.other }), "odd"],
  ["another event", withLog({ topics: [word("1"), from, to] }), "odd"],
  ["another account that paid", withLog({ topics: [topic, word(accounts.other), to] }), "odd"],
  ["another receiver", withLog({ topics: [topic, from, word(accounts.other)] }), "odd"],
  ["no receiver", withLog({ topics: [topic, from] }), "odd"],
  ["an event with one topic more, as of a token of single pieces", withLog({ topics: [topic, from, to, to] }), "odd"],
  ["one unit less", withLog({ data: word((call.units - 1n).toString(16)) }), "odd"],
  ["one unit more", withLog({ data: word((call.units + 1n).toString(16)) }), "odd"],
  ["no amount", withLog({ data: "" }), "odd"],
  ["an amount with something behind it", withLog({ data: `${log.data}00` }), "odd"],
  ["a failure, with the event", { isFailed: true }, "odd"],
  ["no result, with the event", { result: undefined }, "odd"],
  ["a result that no row lists", { result: "UNKNOWN" }, "odd"],
  ["a revert, with the event", { result: "REVERT" }, "failed"],
  ["a revert", { result: "REVERT", isFailed: true, logs: [] }, "failed"]
]

describe("a call of a token that is in a block", () => {
  it.each(rows)("with %s", (_, parts, meaning) => {
    expect(meaningOf(call, { ...landing, ...parts })).toBe(meaning)
  })

  it.each(Object.keys(contractResults).filter((result) => result !== "SUCCESS"))(
    "that ended with %s failed",
    (result) => {
      expect(meaningOf(call, { ...landing, result, isFailed: true, logs: [] })).toBe("failed")
    }
  )
})

describe("another transaction that is in a block", () => {
  const steps: ReadonlyArray<Call> = [
    { _tag: "Activate", from: addresses.treasury, to: addresses.to },
    { _tag: "TopUp", from: addresses.treasury, to: addresses.to, sun: 1n },
    { _tag: "Delegate", from: addresses.treasury, to: addresses.to, sun: 1n },
    { _tag: "TakeBack", from: addresses.treasury, to: addresses.to, sun: 1n }
  ]
  it.each(steps)("$_tag happened unless it failed", (step) => {
    const plain: Landing = { ...landing, result: undefined, logs: [] }
    expect([meaningOf(step, plain), meaningOf(step, { ...plain, isFailed: true })]).toEqual(["happened", "failed"])
  })
})

describe("where a transaction stands", () => {
  const id = "77".repeat(32)
  // It expires with block 100.
  const sent = { txid: id, recipe: { expiration: 300_000 } }
  const has: Chain = { head: 120n, solid: 101n, landed: { [id]: landing } }
  const hasNot: Chain = { ...has, landed: {} }
  const isBehind: Chain = { ...hasNot, solid: 100n }
  const dead: Chain = { ...hasNot, isDead: true }

  const table: ReadonlyArray<readonly [what: string, chains: ReadonlyArray<Chain>, status: string]> = [
    ["a node has it", [has], "Landed"],
    ["a node has it in a block that is not solidified", [{ ...has, solid: 89n }], "Open"],
    ["it has expired, and a node has it not", [hasNot], "Gone"],
    ["a node is at the very instant of its expiration", [isBehind], "Open"],
    ["two of three have it", [hasNot, has, has], "Landed"],
    ["one of three has it", [has, hasNot, hasNot], "Gone"],
    ["one of three has it, and another is behind", [has, hasNot, isBehind], "away"],
    ["one of three is dead, and the others have it", [dead, has, has], "Landed"],
    ["one of three is behind, and the others have it not", [isBehind, hasNot, hasNot], "Gone"],
    ["two of three are behind", [isBehind, isBehind, hasNot], "Open"],
    ["two of three are dead", [dead, dead, hasNot], "away"],
    [
      "two of three have it, and say another block",
      [hasNot, has, { ...has, landed: { [id]: { ...landing, blockHash: "91".repeat(32) } } }],
      "away"
    ],
    [
      "two of three have it, and say another amount",
      [hasNot, has, { ...has, landed: { [id]: { ...landing, logs: [{ ...log, data: word("1") }] } } }],
      "away"
    ]
  ]

  it.each(table)("where %s", async (_, chains, expected) => {
    const nodes = quorumOf(chains.map((chain) => nodeOf(chain).node))
    const status = await Effect.runPromise(
      Effect.match(statusOf(nodes, sent), { onFailure: () => "away", onSuccess: ({ _tag }) => _tag })
    )
    expect(status).toBe(expected)
  })
})
