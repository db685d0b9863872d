// A node of Solana that says what a test wants, with one transfer in a block: of units of a mint, out of one token account into another.
import { base58 } from "@scure/base"
import { Effect } from "effect"
import { makeQuorum } from "../../../../adapters/rpc-quorum/quorum.ts"
import { NodeAway } from "../../../../adapters/rpc-quorum/node-away.ts"
import type { Nodes } from "../../../../adapters/solana/attempt-status.ts"
import type { Account, Landed, Status } from "../../../../adapters/solana/answers.ts"
import type { SolanaNode } from "../../../../adapters/solana/node.ts"
import { systemProgram } from "../../../../adapters/solana/programs.ts"

/** The address of one byte, repeated. */
export const addressOf = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte))

export const feePayer = addressOf(1)
export const from = addressOf(2)
export const to = addressOf(3)
export const source = addressOf(4)
export const destination = addressOf(5)
export const mint = addressOf(6)
export const nonceAccount = addressOf(7)

export const id = "deliver/dep_1"
export const units = 700n
/** The value of a nonce account that a transfer is signed over. */
export const nonceValue = addressOf(20)
export const blockhash = addressOf(21)

const held = (place: number, owner: string, of: bigint) => ({ place, mint, units: of, owner })

/** The transfer in a block. */
export const landed: Landed = {
  slot: 7n,
  accounts: [feePayer, from, source, destination, nonceAccount],
  lifetime: nonceValue,
  memos: [id],
  fee: 10_000n,
  failure: null,
  before: { lamports: [50_000n, 0n, 0n, 0n, 0n], tokens: [held(2, from, 1_000n), held(3, to, 5n)] },
  after: { lamports: [39_000n, 0n, 0n, 0n, 0n], tokens: [held(2, from, 300n), held(3, to, 705n)] }
}

/** Its balances after it, with other units in one of its places. */
export const withUnits = (place: number, of: bigint): Landed => ({
  ...landed,
  after: {
    ...landed.after,
    tokens: landed.after.tokens.map((each) => each.place === place ? { ...each, units: of } : each)
  }
})

/** The transfer with something else in all of its balances. */
export const withBalances = (parts: Partial<Landed["after"]["tokens"][number]>): Landed => {
  const changed = ({ lamports, tokens }: Landed["after"]) => ({
    lamports,
    tokens: tokens.map((each) => ({ ...each, ...parts }))
  })
  return { ...landed, before: changed(landed.before), after: changed(landed.after) }
}

export const failure = { place: 3, code: "Custom:1" } as const
export const status = (parts: Partial<Status> = {}): Status => ({
  slot: 7n,
  level: "finalized",
  failure: null,
  ...parts
})

/** A nonce account as the system program stores it. */
export const nonceOf = (value: string): Account => {
  const data = new Uint8Array(80)
  data[0] = 1
  data[4] = 1
  data.set(base58.decode(feePayer), 8)
  data.set(base58.decode(value), 40)
  return { owner: systemProgram, lamports: 1_447_680n, data, isExecutable: false }
}

const unasked = Effect.die(new Error("no test asks this"))

/** A node that answers what is given, and nothing else. */
export const nodeOf = (parts: Partial<SolanaNode>): SolanaNode => ({
  genesisHash: unasked,
  accounts: () => unasked,
  latestBlockhash: unasked,
  isValid: () => unasked,
  height: () => unasked,
  status: () => unasked,
  transaction: () => unasked,
  signatures: () => unasked,
  oldestAt: unasked,
  blockhashAt: () => unasked,
  recentPrices: () => unasked,
  simulate: () => unasked,
  send: () => unasked,
  ...parts
})

/** Nodes as one; more than half have to agree. */
export const nodesOf = (...nodes: ReadonlyArray<SolanaNode>): Nodes =>
  makeQuorum({
    members: nodes.map((node, place) => ({ name: `node-${place}`, node })),
    agree: (nodes.length >> 1) + 1
  })

export const away = new NodeAway({ reason: "no answer" })

/** What an effect that fails with a reason comes to. */
export const run = <A>(asked: Effect.Effect<A, NodeAway>): Promise<A | string> =>
  Effect.runPromise(Effect.catchTag(asked, "NodeAway", ({ reason }) => Effect.succeed(reason)))
