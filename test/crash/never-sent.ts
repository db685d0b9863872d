// Money that was signed for and never left: a wallet's signature is good for an hour, so a service that is away for longer
// refuses what it had not sent by then. That is right only when nothing of it was received, told by what the simulated chain
// and provider keep themselves and by every row about the record; whatever else is stored is a problem.
import { limits } from "../../core/base/limits/limits.ts"
import type { PlainCode } from "../../core/base/reason/reason.ts"
import type { EntryRow } from "../../hosts/audit/plane.ts"
import type { Remains } from "./remains.ts"

/** What a payout and a transfer have in common. */
interface Spending {
  readonly id: string
  readonly state: string
  readonly asset: string
  readonly network: string
  readonly transactionHash?: string | null
  readonly txHash?: string | null
  readonly refusal: { readonly code: string } | null
}

interface Movement {
  readonly id: string
  readonly subject: string
  readonly state: string
  readonly order: { readonly kind: string; readonly payload?: string; readonly sendBefore?: number }
  readonly receipt: object | null
  readonly createdAt: number
  readonly history?: ReadonlyArray<
    { readonly on: string; readonly at: number; readonly reason?: { readonly code: string } }
  >
}

interface ChainTransfer {
  readonly id: string
  readonly address: string
}

interface Named {
  readonly subject: string
  readonly name?: string
}

/** The movement that a signature is for, by the kind of the record. */
const debits = { payout: "debit", transfer: "transfer" } as const

export type SpendingKind = keyof typeof debits

const late: PlainCode = "deadlinePassed"

/** What contradicts that the record with this name in it failed because its debit was never sent; nothing when it did. */
export const contradictionsOf = (remains: Remains, kind: SpendingKind, name: string): ReadonlyArray<string> => {
  const [record, ...others] = remains.of<Spending>(kind, name)
  if (record === undefined || others.length > 0) return [`${name}: ${others.length} other records beside ${record?.id}`]
  const hash = record.transactionHash ?? record.txHash ?? null
  return [
    ...record.state === "FAILED" && record.refusal?.code === late && hash === null
      ? []
      : [`it is ${record.state}, ${record.refusal?.code ?? "not refused"}, with hash ${hash}`],
    ...movedBy(remains, `${debits[kind]}/${record.id}`, record),
    ...receivedOf(remains, record),
    ...bookedFor(remains.booked(record.id), record),
    ...saidOf(remains, kind, record)
  ].map((problem) => `${name} was never sent, but ${problem}`)
}

// One movement, refused only once its deadline had passed, which is an hour after it was signed.
const movedBy = (remains: Remains, debit: string, { id }: Spending): ReadonlyArray<string> => {
  const movements = remains.of<Movement>("movement", id).filter(({ subject }) => subject === id)
  const [movement] = movements
  if (movement?.id !== debit || movements.length > 1) {
    return [`its movements are ${movements.map((each) => each.id).join(", ") || "none"}`]
  }
  const { createdAt, history, order, receipt, state } = movement
  const { sendBefore } = order
  const end = history?.at(-1)
  const isSigned = order.kind === "spend" && sendBefore === createdAt + limits.spendMs
  const isEnded = state === "REFUSED" && receipt === null && end !== undefined && end.reason?.code === late &&
    end.at >= (sendBefore ?? end.at + 1)
  return isSigned && isEnded ? [] : [`its debit is ${JSON.stringify(movement)}`]
}

// What the other sides keep: transfers of the chain, payments of the provider, and the wallet's purse, which every transfer from or
// to it changes once.
const receivedOf = (remains: Remains, { id }: Spending): ReadonlyArray<string> => {
  const orders = new Map(remains.of<Movement>("movement").map(({ id: each, order }) => [each, order]))
  const signer = (operation: string): string | undefined => {
    const payload = orders.get(operation)?.payload
    return payload === undefined ? undefined : (JSON.parse(payload) as { readonly from: string }).from.toLowerCase()
  }
  const own = [...orders.keys()].filter((operation) => operation.endsWith(`/${id}`)).map(signer)
  const purse = remains.records.find((row) => row.kind === "sandboxPurse" && row.id === own[0])
  const transfers = remains.of<ChainTransfer>("sandboxTransfer")
  const changes = transfers.flatMap((each) => [signer(each.id), each.address.toLowerCase()])
    .filter((address) => address === purse?.id).length
  const received = transfers.filter((each) => each.id.includes(id))
  const payments = remains.of<{ readonly id: string }>("sandboxPayment").filter((each) => each.id.includes(id))
  return [
    ...received.map((each) => `the chain received ${each.id}`),
    ...payments.map((each) => `the provider was asked for ${each.id}`),
    ...purse?.version === 1 + changes
      ? []
      : [`the purse of ${own[0]} is of version ${purse?.version} after ${changes} transfers`]
  ]
}

// Only what the ledger decides is booked: held when it was signed, and released.
const bookedFor = (entries: ReadonlyArray<EntryRow>, { asset, network }: Spending): ReadonlyArray<string> => {
  const due = asset === "USDT" && network === "polygon" ? ["walletHeld", "walletReleased"] : []
  const templates = entries.map(({ template }) => template)
  const postings = entries.flatMap((entry) => entry.postings)
  const sums = Map.groupBy(postings, ({ account, asset: unit }) => `${unit} of ${account}`)
  const moved = [...sums].filter(([, of]) => of.reduce((sum, { amount }) => sum + BigInt(amount), 0n) !== 0n)
  return [
    ...templates.join() === due.join() ? [] : [`its entries are ${templates.join(", ") || "none"}`],
    ...moved.map(([account]) => `its entries change ${account}`)
  ]
}

const saidOf = (remains: Remains, kind: SpendingKind, { id }: Spending): ReadonlyArray<string> => {
  const about = (each: string) => remains.of<Named>(each, id).filter(({ subject }) => subject === id)
  const events = about("event").map(({ name }) => name).join(", ")
  const due = kind === "payout" ? "PAYOUT_FAILED" : ""
  return [
    ...events === due ? [] : [`its events are ${events || "none"}`],
    ...about("review").length === 0 ? [] : ["a person is to look at it"]
  ]
}
