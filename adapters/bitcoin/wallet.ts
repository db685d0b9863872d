// A wallet without keys in a node, which watches the treasury's script: it finds our coins and what spends them. What it says is a hint
// and decides nothing. The adapter makes it where it is missing.
import { Effect, Schedule, Schema } from "effect"
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
const Descriptors = Schema.Struct({ descriptors: Schema.Array(Schema.Struct({ desc: Schema.String })) })
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
  }))
})

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

  return {
    /** Has the wallet there, and watching. */
    ready: answered(rpc, Effect.retry(Effect.andThen(loaded, watches), whileAnotherMakesIt)),

    /** Coins in blocks that nothing it knows of spends. */
    coins: answered(
      rpc,
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
    blockOf: (txid: string) => answered(rpc, Effect.map(known(txid), (found) => found?.blockhash)),

    /** What it saw in blocks since one that spends an outpoint of ours. */
    spenderOf: (outpoint: string, after: string) =>
      answered(
        rpc,
        Effect.gen(function*() {
          const { transactions } = yield* read(rpc, Since, "listsinceblock", { blockhash: after, include_change: true })
          const outgoing = transactions.filter(({ blockhash, category }) =>
            category === "send" && blockhash !== undefined
          )
          for (const txid of new Set(outgoing.map((each) => each.txid))) {
            const found = yield* known(txid)
            const spends = found !== undefined && readTransaction(found.hex)?.inputs.includes(outpoint) === true
            if (spends && found.blockhash !== undefined) return { txid, block: found.blockhash }
          }
          return undefined
        })
      )
  }
}

export type Wallet = ReturnType<typeof makeWallet>
