// What one Bitcoin node says of its chain, over JSON-RPC. Any node can answer this, also one that is pruned, keeps no index of
// transactions or belongs to somebody else; a wallet that watches our script is beside it where the node is ours.
import { Effect, Redacted, Schema } from "effect"
import type { Credentials } from "../http-client/client.ts"
import { type JsonRpc, makeJsonRpc } from "../rpc-quorum/json-rpc.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import { type Sent, notThere, sendCodes } from "./codes.ts"
import { answered, read, satoshis, unless, unreadable, whole } from "./reading.ts"
import type { NodeSettings } from "./settings.ts"
import { type ReadTransaction, readTransaction } from "./transaction.ts"
import { type Wallet, type WalletSettings, makeWallet } from "./wallet.ts"

/** An output that is not spent. */
export interface Output {
  readonly units: bigint
  /** In hex. */
  readonly script: string
  /** 0 while it is in no block. */
  readonly confirmations: bigint
}

/** A transaction in a block of the chain that the node follows. */
export interface Inclusion {
  readonly height: bigint
  readonly confirmations: bigint
  /** Outpoints that it spends. */
  readonly inputs: ReadonlyArray<string>
  readonly outputs: ReadTransaction["outputs"]
}

const ChainInfo = Schema.Struct({ chain: Schema.String, blocks: Schema.String })
const Header = Schema.Struct({ height: Schema.String, confirmations: Schema.String })
const TxOut = Schema.NullOr(Schema.Struct({
  value: Schema.String,
  confirmations: Schema.String,
  scriptPubKey: Schema.Struct({ hex: Schema.String })
}))
const FeeEstimate = Schema.Struct({ feerate: Schema.optionalKey(Schema.String) })
const RawInfo = Schema.Struct({ blockhash: Schema.optionalKey(Schema.String) })

