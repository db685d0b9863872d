// The JSON-RPC interface of a node over the model of Liquid: the methods that are used, with the codes and the numbers as Elements writes
// them. One model may stand behind several such nodes.
import { createServer } from "node:http"
import { type Loopback, onLoopback } from "../../support/loopback.ts"
import type { ElementsModel } from "./elements-model.ts"
import { NotTaken, type Transaction } from "./elements-rules.ts"

/** What a node makes of an answer of its own. */
export type Twist = (method: string, params: ReadonlyArray<unknown>, answer: unknown) => unknown

const blockAt = (model: ElementsModel, hash: string) => {
  const found = model.blockWith(hash)
  if (found === undefined) throw new NotTaken(-5, "Block not found")
  return found
}

const shownOf = (transaction: Transaction) => ({
  txid: transaction.getId(),
  hex: transaction.toHex(),
  vin: transaction.ins.map(({ hash, index, witness }) => ({
    txid: Buffer.from(hash).reverse().toString("hex"),
    vout: index,
    ...witness.length === 0 ? {} : { txinwitness: witness.map((each) => each.toString("hex")) }
  }))
})

const methods: Readonly<Record<string, (model: ElementsModel, params: ReadonlyArray<unknown>) => unknown>> = {
  getblockcount: (model) => model.height,
  getblockhash: (model, [height]) => {
    const found = model.blocks[Number(height)]
    if (found === undefined) throw new NotTaken(-8, "Block height out of range")
    return found.hash
  },
  getblockheader: (model, [hash]) => {
    const { height } = blockAt(model, String(hash))
    return { hash, height, confirmations: model.blocks[height]?.hash === hash ? model.height - height + 1 : -1 }
  },
  getblock: (model, [hash]) => {
    const { height, time, transactions } = blockAt(model, String(hash))
    return { hash, height, time, tx: transactions.map(shownOf) }
  },
  getrawmempool: (model) => [...model.waiting.keys()],
  getrawtransaction: (model, [txid]) => {
    const found = model.transaction(String(txid))
    if (found === undefined) {
      throw new NotTaken(-5, "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.")
    }
    const block = model.blockOf(String(txid))
    return { ...shownOf(found), ...block === undefined ? {} : { blockhash: block.hash } }
  },
  gettxout: (model, [txid, vout, isWaitingCounted]) => {
    const found = model.output(String(txid), Number(vout), isWaitingCounted === true)
    return found === undefined ? null : {
      confirmations: model.height - found.height + 1,
      scriptPubKey: { hex: found.output.script.toString("hex") }
    }
  },
  scantxoutset: (model, [, descriptors]) => {
    const script = /^raw\((?<script>[0-9a-f]+)\)$/.exec(String(Array.isArray(descriptors) ? descriptors[0] : ""))
    const unspents = model.outputsOf(script?.groups?.["script"] ?? "").map(({ height, outpoint }) => {
      const [txid, vout] = outpoint.split(":")
      return { txid, vout: Number(vout), height }
    })
    return { success: true, unspents }
  },
  sendrawtransaction: (model, [raw]) => model.send(String(raw)),
  // What a node of Liquid says whose blocks are never full.
  estimatesmartfee: () => ({ errors: ["Insufficient data or no feerate found"], blocks: 2 }),
  getsidechaininfo: (model) => ({ pegged_asset: model.feeAsset }),
  getindexinfo: (model) => ({ txindex: { synced: true, best_block_height: model.height } })
}

const answerOf = (model: ElementsModel, body: string, twist: Twist): unknown => {
  const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: ReadonlyArray<unknown> }
  try {
    const answer = methods[method]
    if (answer === undefined) throw new NotTaken(-32_601, "Method not found")
    return { result: twist(method, params, answer(model, params)), error: null, id }
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error
    return { result: null, error: { code: error.code, message: error.message }, id }
  }
}

/** Serves the model as one node. */
export const serveNode = (model: ElementsModel, twist: Twist = (_, __, answer) => answer): Promise<Loopback> =>
  onLoopback(createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      try {
        const answer = answerOf(model, Buffer.concat(chunks).toString(), twist) as { readonly error: unknown }
        response.writeHead(answer.error === null ? 200 : 500, { "content-type": "application/json" })
        response.end(JSON.stringify(answer))
      } catch (error) {
        response.writeHead(500).end(String(error))
      }
    })
  }))
