// The questions that are asked of one EVM node over JSON-RPC, read fresh each time: nothing is cached, because a reorg makes
// answers of a moment ago wrong. What a node says of itself stays out of reasons and logs, beside the code of its error.
import { Effect } from "effect"
import { type Address, type Hash, type Hex, hexToBigInt, isHex, keccak256, numberToHex, pad } from "viem"
import { type JsonRpcSettings, makeJsonRpc } from "../rpc-quorum/json-rpc.ts"
import { NodeAway, type NodeRefused } from "../rpc-quorum/node-away.ts"
import { entryPoint, operationEvent } from "./contracts.ts"
import { type FoundLog, type Log, type LogFilter, type LogPages, makeLogPages } from "./log-pages.ts"

type Place = bigint | "latest" | "safe" | "finalized"

export interface Receipt {
  readonly blockNumber: bigint
  readonly blockHash: Hash
  /** Wei: on a rollup the fee of the chain below is part of it. */
  readonly cost: bigint
  readonly logs: ReadonlyArray<Log>
  /** Who paid for it, where the node says so. */
  readonly payer?: Hex
}

export interface Block {
  readonly number: bigint
  readonly hash: Hash
  /** Unix milliseconds. */
  readonly time: number
  readonly baseFee: bigint
}

/** What a call that was tried out gave, or the data that it reverted with. */
export interface Tried {
  readonly passed: boolean
  readonly data: Hex
}

/** Code that an account has during a call that is tried out. */
export interface Standin {
  readonly account: Address
  readonly code: Hex
}

/** Why a node did not take a transaction. */
export type Unbroadcast = "funds" | "underpriced" | "refused" | "away"

/** An answer to a broadcast of what the node or the chain has already. */
const had = /already (?:known|imported)|known transaction|nonce too low|transaction already/i
const short = /insufficient funds|overdraft/i
const cheap = /underpriced|fee too low|below (?:the )?(?:minimum|allowed)|max fee per gas less than|tip cap/i
const reverted = /revert/i

interface Fields {
  readonly [name: string]: unknown
}

const fields = (value: unknown): Fields => {
  if (typeof value !== "object" || value === null) throw new TypeError("no object")
  return Object.fromEntries(Object.entries(value))
}

const hex = (value: unknown): Hex => {
  if (!isHex(value)) throw new TypeError("not in hex")
  return value
}

// A quantity of nothing is 0x to some nodes.
const number = (value: unknown): bigint => hex(value) === "0x" ? 0n : hexToBigInt(hex(value))

const list = (value: unknown): ReadonlyArray<unknown> => {
  if (!Array.isArray(value)) throw new TypeError("no list")
  return value
}

const logOf = (value: unknown): Log => {
  const { address, data, topics } = fields(value)
  return { address: hex(address), topics: list(topics).map(hex), data: hex(data) }
}

const receiptOf = (value: unknown): Receipt | undefined => {
  if (value === null) return undefined
  const { blockHash, blockNumber, effectiveGasPrice, from, gasUsed, l1Fee, logs } = fields(value)
  if (blockHash === null || blockNumber === null) return undefined
  return {
    blockNumber: number(blockNumber),
    blockHash: hex(blockHash),
    cost: number(gasUsed) * number(effectiveGasPrice) + number(l1Fee ?? "0x0"),
    logs: list(logs).map(logOf),
    ...(from === undefined ? {} : { payer: hex(from) })
  }
}

const blockOf = (value: unknown): Block | undefined => {
  if (value === null) return undefined
  const { baseFeePerGas, hash, number: height, timestamp } = fields(value)
  const time = Number(number(timestamp)) * 1_000
  return { number: number(height), hash: hex(hash), time, baseFee: number(baseFeePerGas ?? "0x0") }
}

const placeOf = (place: Place): string => typeof place === "bigint" ? numberToHex(place) : place

// Nodes put what a call reverted with into the error's data, as it is, behind a word, or inside an object.
const revertData = (data: unknown): Hex => {
  const text = typeof data === "string" ? data : JSON.stringify(data ?? "")
  const found = /0x[0-9a-fA-F]*/.exec(text)?.[0]
  return found === undefined ? "0x" : hex(found)
}

const overrides = (standin: Standin | undefined) =>
  standin === undefined ? [] : [{ [standin.account]: { code: standin.code } }]

