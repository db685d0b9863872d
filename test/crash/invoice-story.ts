// Lightning invoices: offered, paid, and what becomes of the PIX that the sats are for.
import type { Client } from "./client.ts"
import type { Random } from "./random.ts"
import { Promised, type Story, compared, said } from "./story.ts"
import { fateOf } from "./wallet-story.ts"

export const invoiceStory = (n: number, apiKey: string, random: Random): Story => {
  const key = `invoice-${n}`
  const fate = fateOf(random)
  const isPaid = random.chance(0.85)
  const hasAddress = random.chance(0.5)
  const value = random.whole(10, 25_000)
  const offered = new Promised(key, (body) => JSON.stringify(body))
  const hash = () => (JSON.parse(offered.text ?? "{}") as { readonly paymentHash?: string }).paymentHash
  const offer = async (client: Client) => {
    const body = { value, pixKey: fate.pixKey, ...(hasAddress ? { refundAddress: "ana@wallet.example.com" } : {}) }
    return offered.take([await client.post("/api/lightning/invoice", apiKey, body, { "idempotency-key": key })])
  }
  const pay = async (client: Client) =>
    said([await client.tell(`paid ${key}`, "LIGHTNING", { type: "INVOICE-PAID", paymentHash: hash() })])
  const ending = () => {
    if (!isPaid) return ["PENDING", "EXPIRED"]
    return fate.status === "FAILED" && hasAddress ? "REFUNDED" : fate.status
  }
  return {
    kind: "lightningInvoice",
    id: key,
    name: () => hash() ?? key,
    steps: isPaid ? [offer, pay] : [offer],
    check: async (client) =>
      compared(key, await client.get(`/api/lightning/invoice/${hash()}`, apiKey), {
        transactionId: hash(),
        status: ending()
      })
  }
}
