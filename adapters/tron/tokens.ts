// Tokens of TRON: what is configured of each, and what is asked of it. Balances that decide are the lesser of the newest and the
// solidified state.
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { type RefusalReason, reason } from "../../core/base/reason/reason.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { addressOfHex, isAddress } from "./address.ts"
import { questionOf } from "./call.ts"
import type { TronNode } from "./node.ts"
import type { At, Trial } from "./node-answers.ts"

/** A token that stands for an asset. */
export interface Token {
  readonly asset: AssetCode
  /** Its contract, in base58check. */
  readonly address: string
  /** The hash of its code as nodes give it; what it is is not checked unless given. */
  readonly codeHash?: string
  /** The question of one address whose answer is whether the token blocks it, such as `isBlackListed(address)`. */
  readonly blockedBy?: string
  /** The question whose answer is the fee that it keeps of each transfer, which has to be zero; that of USDT unless given. */
  readonly feeBy?: string
}

const selectorOf = (signature: string): string => bytesToHex(keccak_256(utf8ToBytes(signature)).subarray(0, 4))
const balanceOf = selectorOf("balanceOf(address)")
const decimals = selectorOf("decimals()")

/** Where what is sent is lost. */
const zero = addressOfHex(`41${"00".repeat(20)}`)

/** An answer of one word. */
const wordIn = (node: TronNode, trial: Trial): Effect.Effect<bigint, NodeAway> =>
  trial._tag === "Ran" && /^[0-9a-fA-F]{64}$/.test(trial.data)
    ? Effect.succeed(BigInt(`0x${trial.data}`))
    : Effect.fail(new NodeAway({ reason: `${node.name}: a token did not answer` }))

/** A question to a token, answered by one word. */
const word = (node: TronNode, at: At, token: string, data: string) =>
  Effect.flatMap(node.trial(at, { from: token, to: token, data }), (trial) => wordIn(node, trial))

/** The question of USDT, whose owner can begin to keep a fee. */
const usualFee = "basisPointsRate()"

/**
 * What the token keeps of each transfer, by its own measure; zero where it has no such question. That of USDT need not be there on a test
 * network; one that is configured has to.
 */
export const feeOf = Effect.fnUntraced(function*(node: TronNode, { address, asset, feeBy }: Token) {
  const question = feeBy ?? (asset === "USDT" ? usualFee : undefined)
  if (question === undefined) return 0n
  const trial = yield* node.trial("head", { from: address, to: address, data: selectorOf(question) })
  return feeBy === undefined && trial._tag === "Reverted" ? 0n : yield* wordIn(node, trial)
})

export const tokenDecimals = (node: TronNode, token: string) => word(node, "head", token, decimals)

/** The tokens that are configured, beside the fee account at an address. */
export const makeTokens = (tokens: ReadonlyArray<Token>, fees: string, nodes: Quorum<TronNode>) => {
  const byAddress = new Map(tokens.map((token) => [token.address, token]))

  /** What an account holds by one node, in both states. */
  const held = (node: TronNode, { address }: Token, owner: string) => {
    const read = (at: At) => word(node, at, address, questionOf(balanceOf, owner))
    return Effect.all({ head: read("head"), solid: read("solid") }, { concurrency: "unbounded" })
  }

  return {
    /** Why nothing can ever be sent to an address; undefined where something can. */
    receiverProblem: (to: string): RefusalReason | undefined =>
      !isAddress(to) ?
        reason("badReceiver", "not of TRON") :
        to === zero ?
        reason("badReceiver", "no one's") :
        to === fees ?
        reason("badReceiver", "the fee account") :
        byAddress.has(to)
        ? reason("badReceiver", "a token itself")
        : undefined,
    of: (asset: AssetCode): Token | undefined => tokens.find((each) => each.asset === asset),
    at: (address: string): Token | undefined => byAddress.get(address),
    /** Whether an account holds so much, in both states, and what it holds by one of the nodes that say so. */
    covers: (token: Token, owner: string, units: bigint) =>
      nodes.agreed((node) => held(node, token, owner), ({ head, solid }) => `${head >= units} ${solid >= units}`),
    /** Whether an account holds nothing of it yet. */
    isNewHolder: ({ address }: Token, owner: string) =>
      nodes.agreed((node) =>
        Effect.map(word(node, "head", address, questionOf(balanceOf, owner)), (units) => units === 0n)
      ),
    /** What an account can spend. */
    spendable: (token: Token, owner: string) =>
      Effect.map(
        nodes.atLeast((node) => held(node, token, owner)),
        ({ head, solid }) => head < solid ? head : solid
      ),
    /** Whether the token blocks an account, by solidified state; never where the token has no such question. */
    isBlocked: (address: string, account: string): Effect.Effect<boolean, NodeAway> => {
      const blockedBy = byAddress.get(address)?.blockedBy
      if (blockedBy === undefined) return Effect.succeed(false)
      const data = questionOf(selectorOf(blockedBy), account)
      return Effect.map(nodes.agreed((node) => word(node, "solid", address, data)), (answer) => answer !== 0n)
    }
  }
}

export type Tokens = ReturnType<typeof makeTokens>
