// A transaction as nodes write it, and what is read of it.
import { base58 } from "@scure/base"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Signatures, Transaction, failureOf, landedOf } from "../../../../adapters/solana/answers.ts"
import { memoProgram, programs } from "../../../../adapters/solana/programs.ts"
import { addressOf, feePayer, from, id, mint } from "./chain.ts"

const memo = (text: string, programIdIndex = "2") => ({ programIdIndex, data: base58.encode(Buffer.from(text)) })

const answer = {
  slot: "7",
  transaction: {
    message: {
      accountKeys: [feePayer, from, memoProgram, programs["spl-token"]],
      recentBlockhash: addressOf(21),
      instructions: [memo("not a memo", "3"), memo(id)]
    }
  },
  meta: {
    err: null,
    fee: "10000",
    loadedAddresses: { writable: [addressOf(30)], readonly: [addressOf(31)] },
    preBalances: ["12000", "0", "1", "1", "0", "0"],
    postBalances: ["2000", "0", "1", "1", "0", "0"],
    preTokenBalances: [{ accountIndex: "1", mint, owner: from, uiTokenAmount: { amount: "18446744073709551615" } }],
    postTokenBalances: null
  }
}

const landed = {
  slot: 7n,
  accounts: [feePayer, from, memoProgram, programs["spl-token"], addressOf(30), addressOf(31)],
  lifetime: addressOf(21),
  memos: [id],
  fee: 10_000n,
  failure: null,
  before: {
    lamports: [12_000n, 0n, 1n, 1n, 0n, 0n],
    tokens: [{ place: 1, mint, units: 18_446_744_073_709_551_615n, owner: from }]
  },
  after: { lamports: [2_000n, 0n, 1n, 1n, 0n, 0n], tokens: [] }
}

const readAs = <S extends Schema.Codec<unknown, unknown>>(schema: S, of: unknown) =>
  Effect.runPromise(Effect.option(Schema.decodeUnknownEffect(Schema.toCodecJson(schema))(of)))

const read = async (of: unknown) => {
  const found = await readAs(Transaction, of)
  return found._tag === "Some" ? landedOf(found.value) : "unreadable"
}

const withMeta = (parts: object) => ({ ...answer, meta: { ...answer.meta, ...parts } })
const { loadedAddresses: _, ...older } = answer.meta

describe("a transaction", () => {
  it.each<[string, unknown, unknown]>([
    ["is read whole", answer, landed],
    ["is read without loaded addresses", { ...answer, meta: older }, {
      ...landed,
      accounts: landed.accounts.slice(0, 4)
    }],
    ["is in no block", null, undefined],
    ["is not told yet", { ...answer, meta: null }, undefined],
    ["has failed", withMeta({ err: { InstructionError: ["3", { Custom: "17" }] } }), {
      ...landed,
      failure: { place: 3, code: "Custom:17" }
    }],
    ["has amounts that are none", withMeta({ preBalances: ["all"] }), "unreadable"],
    ["has no slot", { ...answer, slot: null }, "unreadable"]
  ])("%s", async (_name, of, found) => {
    expect(await read(of)).toEqual(found)
  })
})

it.each<[unknown, unknown]>([
  [null, null],
  ["BlockhashNotFound", { place: null, code: "BlockhashNotFound" }],
  [{ InsufficientFundsForRent: { account_index: "0" } }, { place: null, code: "InsufficientFundsForRent" }],
  [{ InstructionError: ["2", "InvalidAccountData"] }, { place: 2, code: "InvalidAccountData" }],
  [{ InstructionError: ["2", { Custom: "1" }] }, { place: 2, code: "Custom:1" }],
  [{ InstructionError: ["2", { BorshIoError: "x" }] }, { place: 2, code: "BorshIoError" }],
  [{}, { place: null, code: "Unreadable" }]
])("the error %o", (error, failure) => {
  expect(failureOf(error)).toEqual(failure)
})

it.each<[string, boolean]>([
  [base58.encode(new Uint8Array(64).fill(7)), true],
  [base58.encode(new Uint8Array(63).fill(7)), false],
  ["0".repeat(64), false],
  ["", false]
])("the signature %s is one: %s", async (signature, isOne) => {
  expect((await readAs(Signatures, [{ signature, blockTime: null }]))._tag).toBe(isOne ? "Some" : "None")
})
