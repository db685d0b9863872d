// Deposits: created, once or twice at once, paid, paid twice, delivered or refused, and given back in part or in full.
import type { Client } from "./client.ts"
import type { Random } from "./random.ts"
import { Promised, type Story, compared, said } from "./story.ts"

const addresses = {
  plain: "0x52908400098527886e0f7030069857d2e4169ee7",
  refused: "0x000000000000000000000000000000000000dead",
  unknown: "0x0000000000000000000000000000000000000510"
} as const

const id32 = (letter: string, story: string, n: number): string => `${letter}${`${story}X${n}X`.padEnd(31, "0")}`

const ticketOf = ({ text }: Promised): string => {
  const { walletCharge } = JSON.parse(text ?? "{}") as { readonly walletCharge: string }
  return `tkt_${walletCharge.slice("dep_".length)}`
}

/** A deposit as the seed chose it. */
export const depositStory = (n: number, apiKey: string, random: Random): Story => {
  const externalId = `story-${n}`
  const number = String(n)
  const value = random.whole(10, 50_000)
  const address = (["plain", "plain", "plain", "refused", "unknown"] as const)[random.whole(0, 4)] ?? "plain"
  const isPaid = random.chance(0.9)
  // The second one is a surplus.
  const payments = isPaid
    ? Array.from({ length: random.chance(0.1) ? 2 : 1 }, (_, index) => ({
      endToEndId: id32("E", number, index),
      told: random.chance(0.25) ? 2 : 1
    }))
    : []
  const first = random.whole(1, value - 1)
  const returned = [[], [], [], [first], [value], [first, value - first]][random.whole(0, 5)] ?? []
  const returns = isPaid ? returned : []
  const isKeyed = random.chance(0.3)
  const created = new Promised(externalId, (body) => JSON.stringify(body))
  const create = async (client: Client) => {
    const body = { value, asset: "USDC", network: "base", address: addresses[address], externalId }
    const headers = isKeyed ? { "idempotency-key": `key ${externalId}` } : {}
    const ask = () => client.post("/api/deposit/asset", apiKey, body, headers)
    return created.take(await Promise.all(Array.from({ length: isKeyed ? 2 : 1 }, ask)))
  }
  const pay = ({ endToEndId, told }: (typeof payments)[number]) => async (client: Client) => {
    const data = { type: "DEPOSIT-SUCCESS", ticket: { id: ticketOf(created), endToEndId } }
    return said(
      await Promise.all(Array.from({ length: told }, () => client.tell(`paid ${endToEndId}`, "TICKET", data)))
    )
  }
  const giveBack = (cents: number, index: number) => async (client: Client) => {
    const returnId = id32("D", number, index)
    const data = { type: "RETURN-CONFIRMED", endToEndId: payments[0]?.endToEndId, returnId, value: cents }
    return said([await client.tell(`returned ${returnId}`, "PIX-RETURN", data)])
  }
  const back = returns.reduce((sum, cents) => sum + cents, 0)
  const delivered = address === "refused" ? "FAILED" : "COMPLETED"
  // A part that is returned before the delivery was sent leaves the deposit to a person (C60); the audit wants a review then.
  const partly = [delivered, "PROCESSING"]
  const paidStatus = back === value ? "REFUNDED" : back === 0 ? delivered : partly
  return {
    kind: "deposit",
    id: externalId,
    name: () => externalId,
    steps: [create, ...payments.map(pay), ...returns.map(giveBack)],
    check: async (client) => {
      const { walletCharge } = JSON.parse(created.text ?? "{}") as { readonly walletCharge?: string }
      return compared(externalId, await client.get(`/api/deposit/asset/${externalId}`, apiKey), {
        status: isPaid ? paidStatus : "PENDING",
        refundedValue: back === 0 ? null : back,
        value,
        walletCharge
      })
    }
  }
}
