// Nodes of TRON that a test plays: each answers what it is given, and nothing else.
import { Effect } from "effect"
import type { Block, Landing, Log } from "../../../../adapters/tron/node-answers.ts"
import type { TronNode } from "../../../../adapters/tron/node.ts"
import { addressOfHex } from "../../../../adapters/tron/address.ts"
import type { TokenTransfer } from "../../../../adapters/tron/call.ts"
import { NodeAway } from "../../../../adapters/rpc-quorum/node-away.ts"
import { type Quorum, makeQuorum } from "../../../../adapters/rpc-quorum/quorum.ts"

/** 20 bytes of an account or a contract, in hex. */
export const accounts = {
  token: "a1".repeat(20),
  treasury: "b2".repeat(20),
  to: "c3".repeat(20),
  other: "d4".repeat(20)
}
export const addresses = {
  token: addressOfHex(`41${accounts.token}`),
  treasury: addressOfHex(`41${accounts.treasury}`),
  to: addressOfHex(`41${accounts.to}`),
  other: addressOfHex(`41${accounts.other}`)
}

export const call: TokenTransfer = {
  _tag: "TokenTransfer",
  token: addresses.token,
  from: addresses.treasury,
  to: addresses.to,
  units: 5_000_001n
}

export const word = (hex: string): string => hex.padStart(64, "0")
const transferTopic = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

export const log: Log = {
  address: accounts.token,
  topics: [transferTopic, word(accounts.treasury), word(accounts.to)],
  data: word((5_000_001n).toString(16))
}

export const landing: Landing = {
  height: 90n,
  blockHash: "90".repeat(32),
  result: "SUCCESS",
  isFailed: false,
  feeSun: 345_000n,
  logs: [log]
}

const blockOf = (number: bigint): Block => ({
  number,
  hash: number.toString(16).padStart(64, "0"),
  time: Number(number) * 3_000
})

/** What a node has: the height of its newest block, that of its newest solidified one, and transactions by their ids. */
export interface Chain {
  readonly head: bigint
  readonly solid: bigint
  readonly landed: Readonly<Record<string, Landing>>
  /** Whether nothing of it comes back. */
  readonly isDead?: true
  /** Whether it cannot be asked for events. */
  readonly isEventless?: true
  /** Whether it finds no event. */
  readonly hides?: true
}

/** A node of a chain, with the blocks and topics of which it was asked for events. */
export const nodeOf = ({ head, hides, isDead, isEventless, landed, solid }: Chain) => {
  const asked: Array<{ readonly from: bigint; readonly to: bigint; readonly topics: ReadonlyArray<string> }> = []
  const says = <A>(answer: A): Effect.Effect<A, NodeAway> =>
    isDead === true ? Effect.fail(new NodeAway({ reason: "no answer" })) : Effect.succeed(answer)
  const node: Partial<TronNode> = {
    head: says(blockOf(head)),
    solidHead: says(blockOf(solid)),
    solidBlock: (number) => says(number <= solid ? blockOf(number) : undefined),
    landing: (id, at = "solid") => {
      const found = landed[id]
      return says(found !== undefined && found.height <= (at === "solid" ? solid : head) ? found : undefined)
    },
    withEvent: ({ from, to, tokens, topics }) => {
      asked.push({ from, to, topics })
      const isOne = ({ height, logs }: Landing) =>
        height >= from && height <= to &&
        logs.some((each) =>
          tokens.includes(addressOfHex(`41${each.address}`)) && topics.every((topic, at) => topic === each.topics[at])
        )
      if (isEventless === true) return Effect.fail(new NodeAway({ reason: "no such interface" }))
      return says(hides === true ? [] : Object.entries(landed).flatMap(([id, each]) => isOne(each) ? [id] : []))
    }
  }
  return { node: node as TronNode, asked }
}

/** Nodes of which more than half have to agree. */
export const quorumOf = (nodes: ReadonlyArray<TronNode>): Quorum<TronNode> =>
  makeQuorum({
    members: nodes.map((node, place) => ({ name: `node ${place + 1}`, node })),
    agree: (nodes.length >> 1) + 1
  })
