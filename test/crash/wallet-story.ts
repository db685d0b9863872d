// What a holder does with a wallet and its PIN: payouts that are paid, refused, held, lost from sight or sent back, and
// transfers that arrive, are refused or cannot be seen for a while. Either fails when the service was away for so long that what
// was signed could not be sent any more.
import { endToEndIdAt } from "../support/ids.ts"
import type { Answer, Client } from "./client.ts"
import { contradictionsOf } from "./never-sent.ts"
import type { Rail } from "./rail.ts"
import type { Random } from "./random.ts"
import { Promised, type Story, compared, said } from "./story.ts"

/** A wallet that a story may use alone while it lasts. */
export interface Purse {
  readonly apiKey: string
  /** The envelope of the keys endpoint. */
  readonly protectedSymmetricKey: string
}

const proofOf = ({ protectedSymmetricKey }: Purse) => ({ walletPin: "123456", protectedSymmetricKey })

interface Fate {
  readonly pixKey: string
  readonly status: string
  /** What the provider has to say for it. */
  readonly told?: string
}

const paid: Fate = { pixKey: "maria@example.com", status: "COMPLETED" }
/** What can become of a PIX by itself. */
const fates: ReadonlyArray<Fate> = [
  paid,
  paid,
  { pixKey: "fail@sandbox.test", status: "FAILED" },
  { pixKey: "timeout@sandbox.test", status: "COMPLETED" },
  { pixKey: "reverse@sandbox.test", status: "REFUNDED" }
]
const heldFates: ReadonlyArray<Fate> = [
  { pixKey: "hold@sandbox.test", status: "COMPLETED", told: "PAYOUT-SUCCESS" },
  { pixKey: "hold@sandbox.test", status: "FAILED", told: "PAYOUT-FAILED" }
]

/** One of the things that can become of a PIX. */
export const fateOf = (random: Random, isHeld = false): Fate => {
  const among = isHeld ? heldFates : fates
  return among[random.whole(0, among.length - 1)] ?? paid
}

export const payoutStory = (n: number, purse: Purse, random: Random, rail: Rail): Story => {
  const externalId = `payout-${n}`
  const { pixKey, status, told } = fateOf(random, random.chance(0.3))
  const value = random.whole(10, 5_000)
  const isKeyed = random.chance(0.5)
  const created = new Promised(externalId, ({ transactionId }) => String(transactionId))
  const create = async (client: Client) => {
    const body = { value, network: "polygon", pixKey, externalId, ...proofOf(purse) }
    const headers = isKeyed ? { "idempotency-key": `key ${externalId}` } : {}
    return created.take([await client.post("/api/wallet/payout", purse.apiKey, body, headers)])
  }
  const read = (client: Client) => client.get(`/api/wallet/payout/${created.text}`, purse.apiKey)
  let isOnRail = false
  const tell = async (client: Client) => {
    isOnRail ||= await rail(created.text ?? "")
    if (!isOnRail) {
      // What failed before its PIX was requested is nothing that a provider could tell of.
      const answer = await read(client)
      return said(hasFailed(answer) ? [answer] : [])
    }
    const payment = {
      id: created.text,
      ...(told === "PAYOUT-SUCCESS" ? { endToEndId: endToEndIdAt(n) } : {})
    }
    return said([await client.tell(`told ${externalId}`, "PIX-OUT", { type: told, payment })])
  }
  return {
    kind: "payout",
    id: externalId,
    name: () => externalId,
    steps: told === undefined ? [create] : [create, tell],
    check: async (client, remains) => {
      const answer = await read(client)
      const isEarly = hasFailed(answer) && (status !== "FAILED" || told !== undefined && !isOnRail)
      return [
        ...compared(externalId, answer, {
          transactionId: created.text,
          correlationID: externalId,
          status: isEarly ? "FAILED" : status
        }),
        ...isEarly ? contradictionsOf(remains, "payout", externalId) : []
      ]
    }
  }
}

const hasFailed = (answer: Answer | undefined): boolean => {
  const { data } = JSON.parse(answer?.body ?? "{}") as { readonly data?: { readonly status: string } }
  return data?.status === "FAILED"
}

const recipients = {
  plain: "0x52908400098527886E0F7030069857D2E4169EE7",
  refused: "0x000000000000000000000000000000000000dEaD",
  unknown: "0x0000000000000000000000000000000000000510"
} as const

export const transferStory = (n: number, purse: Purse, random: Random): Story => {
  const reference = `transfer-${n}`
  const recipient = (["plain", "plain", "refused", "unknown"] as const)[random.whole(0, 3)] ?? "plain"
  const pair = random.chance(0.7) ? { network: "polygon", asset: "USDT" } : { network: "base", asset: "USDC" }
  const amount = `${random.whole(1, 20)}.${random.whole(1, 9)}`
  const created = new Promised(
    reference,
    ({ data }) => String((data as { readonly transactionId: string }).transactionId)
  )
  const body = { recipientAddress: recipients[recipient], amount, ...pair, reference, ...proofOf(purse) }
  const ask = (client: Client) =>
    client.post("/api/wallet/transfer", purse.apiKey, body, { "idempotency-key": `key ${reference}` })
  const isRefused = (text: string | undefined) => text !== undefined && text.includes("\"TRANSFER_FAILED\"")
  const create = async (client: Client) => {
    const answer = await ask(client)
    // Whether it had to be refused is seen in the end.
    return isRefused(answer?.body)
      ? { ...said([]), answers: [answer && { ...answer, status: 200 }], isDone: true }
      : created.take([answer])
  }
  return {
    kind: "transfer",
    id: reference,
    name: () => reference,
    steps: [create],
    check: async (client, remains) => {
      const answer = await ask(client)
      if (recipient === "refused") {
        return isRefused(answer?.body) ? [] : [`${reference}: ${answer?.body} instead of its refusal`]
      }
      if (isRefused(answer?.body)) return contradictionsOf(remains, "transfer", reference)
      return compared(reference, answer, { transactionId: created.text, status: "CONFIRMED", amount })
    }
  }
}
