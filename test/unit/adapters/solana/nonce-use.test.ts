// What became of a spend, by what used its nonce up: each thing that nodes may say of that, said otherwise.
import { Effect } from "effect"
import { expect, it } from "vitest"
import { makeHistory } from "../../../../adapters/solana/history.ts"
import type { Landed, Status } from "../../../../adapters/solana/answers.ts"
import { makeNonceUse } from "../../../../adapters/solana/nonce-use.ts"
import {
  addressOf,
  blockhash,
  destination,
  failure,
  id,
  landed,
  mint,
  nodeOf,
  nodesOf,
  nonceAccount,
  nonceOf,
  nonceValue,
  run,
  source,
  status,
  units,
  withBalances,
  withUnits
} from "./chain.ts"

interface Said {
  readonly nonce: string
  readonly transactions: Readonly<Record<string, Landed>>
  readonly status: Status | undefined
  readonly hash: string | undefined
}

const used = addressOf(30)
const other = addressOf(99)
const failed = { ...landed, failure }
const foreign = { ...landed, memos: [] }

const fateWhere = (parts: Partial<Said>) => {
  const usual: Said = { nonce: used, transactions: { ours: landed }, status: status(), hash: blockhash }
  const said = { ...usual, ...parts }
  const nodes = nodesOf(nodeOf({
    oldestAt: Effect.succeed(0n),
    accounts: (_, commitment) => Effect.succeed([commitment === "finalized" ? nonceOf(said.nonce) : undefined]),
    signatures: (address) =>
      Effect.succeed(
        address === nonceAccount ? Object.keys(said.transactions).map((signature) => ({ signature, at: 2n })) : []
      ),
    transaction: (signature) => Effect.succeed(said.transactions[signature]),
    status: () => Effect.succeed(said.status),
    blockhashAt: (slot) => Effect.succeed(slot === landed.slot ? said.hash : undefined)
  }))
  const spend = { id, mint, units, source, destination, createsAccount: false, createdAt: 1_000 }
  return run(makeNonceUse(nodes, makeHistory(nodes, 1))(spend, { account: nonceAccount, value: nonceValue }))
}

const made = {
  _tag: "Made",
  verdict: { _tag: "Done", signature: "ours", place: { height: 7n, hash: blockhash }, cost: 11_000n, isFinal: true }
}
const unused = (because: string | null) => ({ _tag: "Unused", because })
const open = (because: string) => ({ _tag: "Open", because })
const byAnother = { _tag: "Refused", reason: { code: "expired", detail: "its nonce was used by another transaction" } }
const hasFailed = { _tag: "Refused", reason: { code: "failed", detail: "memo: Custom:1" } }
const unseen = open("its nonce was used, and no node shows by what")
const notThere = { _tag: "Odd", because: "ours shows no such transfer" }

it.each<[string, Partial<Said>, object]>([
  ["made where it is in a final block", {}, made],
  ["unused where nothing used its nonce", { nonce: nonceValue, transactions: {} }, unused(null)],
  ["open where its nonce was used by what no node shows", { transactions: {} }, unseen],
  ["open where what is shown was over another nonce value", {
    transactions: { ours: { ...landed, lifetime: blockhash } }
  }, unseen],
  [
    "open where what is shown is of another nonce account",
    { transactions: { ours: { ...landed, accounts: landed.accounts.slice(0, 4) } } },
    unseen
  ],
  ["refused where another used it", { transactions: { other: foreign } }, byAnother],
  ["refused where one of another id used it", { transactions: { other: { ...landed, memos: [`${id}0`] } } }, byAnother],
  ["refused where one of two ids used it", { transactions: { other: { ...landed, memos: [id, id] } } }, byAnother],
  [
    "made where another failed over it before",
    { transactions: { other: { ...foreign, failure }, ours: landed } },
    made
  ],
  ["refused where it failed before another used it", { transactions: { ours: failed, other: foreign } }, byAnother],
  [
    "refused where it failed, and another did",
    { transactions: { other: { ...foreign, failure }, ours: failed } },
    hasFailed
  ],
  ["refused where it failed", { transactions: { ours: failed } }, hasFailed],
  ["refused where another failed over it", { transactions: { other: { ...foreign, failure } } }, byAnother],
  [
    "unused where it failed and its nonce is unused",
    { nonce: nonceValue, transactions: { ours: failed } },
    unused("it failed, and its nonce was not used up")
  ],
  [
    "unused where another failed and its nonce is unused",
    { nonce: nonceValue, transactions: { other: { ...foreign, failure } } },
    unused(null)
  ],
  ["made where final blocks show it before the nonce", { nonce: nonceValue }, made],
  [
    "open in a block that is not final",
    { status: status({ level: "confirmed" }) },
    open("its nonce was used in a block that is not final")
  ],
  ["open in a block that is gone", { status: undefined }, open("its nonce was used in a block that is not final")],
  ["open where its block cannot be read", { hash: undefined }, open("its block cannot be read yet")],
  ["odd where less arrived", { transactions: { ours: withUnits(3, 1n) } }, notThere],
  ["odd where less left", { transactions: { ours: withUnits(2, 999n) } }, notThere],
  ["odd where another token moved", { transactions: { ours: withBalances({ mint: other }) } }, notThere],
  [
    "odd where it went to another account",
    {
      transactions: {
        ours: { ...landed, accounts: landed.accounts.map((each) => each === destination ? other : each) }
      }
    },
    notThere
  ],
  [
    "odd where it left another account",
    { transactions: { ours: { ...landed, accounts: landed.accounts.map((each) => each === source ? other : each) } } },
    notThere
  ]
])("a spend is %s", async (_, parts, fate) => {
  expect(await fateWhere(parts)).toEqual(fate)
})
