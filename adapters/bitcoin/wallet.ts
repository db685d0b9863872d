// A wallet without keys in a node, which watches the treasury's script: it finds our coins and what spends them. What it says is a hint
// and decides nothing. The adapter makes it where it is missing, also where the node was away when the service started.
import { Effect, Schedule, Schema, Semaphore } from "effect"
import type { JsonRpc } from "../rpc-quorum/json-rpc.ts"
import { NodeAway, type NodeRefused } from "../rpc-quorum/node-away.ts"
import { noWallet, notThere } from "./codes.ts"
import { answered, read, satoshis, unless } from "./reading.ts"
import type { Coin } from "./selection.ts"
import { readTransaction } from "./transaction.ts"

export interface WalletSettings {
  /** The node itself, and its wallet of that name. */
  readonly node: JsonRpc
  readonly rpc: JsonRpc
  readonly name: string
  /** The treasury's public key and script, in hex. */
  readonly publicKey: string
  readonly script: string
  /** Unix seconds from which on its coins are looked for when the wallet is made; from now on where it is not given. */
  readonly since: number | undefined
}

const Names = Schema.Array(Schema.String)
const Descriptors = Schema.Struct({
  descriptors: Schema.Array(Schema.Struct({ desc: Schema.String, timestamp: Schema.String }))
})
const Descriptor = Schema.Struct({ descriptor: Schema.String })
const Imported = Schema.Array(Schema.Struct({ success: Schema.Boolean }))
const Unspent = Schema.Array(Schema.Struct({
  txid: Schema.String,
  vout: Schema.String,
  amount: Schema.String,
  scriptPubKey: Schema.String
}))
const Known = Schema.Struct({ hex: Schema.String, blockhash: Schema.optionalKey(Schema.String) })
const Since = Schema.Struct({
  transactions: Schema.Array(Schema.Struct({
    txid: Schema.String,
    category: Schema.String,
    blockhash: Schema.optionalKey(Schema.String)
  })),
  lastblock: Schema.String
})

/** A transaction as the wallet has it. */
export interface KnownTransaction {
  /** In hex. */
  readonly raw: string
  readonly block: string | undefined
}

/** What a wallet saw of the treasury. */
export interface WalletHistory {
  /** What spends our coins. */
  readonly outgoing: ReadonlyArray<KnownTransaction>
  /** The newest block that it has looked into. */
  readonly newest: string
  /** Unix milliseconds from which on it has watched. */
  readonly watchedSince: number
}

/** Transactions that are read at the same time. */
const readsAtOnce = 8

// Another process may make it at the same time, and the node refuses the second.
const whileAnotherMakesIt = {
  times: 4,
  schedule: Schedule.spaced("500 millis"),
  while: (error: NodeAway | NodeRefused) => error._tag === "NodeRefused"
}

