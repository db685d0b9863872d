// The questions that are asked of an EVM node over JSON-RPC, read fresh each time: nothing is cached, because a reorg makes
// answers of a moment ago wrong. A node that cannot be asked is one failure; addresses of nodes stay out of its reason.
import { Data, Effect } from "effect"
import {
  type Address,
  BaseError,
  type Hash,
  type Hex,
  RpcRequestError,
  createPublicClient,
  decodeFunctionResult,
  defineChain,
  encodeFunctionData,
  hexToBigInt,
  hexToNumber,
  http,
  numberToHex
} from "viem"
import { entryPoint, entryPointAbi, operationEvent, succeeded, tokenAbi } from "./contracts.ts"

/** The node cannot be asked, or it answered what cannot be read. */
export class NodeAway extends Data.TaggedError("NodeAway")<{ readonly reason: string }> {}

/** Where a user operation landed. */
export interface Landing {
  readonly transactionHash: Hash
  readonly blockNumber: bigint
  readonly blockHash: Hash
  readonly success: boolean
  /** What its transaction took, in wei; undefined where only its event was found. */
  readonly cost?: bigint
}

export interface Fees {
  /** Wei per gas. */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

const requestTimeoutMs = 4_000

// What the node said stands in the details of an error that it answered; other errors may name its address.
const reasonOf = (error: unknown): string => {
  if (!(error instanceof BaseError)) return "the node cannot be asked"
  const said = error.walk((part) => part instanceof RpcRequestError)
  return said instanceof RpcRequestError ? said.details : error.shortMessage.split("\n", 1)[0] ?? error.name
}

/** Answers to a broadcast of what the node or the chain has already. */
const isHad = /already (?:known|imported)|nonce too low|transaction already/i

interface RawLog {
  readonly address: Address
  readonly topics: ReadonlyArray<Hex>
  readonly data: Hex
  readonly blockNumber: Hex | null
  readonly blockHash: Hash | null
  readonly transactionHash: Hash | null
}

const landingOf = (log: RawLog): ReadonlyArray<Landing> =>
  log.blockNumber === null || log.blockHash === null || log.transactionHash === null ? [] : [{
    transactionHash: log.transactionHash,
    blockNumber: hexToBigInt(log.blockNumber),
    blockHash: log.blockHash,
    success: succeeded(log.data)
  }]

// On a rollup the fee of the chain below is part of it.
const costOf = (
  receipt: { readonly gasUsed: Hex; readonly effectiveGasPrice: Hex; readonly l1Fee?: Hex | null }
): bigint => hexToBigInt(receipt.gasUsed) * hexToBigInt(receipt.effectiveGasPrice) + hexToBigInt(receipt.l1Fee ?? "0x0")

const isAbout = (operationHash: Hash) => ({ address, topics }: RawLog): boolean =>
  address.toLowerCase() === entryPoint.toLowerCase() && topics[0] === operationEvent &&
  topics[1]?.toLowerCase() === operationHash.toLowerCase()

/** A node by its URL. */
export const makeNode = ({ chainId, url }: { readonly url: string; readonly chainId: number }) => {
  const client = createPublicClient({
    chain: defineChain({
      id: chainId,
      name: `chain ${chainId}`,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [url] } }
    }),
    transport: http(url, { retryCount: 0, timeout: requestTimeoutMs })
  })
  const asked = <A>(question: () => Promise<A>): Effect.Effect<A, NodeAway> =>
    Effect.tryPromise({ try: question, catch: (error) => new NodeAway({ reason: reasonOf(error) }) })
  const blockAt = (place: Hex | "latest" | "finalized") =>
    asked(() => client.request({ method: "eth_getBlockByNumber", params: [place, false] }))
  const read = (to: Address, data: Hex) =>
    asked(() => client.request({ method: "eth_call", params: [{ to, data }, "latest"] }))
  return {
    chainId: asked(async () => hexToNumber(await client.request({ method: "eth_chainId" }))),
    /** Number of the newest block. */
    head: asked(async () => hexToBigInt(await client.request({ method: "eth_blockNumber" }))),
    /** Number of the newest block that the network calls final; undefined where it calls none so yet. */
    finalizedHead: Effect.map(
      blockAt("finalized"),
      (block) => block?.number === undefined || block.number === null ? undefined : hexToBigInt(block.number)
    ),
    /** Hash of the canonical block of a number; undefined where there is none. */
    blockHash: (number: bigint): Effect.Effect<Hash | undefined, NodeAway> =>
      Effect.map(blockAt(numberToHex(number)), (block) => block?.hash ?? undefined),
    /** Where a transaction put a user operation: undefined when it is not in a block, "elsewhere" when without it. */
    landing: (transaction: Hash, operationHash: Hash): Effect.Effect<Landing | "elsewhere" | undefined, NodeAway> =>
      asked(async () => {
        const receipt = await client.request({ method: "eth_getTransactionReceipt", params: [transaction] })
        if (receipt === null) return undefined
        const log = (receipt.logs as ReadonlyArray<RawLog>).find(isAbout(operationHash))
        const landing = log === undefined ? undefined : landingOf(log)[0]
        return log === undefined ? "elsewhere" : landing && { ...landing, cost: costOf(receipt) }
      }),
    /** Where a user operation landed, whoever sent it. */
    search: (operationHash: Hash, fromBlock: bigint): Effect.Effect<Landing | undefined, NodeAway> =>
      asked(async () => {
        const logs = await client.request({
          method: "eth_getLogs",
          params: [{
            address: entryPoint,
            topics: [operationEvent, operationHash],
            fromBlock: numberToHex(fromBlock),
            toBlock: "latest"
          }]
        })
        return (logs as ReadonlyArray<RawLog>).flatMap(landingOf)[0]
      }),
    /** How many transactions of an account are in blocks: the nonce of its next. */
    transactionCount: (address: Address) =>
      asked(async () =>
        hexToNumber(await client.request({ method: "eth_getTransactionCount", params: [address, "latest"] }))
      ),
    hasCode: (address: Address) =>
      asked(async () => (await client.request({ method: "eth_getCode", params: [address, "latest"] })) !== "0x"),
    /** Wei. */
    balance: (address: Address) =>
      asked(async () => hexToBigInt(await client.request({ method: "eth_getBalance", params: [address, "latest"] }))),
    /** Smallest units of a token. */
    tokenBalance: (token: Address, owner: Address) =>
      Effect.map(
        read(token, encodeFunctionData({ abi: tokenAbi, functionName: "balanceOf", args: [owner] })),
        (data) => decodeFunctionResult({ abi: tokenAbi, functionName: "balanceOf", data })
      ),
    /** The next nonce that the EntryPoint takes of an account under a key. */
    operationNonce: (sender: Address, key: bigint) =>
      Effect.map(
        read(entryPoint, encodeFunctionData({ abi: entryPointAbi, functionName: "getNonce", args: [sender, key] })),
        (data) => decodeFunctionResult({ abi: entryPointAbi, functionName: "getNonce", data })
      ),
    /** Whether a transaction to the EntryPoint would pass, were it sent now. */
    wouldPass: (from: Address, data: Hex, delegating: { readonly sender: Address; readonly code: Hex } | undefined) =>
      Effect.tryPromise(() =>
        client.call({
          account: from,
          to: entryPoint,
          data,
          ...(delegating === undefined
            ? {}
            : { stateOverride: [{ address: delegating.sender, code: delegating.code }] })
        })
      ).pipe(Effect.as(true), Effect.catch(() => Effect.succeed(false))),
    fees: asked(async (): Promise<Fees> => await client.estimateFeesPerGas({ type: "eip1559" })),
    /** Gives a signed transaction to the network: what the node said against it, if anything. It decides nothing. */
    broadcast: (raw: Hex): Effect.Effect<string | undefined> =>
      asked(() => client.request({ method: "eth_sendRawTransaction", params: [raw] })).pipe(
        Effect.as(undefined),
        Effect.catch(({ reason }) => Effect.succeed(isHad.test(reason) ? undefined : reason))
      ),
    /** Sets the balance of an account on a development node; false where the node does not do that. */
    setBalance: (address: Address, wei: bigint): Effect.Effect<boolean> =>
      Effect.tryPromise(() =>
        client.request({ method: "anvil_setBalance", params: [address, numberToHex(wei)] } as never)
      ).pipe(Effect.as(true), Effect.catch(() => Effect.succeed(false)))
  }
}

export type EvmNode = ReturnType<typeof makeNode>