/** A node by its address. */
export const makeNode = (settings: JsonRpcSettings) => {
  const rpc = makeJsonRpc({ timeoutMs: 4_000, ...settings })
  const { name } = settings

  const away = (reason: string) => new NodeAway({ reason: `${name}: ${reason}` })
  const read = <A>(method: string, of: (result: unknown) => A) => (result: unknown): Effect.Effect<A, NodeAway> =>
    Effect.try({ try: () => of(result), catch: () => away(`an answer of ${method} that cannot be read`) })
  const asked = <A>(method: string, params: ReadonlyArray<unknown>, of: (result: unknown) => A) =>
    Effect.flatMap(rpc.ask(method, params), read(method, of)).pipe(
      Effect.catchTag("NodeRefused", ({ code }) => Effect.fail(away(`error ${code} of ${method}`)))
    )

  const block = (place: Place) => asked("eth_getBlockByNumber", [placeOf(place), false], blockOf)

  const found = (value: unknown): FoundLog => {
    const { blockNumber, transactionHash } = fields(value)
    return { ...logOf(value), blockNumber: number(blockNumber), transactionHash: hex(transactionHash) }
  }

  const pages: LogPages = makeLogPages(
    (filter, from, to) =>
      Effect.flatMap(
        rpc.ask("eth_getLogs", [{ ...filter, fromBlock: numberToHex(from), toBlock: numberToHex(to) }]),
        read("eth_getLogs", (result) => list(result).map(found))
      ),
    away
  )

  return {
    name,
    state: rpc.state,
    chainId: asked("eth_chainId", [], (result) => Number(number(result))),
    /** The block of a number or name; undefined where there is none. */
    block,
    receipt: (transaction: Hash) => asked("eth_getTransactionReceipt", [transaction], receiptOf),
    /** The transaction of a user operation, whoever sent it. */
    search: (operation: Hash, from: bigint, to: bigint) =>
      pages.first({ address: entryPoint, topics: [operationEvent, operation] }, from, to),
    /** The newest block up to one in which an account used a nonce of the EntryPoint. */
    usedIn: (sender: Address, nonce: bigint, to: bigint) =>
      pages.newest(
        { address: entryPoint, topics: [operationEvent, null, pad(sender)] },
        to,
        ({ data }) => BigInt(data.slice(0, 66)) === nonce
      ),
    /** The transactions with logs, from one block to another. */
    transactionsWith: (filter: LogFilter, from: bigint, to: bigint) => pages.all(filter, from, to),
    /** How many transactions of an account are in blocks: the nonce of its next. */
    transactionCount: (address: Address) => asked("eth_getTransactionCount", [address, "latest"], number),
    /** keccak-256 of the code of an account; undefined where there is none. */
    codeHash: (address: Address) =>
      asked("eth_getCode", [address, "latest"], (code) => hex(code) === "0x" ? undefined : keccak256(hex(code))),
    /** Wei. */
    balance: (address: Address) => asked("eth_getBalance", [address, "latest"], number),
    /** Tries a call out. */
    call: (call: { readonly from?: Address; readonly to: Address; readonly data: Hex }, at: Place, standin?: Standin) =>
      rpc.ask("eth_call", [call, placeOf(at), ...overrides(standin)]).pipe(
        Effect.flatMap(read("eth_call", (data): Tried => ({ passed: true, data: hex(data) }))),
        Effect.catchTag("NodeRefused", ({ code, data, message }) =>
          code === 3 || reverted.test(message)
            ? Effect.succeed<Tried>({ passed: false, data: revertData(data) })
            : Effect.fail(away(`error ${code} of eth_call`)))
      ),
    /** Gas that a transaction takes. */
    gas: (call: { readonly from: Address; readonly to: Address; readonly data: Hex }, standin?: Standin) =>
      asked("eth_estimateGas", [call, "latest", ...overrides(standin)], number),
    /** Wei per gas that is offered beside the base fee. */
    tip: asked("eth_maxPriorityFeePerGas", [], number),
    /** Gives it a signed transaction: why it does not have it, if it does not. It decides nothing. */
    broadcast: (raw: Hex): Effect.Effect<Unbroadcast | undefined, NodeAway> =>
      rpc.ask("eth_sendRawTransaction", [raw]).pipe(
        Effect.as(undefined),
        Effect.catchTag("NodeRefused", ({ message }: NodeRefused) => Effect.succeed(unbroadcast(message)))
      ),
    /** Sets the balance of an account on a development node; false where the node does not do that. */
    setBalance: (address: Address, wei: bigint): Effect.Effect<boolean> =>
      rpc.ask("anvil_setBalance", [address, numberToHex(wei)]).pipe(
        Effect.as(true),
        Effect.catch(() => Effect.succeed(false))
      )
  }
}

export type EvmNode = ReturnType<typeof makeNode>

const unbroadcast = (message: string): Unbroadcast | undefined =>
  had.test(message) ? undefined : short.test(message) ? "funds" : cheap.test(message) ? "underpriced" : "refused"