export const makeWallet = ({ name, node, publicKey, rpc, script, since }: WalletSettings) => {
  const known = (txid: string) => unless(notThere, read(rpc, Known, "gettransaction", [txid]))

  const loaded = Effect.gen(function*() {
    if ((yield* read(node, Names, "listwallets")).includes(name)) return
    const found = yield* unless(noWallet, node.ask("loadwallet", { filename: name, load_on_startup: true }))
    if (found !== undefined) return
    yield* node.ask("createwallet", {
      wallet_name: name,
      disable_private_keys: true,
      blank: true,
      load_on_startup: true
    })
  })

  const watches = Effect.gen(function*() {
    const { descriptor } = yield* read(node, Descriptor, "getdescriptorinfo", [`wpkh(${publicKey})`])
    const { descriptors } = yield* read(rpc, Descriptors, "listdescriptors")
    if (descriptors.some(({ desc }) => desc === descriptor)) return
    const imported = yield* read(rpc, Imported, "importdescriptors", [[{
      desc: descriptor,
      timestamp: since ?? "now"
    }]])
    if (imported.some(({ success }) => !success)) {
      return yield* new NodeAway({ reason: `${rpc.name}: the wallet takes no descriptor` })
    }
  })

  const turn = Semaphore.makeUnsafe(1)
  let isReady = false
  const made: Effect.Effect<void, NodeAway | NodeRefused> = Effect.andThen(loaded, watches).pipe(
    Effect.retry(whileAnotherMakesIt),
    Effect.tap(() => Effect.sync(() => isReady = true))
  )
  const readied = turn.withPermits(1)(Effect.suspend(() => isReady ? Effect.void : made))

  /** Asks the wallet, which is made or loaded where the node does not have it: it may have been away, or begun anew. */
  const asked = <A>(question: Effect.Effect<A, NodeAway | NodeRefused>) =>
    answered(
      rpc,
      Effect.andThen(readied, question).pipe(
        Effect.tapError((error) =>
          Effect.sync(() => {
            if (error._tag === "NodeRefused" && error.code === noWallet) isReady = false
          })
        ),
        Effect.retry({ times: 1, while: (error) => error._tag === "NodeRefused" && error.code === noWallet })
      )
    )

  const spendersSince = Effect.fnUntraced(function*(after: string) {
    const { lastblock, transactions } = yield* read(rpc, Since, "listsinceblock", {
      blockhash: after,
      include_change: true
    })
    const outgoing = transactions.filter(({ category }) => category === "send")
    return { lastblock, outgoing: new Map(outgoing.map((each) => [each.txid, each.blockhash])) }
  })

  return {
    /** Has the wallet there, and watching. */
    ready: answered(rpc, made),

    /** Coins in blocks that nothing it knows of spends. */
    coins: asked(
      Effect.map(
        read(rpc, Unspent, "listunspent", [1]),
        (rows): ReadonlyArray<Coin> =>
          rows.flatMap(({ amount, scriptPubKey, txid, vout }) => {
            const units = satoshis(amount)
            return scriptPubKey === script && units !== undefined ? [{ outpoint: `${txid}:${vout}`, units }] : []
          })
      )
    ),

    /** The block that it saw a transaction in. */
    blockOf: (txid: string) => asked(Effect.map(known(txid), (found) => found?.blockhash)),

    /** The bytes of a transaction that it saw, in hex. */
    rawOf: (txid: string) => asked(Effect.map(known(txid), (found) => found?.hex)),

    /** What it saw in blocks since one that spends an outpoint of ours. */
    spenderOf: (outpoint: string, after: string) =>
      asked(
        Effect.gen(function*() {
          const { outgoing } = yield* spendersSince(after)
          for (const [txid, blockhash] of outgoing) {
            if (blockhash === undefined) continue
            const found = yield* known(txid)
            const spends = found !== undefined && readTransaction(found.hex)?.inputs.includes(outpoint) === true
            if (spends && found.blockhash !== undefined) return { txid, block: found.blockhash }
          }
          return undefined
        })
      ),

    /** All that spends our coins since a block, with what is in none. */
    history: (after: string): Effect.Effect<WalletHistory, NodeAway> =>
      asked(
        Effect.gen(function*() {
          const { descriptor } = yield* read(node, Descriptor, "getdescriptorinfo", [`wpkh(${publicKey})`])
          const { descriptors } = yield* read(rpc, Descriptors, "listdescriptors")
          const from = descriptors.find(({ desc }) => desc === descriptor)?.timestamp
          if (from === undefined) return yield* new NodeAway({ reason: `${rpc.name}: the wallet does not watch` })
          const { lastblock, outgoing } = yield* spendersSince(after)
          const found = yield* Effect.forEach(outgoing.keys(), known, { concurrency: readsAtOnce })
          return {
            outgoing: found.flatMap((each) => each === undefined ? [] : [{ raw: each.hex, block: each.blockhash }]),
            newest: lastblock,
            watchedSince: Number(from) * 1_000
          }
        })
      )
  }
}

export type Wallet = ReturnType<typeof makeWallet>
