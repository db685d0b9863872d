// The questions that are asked of one node of Liquid (elementsd) over JSON-RPC, read fresh each time. The node needs its index of
// transactions (`txindex=1`). What it answers is that node's word; the adapter asks several.
import { Effect, Option, Redacted, Result, Schema } from "effect"
import { parseScaled } from "../../core/base/money/decimal.ts"
import type { Credentials } from "../http-client/client.ts"
import { type JsonRpc, makeJsonRpc } from "../rpc-quorum/json-rpc.ts"
import { NodeAway, type NodeRefused } from "../rpc-quorum/node-away.ts"
import type { NodeSettings } from "./settings.ts"

/** Which output of which transaction. */
export interface Outpoint {
  /** As it is shown. */
  readonly txid: string
  readonly vout: number
}

/** An unspent output, and the number of its block. */
export interface UnspentOutput extends Outpoint {
  readonly height: bigint
}

/** A transaction as a node has it. */
export interface Seen {
  readonly raw: string
  /** The block that it is in; undefined while it waits for one. */
  readonly block: string | undefined
}

// Numbers come as the text that they were written as.
const Digits = Schema.String.check(Schema.isPattern(/^\d+$/))
const SeenTransaction = Schema.Struct({ hex: Schema.String, blockhash: Schema.optionalKey(Schema.String) })
const Unspent = Schema.NullOr(Schema.Struct({ confirmations: Digits }))
const Scan = Schema.Struct({
  unspents: Schema.Array(Schema.Struct({ txid: Schema.String, vout: Digits, height: Digits }))
})
const Block = Schema.Struct({
  tx: Schema.Array(Schema.Struct({
    txid: Schema.String,
    vin: Schema.Array(Schema.Struct({ txid: Schema.optionalKey(Schema.String), vout: Schema.optionalKey(Digits) }))
  }))
})
const Witnesses = Schema.Array(Schema.Struct({ txinwitness: Schema.optionalKey(Schema.Array(Schema.String)) }))
const SignedBlock = Schema.Struct({
  time: Digits,
  tx: Schema.Array(Schema.Struct({ hex: Schema.String, vin: Witnesses }))
})
const SignedTransaction = Schema.Struct({ hex: Schema.String, vin: Witnesses })
const FeeRate = Schema.Struct({ feerate: Schema.optionalKey(Schema.String) })
const Sidechain = Schema.Struct({ pegged_asset: Schema.String })
const Indexes = Schema.Struct({ txindex: Schema.optionalKey(Schema.Struct({ synced: Schema.Boolean })) })

/** What became of bytes that a node was given: it has them, they are in a block already, or it does not take them. */
export type Sent = "taken" | "mined" | "inputs gone" | "policy"

/** Codes of `sendrawtransaction`: of missing inputs, of a rule of relaying, and of outputs that exist. Any other is no answer. */
const sendCodes: Readonly<Record<number, Exclude<Sent, "taken">>> = {
  [-25]: "inputs gone",
  [-26]: "policy",
  [-27]: "mined"
}

/** Codes of the node: what was named is not there, or a number is out of range. */
const notThere = -5
const outOfRange = -8

/** Transactions that are read at the same time. */
const readsAtOnce = 8

/** Rates are said in whole L-BTC. */
const decimalsOfRate = 8

// A signature of a key's coin has the key beside it.
const isBy = (key: string) => ({ vin }: typeof SignedTransaction.Type): boolean =>
  vin.some(({ txinwitness }) => txinwitness?.at(-1) === key)

const isAbsent = ({ code, message }: NodeRefused): boolean => code === notThere && /mempool or blockchain/.test(message)

const reading = <A>(name: string, schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (answer: unknown): Effect.Effect<A, NodeAway> =>
    Option.match(decode(answer), {
      onNone: () => Effect.fail(new NodeAway({ reason: `${name}: an answer that cannot be read` })),
      onSome: Effect.succeed
    })
}

/** What an error of the node is, where its code says nothing about what was asked. */
const away = (name: string) => ({ code }: NodeRefused): NodeAway => new NodeAway({ reason: `${name}: error ${code}` })

