// One of three nodes says something else than there is, of each thing that it is asked: what is delivered arrives once, and what is cancelled
// comes back.
import { RpcError, type RpcProxy } from "../../support/rpc-proxy.ts"
import type { Fault } from "./fault.ts"
import { freshAddress } from "./world.ts"

type Lie = (liar: RpcProxy) => void

const invented = "ab".repeat(32)

const first = (params: unknown): unknown => Array.isArray(params) ? params[0] : undefined

/** Of what is answered, some fields are others. */
const says = (method: string, parts: object): Lie => (liar) =>
  liar.answers(
    method,
    (_, result) => result === null || result === undefined ? undefined : { ...Object(result), ...parts }
  )

export const lies: Readonly<Record<string, Lie>> = {
  "has no blocks": says("getblockchaininfo", { blocks: 0 }),
  "has more blocks than there are": says("getblockchaininfo", { blocks: 10 ** 9 }),
  "has other blocks": (liar) => liar.answers("getblockhash", (params, hash) => first(params) === 0 ? hash : invented),
  "has every output worth more": says("gettxout", { value: 21 }),
  "has every output in no block": says("gettxout", { confirmations: 0 }),
  "has every output for somebody else": says("gettxout", { scriptPubKey: { hex: `0014${"07".repeat(20)}` } }),
  "has every output spent": (liar) => liar.answers("gettxout", () => null),
  "knows none of our coins": (liar) => liar.answers("listunspent", () => []),
  "has our coins at other places": (liar) =>
    liar.answers(
      "listunspent",
      (_, coins) => Array.isArray(coins) ? coins.map((coin) => ({ ...Object(coin), vout: 7 })) : undefined
    ),
  "asks for hardly a fee": says("estimatesmartfee", { feerate: 0.000_000_01 }),
  "asks for an absurd fee": says("estimatesmartfee", { feerate: 1 }),
  "has no block of ours": says("getblockheader", { confirmations: -1 }),
  "has the newest block deep in the chain": says("getblockheader", { confirmations: 1_000 }),
  "has our block elsewhere": says("getblockheader", { height: 1 }),
  "has other bytes in our block": (liar) => liar.answers("getrawtransaction", () => "00"),
  "has ours in another block": (liar) => liar.answers("gettransaction", () => ({ hex: "00", blockhash: invented })),
  "has seen nothing of ours": (liar) => liar.before("gettransaction", async () => new RpcError(-5, "not there")),
  "has seen no one spend our coins": (liar) =>
    liar.answers("listsinceblock", () => ({ transactions: [], lastblock: invented })),
  "says that it takes what it does not": (liar) => liar.always("sendrawtransaction", "swallowed"),
  "takes nothing of ours": (liar) => liar.before("sendrawtransaction", async () => new RpcError(-25, "missing inputs"))
}

const delivered = (name: string, lie: Lie): Fault => ({
  case: `one of three nodes ${name}: it is delivered once`,
  parts: { lines: 3, coins: [1_000_000n, 1_000_000n] },
  play: async ({ deliver, look, treasury: { proxies } }) => {
    const [one, , other] = proxies
    if (one === undefined || other === undefined) throw new Error("there are too few nodes")
    lie(one)
    const before = [await deliver(), await look()]
    one.mend()
    lie(other)
    const second = { operationId: "deliver/while another lies" }
    return [...before, await deliver(second), await deliver(second)]
  },
  answers: ["Unknown", "Done", "Unknown", "Done"],
  moved: [100_000n, 100_000n]
})

const cancelled = (name: string, lie: Lie): Fault => ({
  case: `one of three nodes ${name}: what is cancelled comes back`,
  parts: { lines: 3 },
  play: async ({ cancel, deliver, node, treasury }) => {
    treasury.mining(false)
    const before = await deliver({ address: freshAddress() })
    const [liar] = treasury.proxies
    if (liar === undefined) throw new Error("there is no node")
    lie(liar)
    const during = await cancel()
    await node.mine()
    await node.mineEmpty(4)
    const five = await cancel()
    await node.mineEmpty()
    return [before, during, five, await cancel()]
  },
  answers: ["Unknown", "Unknown", "Unknown", "Absent"],
  moved: []
})

export const lieFaults: ReadonlyArray<Fault> = Object.entries(lies).flatMap(([name, lie]) => [
  delivered(name, lie),
  cancelled(name, lie)
])
