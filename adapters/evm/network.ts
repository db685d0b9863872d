// The questions that are asked of a network, each in the way that its answer needs: what decides about money is what enough
// nodes agree on, amounts and heights are what enough of them have reached, and a transaction goes to all.
import { Effect, Exit } from "effect"
import { type Address, type Hash, type Hex, decodeFunctionResult, encodeFunctionData } from "viem"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { blocklistSelector, entryPoint, entryPointAbi, tokenAbi } from "./contracts.ts"
import type { Market } from "./fees.ts"
import type { LogFilter } from "./log-pages.ts"
import type { EvmNode, Standin, Tried, Unbroadcast } from "./node.ts"

type FinalTag = "safe" | "finalized"
type Call = Parameters<EvmNode["call"]>[0]

// What enough nodes have reached; a single node that exaggerates does not count, and neither does one that lags.
const known = (what: string) => (value: bigint | undefined) =>
  value === undefined ? Effect.fail(new NodeAway({ reason: `too few nodes know ${what}` })) : Effect.succeed(value)

// The best that any of the nodes made of it.
const ease: { readonly [U in Unbroadcast]: number } = { underpriced: 0, funds: 1, refused: 2, away: 3 }

/** `agree`: how many nodes the quorum is. */
export const makeNetwork = (nodes: Quorum<EvmNode>, agree: number) => {
  const call = (asked: Call, at: bigint | "latest" | FinalTag = "latest", standin?: Standin) =>
    nodes.agreed((node) => node.call(asked, at, standin))

  const balanceOf = (token: Address, owner: Address, at: bigint | "latest" | FinalTag) => {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: "balanceOf", args: [owner] })
    return nodes.reached((node) => Effect.flatMap(node.call({ to: token, data }, at), unitsOf(token)))
      .pipe(Effect.flatMap(known("a balance")))
  }

  return {
    /** Number of the newest block. */
    head: Effect.flatMap(
      nodes.reached((node) => Effect.map(node.block("latest"), (block) => block?.number)),
      known("the newest block")
    ),
    /** Number of the newest block that the network calls so; undefined where it calls none so yet. */
    headAt: (tag: FinalTag) => nodes.reached((node) => Effect.map(node.block(tag), (block) => block?.number)),
    /** Hash of the canonical block of a number; undefined where there is none. */
    blockHash: (height: bigint) => nodes.agreed((node) => Effect.map(node.block(height), (block) => block?.hash)),
    /** When the canonical block of a number was made, in Unix milliseconds; undefined where there is none. */
    blockTime: (height: bigint) => nodes.agreed((node) => Effect.map(node.block(height), (block) => block?.time)),
    receipt: (transaction: Hash) => nodes.agreed((node) => node.receipt(transaction)),
    /** The transaction of a user operation, whoever sent it. */
    search: (operation: Hash, from: bigint, to: bigint) => nodes.agreed((node) => node.search(operation, from, to)),
    /** The newest block up to one in which an account used a nonce of the EntryPoint; undefined where it is in none. */
    usedIn: (sender: Address, nonce: bigint, to: bigint) => nodes.agreed((node) => node.usedIn(sender, nonce, to)),
    /** The transactions with logs that any node finds, once as many as have to agree have looked through all blocks. */
    transactionsWith: Effect.fnUntraced(function*(filter: LogFilter, from: bigint, to: bigint) {
      const answers = yield* nodes.toAll((node) => node.transactionsWith(filter, from, to))
      const heard = answers.flatMap((exit) => Exit.isSuccess(exit) ? [exit.value] : [])
      if (heard.length < agree) {
        const reason = `${heard.length} of ${answers.length} nodes say what left, ${agree} have to`
        return yield* new NodeAway({ reason })
      }
      return new Set(heard.flat())
    }),
    /** How many transactions of an account are in blocks: the nonce of its next. */
    transactionCount: (address: Address) =>
      nodes.reached((node) => node.transactionCount(address)).pipe(
        Effect.flatMap(known("a transaction count")),
        Effect.map(Number)
      ),
    codeHash: (address: Address) => nodes.agreed((node) => node.codeHash(address)),
    /** Wei. */
    balance: (address: Address) => Effect.flatMap(nodes.reached((node) => node.balance(address)), known("a balance")),
    /** Smallest units of a token. */
    tokenBalance: balanceOf,
    /** Decimals of a token; undefined where it says none. */
    decimals: (token: Address) =>
      Effect.map(
        call({ to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: "decimals" }) }),
        ({ data, passed }) => passed && data.length === 66 ? Number(BigInt(data)) : undefined
      ),
    /** Whether a token blocks an address. */
    isBlocked: (token: Address, blocklist: string, owner: Address, at: "latest" | FinalTag) =>
      Effect.map(
        call(
          { to: token, data: `${blocklistSelector(blocklist)}${owner.slice(2).toLowerCase().padStart(64, "0")}` },
          at
        ),
        ({ data, passed }) => passed && data.length >= 66 && BigInt(data.slice(0, 66)) !== 0n
      ),
    /** The next nonce that the EntryPoint took of an account under a key, as of a block. */
    operationNonce: (sender: Address, key: bigint, at: "latest" | FinalTag) =>
      nodes.agreed((node) => {
        const data = encodeFunctionData({ abi: entryPointAbi, functionName: "getNonce", args: [sender, key] })
        return Effect.flatMap(node.call({ to: entryPoint, data }, at), (tried) =>
          tried.passed && tried.data.length === 66
            ? Effect.succeed(decodeFunctionResult({ abi: entryPointAbi, functionName: "getNonce", data: tried.data }))
            : Effect.fail(new NodeAway({ reason: `${node.name}: no nonce of the EntryPoint` })))
      }),
    call,
    gas: (from: Address, to: Address, data: Hex, standin?: Standin) =>
      nodes.reached((node) => node.gas({ from, to, data }, standin)).pipe(Effect.flatMap(known("an amount of gas"))),
    /** What the network takes now. */
    market: Effect.gen(function*() {
      const market: Market = yield* Effect.all({
        baseFee: Effect.flatMap(
          nodes.reached((node) => Effect.map(node.block("latest"), (block) => block?.baseFee)),
          known("the base fee")
        ),
        tip: Effect.flatMap(nodes.reached((node) => node.tip), known("the tip"))
      }, { concurrency: "unbounded" })
      return market
    }),
    /** Gives a signed transaction to every node: undefined when one of them has it. It decides nothing. */
    broadcast: (raw: Hex): Effect.Effect<Unbroadcast | undefined> =>
      Effect.map(nodes.toAll((node) => node.broadcast(raw)), (answers) => {
        const said = answers.map((exit) => Exit.isSuccess(exit) ? exit.value : "away" as const)
        if (said.includes(undefined)) return undefined
        return said.flatMap((one) => one === undefined ? [] : [one]).toSorted((a, b) => ease[a] - ease[b])[0]
      })
  }
}

export type EvmNetwork = ReturnType<typeof makeNetwork>

const unitsOf = (token: Address) => ({ data, passed }: Tried) =>
  passed && data.length === 66
    ? Effect.succeed(decodeFunctionResult({ abi: tokenAbi, functionName: "balanceOf", data }))
    : Effect.fail(new NodeAway({ reason: `no balance of ${token}` }))