const makeNode = ({ ask, name }: Pick<JsonRpc, "ask" | "name">) => {
  const asked = <A>(method: string, params: ReadonlyArray<unknown>, schema: Schema.Codec<A, unknown>) =>
    ask(method, params).pipe(
      Effect.catchTag("NodeRefused", (error) => Effect.fail(away(name)(error))),
      Effect.flatMap(reading(name, schema))
    )
  const orAbsent = <A>(
    method: string,
    params: ReadonlyArray<unknown>,
    schema: Schema.Codec<A, unknown>,
    means: (error: NodeRefused) => boolean
  ): Effect.Effect<A | undefined, NodeAway> =>
    ask(method, params).pipe(
      Effect.flatMap(reading(name, schema)),
      Effect.catchTag("NodeRefused", (error) => means(error) ? Effect.undefined : Effect.fail(away(name)(error)))
    )
  return {
    /** Number of the newest block. */
    height: Effect.map(asked("getblockcount", [], Digits), BigInt),
    /** The block of a number on the chain that the node follows. */
    blockHash: (height: bigint) =>
      orAbsent("getblockhash", [Number(height)], Schema.String, ({ code }) => code === outOfRange),
    /** The number of a block, on the node's chain or not. */
    blockHeight: (hash: string) =>
      Effect.map(
        orAbsent("getblockheader", [hash], Schema.Struct({ height: Digits }), ({ code }) => code === notThere),
        (header) => header && BigInt(header.height)
      ),
    /** A transaction, in a block or waiting for one. */
    transaction: (txid: string): Effect.Effect<Seen | undefined, NodeAway> =>
      Effect.map(
        orAbsent("getrawtransaction", [txid, true], SeenTransaction, isAbsent),
        (found) => found && { raw: found.hex, block: found.blockhash }
      ),
    /** How many blocks an output is deep; undefined where it is spent, by what waits too if `counting` says so, or was never there. */
    depth: ({ txid, vout }: Outpoint, counting: "blocks" | "mempool") =>
      Effect.map(
        asked("gettxout", [txid, vout, counting === "mempool"], Unspent),
        (found) => found === null ? undefined : BigInt(found.confirmations)
      ),
    /** The unspent outputs of a script in blocks; a node does one such scan at a time. */
    unspent: (script: string) =>
      Effect.map(
        asked("scantxoutset", ["start", [`raw(${script})`]], Scan),
        ({ unspents }) =>
          unspents.map(({ height, txid, vout }): UnspentOutput => ({
            txid,
            vout: Number(vout),
            height: BigInt(height)
          }))
      ),
    /** The transaction of a block that spends an output. */
    spender: (block: string, spent: Outpoint) =>
      Effect.map(
        asked("getblock", [block, 2], Block),
        ({ tx }) =>
          tx.find(({ vin }) => vin.some(({ txid, vout }) => txid === spent.txid && Number(vout) === spent.vout))?.txid
      ),
    /** When a block was made, in Unix milliseconds, and the bytes in hex of what is in it with a signature of a key. */
    signedIn: (block: string, key: string) =>
      Effect.map(
        asked("getblock", [block, 2], SignedBlock),
        ({ time, tx }) => ({ madeAt: Number(time) * 1_000, raws: tx.filter(isBy(key)).map(({ hex }) => hex) })
      ),
    /** The same of what waits for a block. */
    signedAndWaiting: (key: string): Effect.Effect<ReadonlyArray<string>, NodeAway> =>
      Effect.gen(function*() {
        const txids = yield* asked("getrawmempool", [], Schema.Array(Schema.String))
        const all = yield* Effect.forEach(
          txids,
          (txid) => orAbsent("getrawtransaction", [txid, true], SignedTransaction, isAbsent),
          { concurrency: readsAtOnce }
        )
        return all.filter((each) => each !== undefined).filter(isBy(key)).map(({ hex }) => hex)
      }),
    /** Gives it bytes. That it does not take them decides nothing: another node may have them. */
    send: (raw: string): Effect.Effect<Sent, NodeAway> =>
      ask("sendrawtransaction", [raw]).pipe(
        Effect.as<Sent>("taken"),
        Effect.catchTag("NodeRefused", (error) => {
          const sent = sendCodes[error.code]
          return sent === undefined ? Effect.fail(away(name)(error)) : Effect.succeed(sent)
        })
      ),
    /** What the node would pay, in smallest units for 1,000 virtual bytes; undefined where it cannot say. */
    feeRate: Effect.map(asked("estimatesmartfee", [2], FeeRate), ({ feerate }) =>
      feerate === undefined
        ? undefined
        : Option.getOrUndefined(Result.getSuccess(parseScaled(feerate, decimalsOfRate)))),
    /** The asset that fees are paid in. */
    feeAsset: Effect.map(asked("getsidechaininfo", [], Sidechain), ({ pegged_asset }) => pegged_asset),
    /** Whether it knows every transaction of the chain. */
    isIndexed: Effect.map(asked("getindexinfo", [], Indexes), ({ txindex }) => txindex?.synced === true)
  }
}

export type LiquidNode = ReturnType<typeof makeNode>

/** More than any block of Liquid. Bytes. */
const mostBytes = 33_554_432

const basic = (user: string, password: Redacted.Redacted): Credentials => {
  const authorization = `Basic ${Buffer.from(`${user}:${Redacted.value(password)}`).toString("base64")}`
  return { headers: () => Effect.succeed({ authorization }) }
}

/** One node. Throws `TypeError` on an address that cannot be one. */
export const openNode = ({ login, name, perSecond, url }: NodeSettings, timeoutMs = 10_000): LiquidNode =>
  makeNode(makeJsonRpc({
    name,
    url,
    isExact: true,
    timeoutMs,
    mostBytes,
    ...perSecond === undefined ? {} : { perSecond },
    ...login === undefined ? {} : { credentials: basic(login.user, login.password) }
  }))
