// A stand-in of a chain: a ledger of balances, in which a transfer happens once for each id. It verifies no signature.
import { randomBytes } from "node:crypto"
import { type Handler, type Reply, jsonOf, listen } from "./server.ts"

/** Where payouts go to and deliveries come from. */
export const treasury = "0x00000000000000000000000000000000000071E5"

interface Transfer {
  readonly id: string
  readonly transactionHash: string
  readonly from: string
  readonly to: string
  readonly asset: string
  readonly units: bigint
}

const refused = (reason: string): Reply => ({ status: 422, json: { refused: reason } })

export class Ledger {
  readonly transfers = new Map<string, Transfer>()
  private readonly balances = new Map<string, bigint>()

  constructor(opening: bigint, asset: string) {
    this.balances.set(`${treasury.toLowerCase()}/${asset}`, opening)
  }

  open() {
    return listen(this.handle)
  }

  /** Smallest units of an asset at an address. */
  balance(address: string, asset: string): bigint {
    return this.balances.get(`${address.toLowerCase()}/${asset}`) ?? 0n
  }

  private readonly handle: Handler = (asked) => {
    const [, kind, id = "", asset = ""] = asked.path.split("/").map(decodeURIComponent)
    if (kind === "balances") return { status: 200, json: { units: String(this.balance(id, asset)) } }
    if (kind !== "transfers") return { status: 404, json: {} }
    const known = this.transfers.get(id)
    if (known !== undefined) return { status: 200, json: { transactionHash: known.transactionHash } }
    if (asked.method !== "PUT") return { status: 404, json: { absent: id } }
    const { from, to, units, ...order } = jsonOf(asked) as Readonly<Record<"asset" | "from" | "to" | "units", string>>
    if (to.toLowerCase().endsWith("dead")) return refused("the address takes nothing")
    const amount = BigInt(units)
    const left = this.balance(from, order.asset) - amount
    if (left < 0n) return refused("there is too little")
    this.balances.set(`${from.toLowerCase()}/${order.asset}`, left)
    this.balances.set(`${to.toLowerCase()}/${order.asset}`, this.balance(to, order.asset) + amount)
    const transactionHash = `0x${randomBytes(32).toString("hex")}`
    this.transfers.set(id, { id, transactionHash, from, to, asset: order.asset, units: amount })
    return { status: 200, json: { transactionHash } }
  }
}
