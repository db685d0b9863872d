// Rows about one of three nodes that says something else than there is, of each thing that it is asked: what is delivered arrives once, and
// what is cancelled comes back.
import type { Twist } from "./elements-rpc.ts"
import { NotTaken } from "./elements-rules.ts"
import type { Bench } from "./fault-bench.ts"
import { type Fault, fault } from "./fault.ts"

const invented = "ab".repeat(32)

/** Of what is answered, some fields are others. */
const says = (method: string, parts: object): Twist => (asked, _, answer) =>
  asked === method && answer !== null ? { ...Object(answer), ...parts } : answer

const instead = (method: string, answer: unknown): Twist => (asked, _, honest) => asked === method ? answer : honest

const refuses: Twist = (method, _, answer) => {
  if (method === "sendrawtransaction") throw new NotTaken(-25, "bad-txns-inputs-missingorspent")
  return answer
}

export const lies: Readonly<Record<string, Twist>> = {
  "has no blocks": instead("getblockcount", 0),
  "has more blocks than there are": instead("getblockcount", 10 ** 9),
  "has other blocks": (method, [height], answer) => method === "getblockhash" && height !== 0 ? invented : answer,
  "has every block elsewhere": says("getblockheader", { height: 1 }),
  "has nothing in its blocks": says("getblock", { tx: [] }),
  "has every coin spent in its blocks": (method, _, answer) =>
    method === "getblock" ? { ...Object(answer), tx: [{ txid: invented, vin: [] }] } : answer,
  "has ours in another block": says("getrawtransaction", { blockhash: invented }),
  "has other bytes of ours": says("getrawtransaction", { hex: "00" }),
  "has every output deep in the chain": says("gettxout", { confirmations: 1_000 }),
  "has every output in the newest block": says("gettxout", { confirmations: 1 }),
  "has every output spent": instead("gettxout", null),
  "finds none of our coins": instead("scantxoutset", { unspents: [] }),
  "finds coins that are not there": instead("scantxoutset", { unspents: [{ txid: invented, vout: 0, height: 1 }] }),
  "asks for hardly a fee": instead("estimatesmartfee", { feerate: 0.000_000_01 }),
  "asks for an absurd fee": instead("estimatesmartfee", { feerate: 1 }),
  "takes fees in another asset": instead("getsidechaininfo", { pegged_asset: invented }),
  "has no index": instead("getindexinfo", {}),
  "takes nothing of ours": refuses
}

const delivered = (name: string, lie: Twist): Fault =>
  fault(
    `one of three nodes ${name}: it is delivered once`,
    ["Unknown", "Done", "Unknown", "Done"],
    [1_000n, 1_000n],
    async ({ deliver, final, second, twist, world }: Bench) => {
      twist(0, lie)
      const before = [await deliver(), await final()]
      // What comes back is deep enough for another by now.
      twist(0, (_, __, answer) => answer)
      twist(2, lie)
      const other = { operationId: "deliver/while another lies" }
      const after = await second.deliver(other)
      world.model.mine(2)
      return [...before, after, await second.deliver(other)]
    }
  )

const cancelled = (name: string, lie: Twist): Fault =>
  fault(
    `one of three nodes ${name}: what is cancelled comes back`,
    ["Unknown", "Unknown", "Unknown", "Absent"],
    [],
    async ({ cancel, deliver, twist, world }: Bench) => {
      const before = await deliver()
      twist(0, lie)
      const during = await cancel()
      world.model.mine(29)
      const early = await cancel()
      world.model.mine()
      return [before, during, early, await cancel()]
    }
  )

export const lying: ReadonlyArray<Fault> = Object.entries(lies).flatMap(([name, lie]) => [
  delivered(name, lie),
  cancelled(name, lie)
])