export const makeNode = (rpc: JsonRpc, wallet: Wallet | undefined) => {
  const needed = <A>(method: string, value: A | undefined): Effect.Effect<A, NodeAway> =>
    value === undefined ? Effect.fail(unreadable(rpc, method)) : Effect.succeed(value)

  const info = read(rpc, ChainInfo, "getblockchaininfo")
  const blockHash = (height: bigint) => read(rpc, Schema.String, "getblockhash", [Number(height)])

  return {
    /** The wallet that watches our script, where the node has one. */
    wallet,

    /** Which chain it follows: its name there, and the hash of its first block. */
    identity: answered(rpc, Effect.all({ chain: Effect.map(info, ({ chain }) => chain), genesis: blockHash(0n) })),

    /** Number of the newest block. */
    height: answered(rpc, Effect.flatMap(info, ({ blocks }) => needed("getblockchaininfo", whole(blocks)))),

    /** The block of a number on the chain that it follows. */
    blockHash: (height: bigint) => answered(rpc, blockHash(height)),

    /** The number of a block, on the chain that it follows or not. */
    blockHeight: (hash: string): Effect.Effect<bigint | undefined, NodeAway> =>
      answered(
        rpc,
        Effect.gen(function*() {
          const header = yield* unless(notThere, read(rpc, Header, "getblockheader", [hash]))
          return header === undefined ? undefined : yield* needed("getblockheader", whole(header.height))
        })
      ),

    /** An output that is not spent: in the chain alone, or with what waits for a block counted in. */
    output: (outpoint: string, of: "chain" | "chain and waiting"): Effect.Effect<Output | undefined, NodeAway> =>
      answered(
        rpc,
        Effect.gen(function*() {
          const [txid = "", index = ""] = outpoint.split(":")
          const found = yield* read(rpc, TxOut, "gettxout", [txid, Number(index), of === "chain and waiting"])
          return found === null ? undefined : {
            units: yield* needed("gettxout", satoshis(found.value)),
            script: found.scriptPubKey.hex,
            confirmations: yield* needed("gettxout", whole(found.confirmations))
          }
        })
      ),

    /** What a place in one of the next blocks costs, satoshis per 1,000 virtual bytes; undefined where the node cannot say. */
    marketRate: (withinBlocks: number): Effect.Effect<bigint | undefined, NodeAway> =>
      answered(
        rpc,
        Effect.gen(function*() {
          const { feerate } = yield* read(rpc, FeeEstimate, "estimatesmartfee", [withinBlocks])
          return feerate === undefined ? undefined : yield* needed("estimatesmartfee", satoshis(feerate))
        })
      ),

    /** Gives it bytes. */
    send: (raw: string): Effect.Effect<Sent, NodeAway> =>
      rpc.ask("sendrawtransaction", [raw]).pipe(
        Effect.as<Sent>("taken"),
        Effect.catchTag("NodeRefused", ({ code }) => {
          const sent = sendCodes[code]
          return sent === undefined
            ? Effect.fail(new NodeAway({ reason: `${rpc.name}: error ${code}` }))
            : Effect.succeed(sent)
        })
      ),

    /** Whether a transaction is in a block of the node's chain, and which one it is: read from its bytes. */
    inclusion: (txid: string, block: string): Effect.Effect<Inclusion | undefined, NodeAway> =>
      answered(
        rpc,
        Effect.gen(function*() {
          const header = yield* unless(notThere, read(rpc, Header, "getblockheader", [block]))
          if (header === undefined) return undefined
          const confirmations = yield* needed("getblockheader", whole(header.confirmations))
          // A block that was taken back has -1.
          if (confirmations < 1n) return undefined
          const raw = yield* unless(notThere, read(rpc, Schema.String, "getrawtransaction", [txid, false, block]))
          if (raw === undefined) return undefined
          const transaction = readTransaction(raw)
          if (transaction?.txid !== txid) return yield* unreadable(rpc, "getrawtransaction")
          const height = yield* needed("getblockheader", whole(header.height))
          return { height, confirmations, inputs: transaction.inputs, outputs: transaction.outputs }
        })
      ),

    /** The block that it knows a transaction in: by its wallet, or by an index where it keeps one. A hint: it decides nothing. */
    blockOf: (txid: string): Effect.Effect<string | undefined, NodeAway> =>
      answered(
        rpc,
        Effect.gen(function*() {
          const seen = wallet === undefined ? undefined : yield* wallet.blockOf(txid)
          if (seen !== undefined) return seen
          return (yield* unless(notThere, read(rpc, RawInfo, "getrawtransaction", [txid, true])))?.blockhash
        })
      )
  }
}

export type BitcoinNode = ReturnType<typeof makeNode>

/** What a wallet of the node watches. */
export type Watched = Pick<WalletSettings, "publicKey" | "script" | "since">

/** Bytes of an answer: a block's transactions may be long, and a search lists many. */
const mostBytes = 33_554_432

const basic = (user: string, password: Redacted.Redacted): Credentials => {
  const authorization = `Basic ${Buffer.from(`${user}:${Redacted.value(password)}`).toString("base64")}`
  return { headers: () => Effect.succeed({ authorization }) }
}

/** One node, with its wallet where it has one. Throws `TypeError` on an address that cannot be one. */
export const openNode = (
  { login, name, perSecond, url, wallet }: NodeSettings,
  watched: Watched,
  timeoutMs = 10_000
): BitcoinNode => {
  const open = (address: Redacted.Redacted) =>
    makeJsonRpc({
      name,
      url: address,
      isExact: true,
      timeoutMs,
      mostBytes,
      ...perSecond === undefined ? {} : { perSecond },
      ...login === undefined ? {} : { credentials: basic(login.user, login.password) }
    })
  const rpc = open(url)
  if (wallet === undefined) return makeNode(rpc, undefined)
  const path = `${new URL(Redacted.value(url)).origin}/wallet/${encodeURIComponent(wallet)}`
  const walletRpc = open(Redacted.make(path))
  return makeNode(rpc, makeWallet({ node: rpc, rpc: walletRpc, name: wallet, ...watched }))
}
