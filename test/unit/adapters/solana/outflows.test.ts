// What left the treasury, as it is shown to whoever has no record of it.
import { Effect } from "effect"
import { expect, it } from "vitest"
import { makeHistory } from "../../../../adapters/solana/history.ts"
import type { Landed, Status } from "../../../../adapters/solana/answers.ts"
import { makeOutflows } from "../../../../adapters/solana/outflows.ts"
import { tokenAccountOf } from "../../../../adapters/solana/programs.ts"
import {
  addressOf,
  blockhash,
  failure,
  feePayer,
  from,
  id,
  landed,
  mint,
  nodeOf,
  nodesOf,
  run,
  status,
  to,
  units
} from "./chain.ts"

const token = { asset: "USDC", mint, program: "spl-token" } as const
const account = await tokenAccountOf(token, from)

interface Said {
  readonly landed: Landed
  readonly status: Status | undefined
  readonly hash: string | undefined
  readonly named: string
  readonly mint: string
  readonly feePayer: string
}

const usual: Said = { landed, status: status(), hash: blockhash, named: account, mint, feePayer }

const shownWhere = (parts: Partial<Said>) => {
  const said = { ...usual, ...parts }
  const nodes = nodesOf(nodeOf({
    oldestAt: Effect.succeed(0n),
    signatures: (address) => Effect.succeed(address === said.named ? [{ signature: "sent", at: 2n }] : []),
    transaction: () => Effect.succeed(said.landed),
    status: () => Effect.succeed(said.status),
    blockhashAt: (slot) => Effect.succeed(slot === landed.slot ? said.hash : undefined)
  }))
  const tokens = [{ ...token, mint: said.mint }]
  return run(makeOutflows(nodes, makeHistory(nodes, 1), { treasury: from, feePayer: said.feePayer, tokens })(1_000))
}

const outflow = {
  mark: id,
  to,
  asset: "USDC",
  units,
  receipt: { transactionHash: "sent", place: { height: 7n, hash: blockhash }, cost: { coin: "SOL", units: 11_000n } },
  isDone: true
}
const { cost: _, ...withoutCost } = outflow.receipt

it.each<[string, Partial<Said>, ReadonlyArray<object> | string]>([
  ["of its token account", {}, [outflow]],
  ["of the treasury itself", { named: from }, [outflow]],
  ["not of anybody else", { named: to }, []],
  ["not done in a confirmed block", { status: status({ level: "confirmed" }) }, [{ ...outflow, isDone: false }]],
  ["not done in a block that is gone", { status: undefined }, [{ ...outflow, isDone: false }]],
  ["not where it failed", { landed: { ...landed, failure } }, []],
  ["not where it came in", { landed: { ...landed, before: landed.after, after: landed.before } }, []],
  ["without a mark where it has no memo", { landed: { ...landed, memos: [] } }, [{ ...outflow, mark: null }]],
  ["without a mark where it has two", { landed: { ...landed, memos: [id, id] } }, [{ ...outflow, mark: null }]],
  ["without an asset where the token is not ours", { named: from, mint: addressOf(99) }, [{ ...outflow, asset: null }]],
  ["without a cost where somebody else paid", { feePayer: to }, [{ ...outflow, receipt: withoutCost }]],
  ["not at all without its block", { hash: undefined }, "the block of slot 7 cannot be read yet"]
])("an outflow is shown %s", async (_, parts, shown) => {
  expect(await shownWhere(parts)).toEqual(shown)
})
