// Keys and lists: each leads to a record that is there, and each record is found under every key and list of its kind.
import { type AnyBody, type Body, type Kind, isKnown } from "./bodies.ts"
import { Inspection, type Statement, type Verdict } from "./invariant.ts"
import type { Plane, PointerRow, RecordRow } from "./plane.ts"
import { proofOf } from "./proof.ts"

const keysComplete: Statement = {
  name: "keys-complete",
  holds:
    "every record is found under its unique keys, as the caller's and the provider's ids of it, and no key leads anywhere else",
  of: "keys"
}

const listsComplete: Statement = {
  name: "lists-complete",
  holds:
    "every record is once in each list of its kind, and no list holds anything else, but for those of keys that sealed and of returns that came early",
  of: "places in lists"
}

type Named = ReadonlyArray<readonly [name: string, value: string]>
/** How many earlier places a record has kept in a list, of which its body does not say where they are. */
type Earlier = ReadonlyArray<readonly [list: string, count: number]>
interface Pointers<K extends Kind> {
  readonly keys?: (body: Body<K>) => Named
  readonly lists?: (body: Body<K>) => Named
  readonly earlier?: (body: Body<K>) => Earlier
}

/** The same for a body of whichever kind it is. */
interface Looser {
  readonly keys?: (body: AnyBody) => Named
  readonly lists?: (body: AnyBody) => Named
  readonly earlier?: (body: AnyBody) => Earlier
}

interface Placed {
  readonly id: string
  readonly subAccountId: string
  readonly createdAt: number
}

/** Where an operation stands in the statement of its subaccount. */
const placeOf = ({ createdAt, id, subAccountId }: Placed): string =>
  `${subAccountId}/${String(createdAt).padStart(16, "0")}/${id}`

/** The same for one that may cost a fee: those that do are listed apart. */
const charged = (operation: Placed & { readonly fee: number }): Named => [
  [operation.fee === 0 ? "statement" : "statementWithFee", placeOf(operation)]
]

const fingerprinted = ({ duplicateFingerprint }: { readonly duplicateFingerprint?: string }): Named =>
  duplicateFingerprint === undefined ? [] : [["byDuplicateFingerprint", duplicateFingerprint]]

const sought = ({ pixKeyDigest }: { readonly pixKeyDigest?: string }): Named =>
  pixKeyDigest === undefined ? [] : [["byPixKey", pixKeyDigest]]

// Under the key that sealed a text; records that were sealed again stay in the lists of older keys.
const sealing = (list: string, sealed: string | null | undefined): Named => {
  const keyId = /^[vc]1\.([0-9a-f]{16})\./.exec(sealed ?? "")?.[1]
  return keyId === undefined ? [] : [[list, keyId]]
}

const paymentsOut: ReadonlySet<string> = new Set([
  "deposit/delivery",
  "deposit/lightningPayment",
  "lightningInvoice/lightningPayment",
  "swap/satsTransfer",
  "swap/userPayment",
  "transfer/spend"
])

const hoursBehindMs = 3 * 3_600_000

// Under the month in São Paulo in which value arrived at an address that an operation names.
const sentOut = ({ history = [], order, state, subjectKind }: Body<"movement">): Named => {
  const arrived = history.find(({ from, to }) => from !== "DONE" && to === "DONE")
  return state === "DONE" && arrived !== undefined && paymentsOut.has(`${subjectKind}/${order.kind}`)
    ? [["sentOut", new Date(arrived.at - hoursBehindMs).toISOString().slice(0, 7)]]
    : []
}

// Under what proves it, once something does.
const proven = (movement: Body<"movement">): Named => {
  const proof = proofOf(movement)
  return proof === undefined ? [] : [["proof", proof]]
}

// Reviews are counted by these two lists: each opening is a place of the one, and each end a place of the other.
const openingOf = ({ openedAt, times }: Body<"review">): string => `${String(openedAt).padStart(15, "0")}/${times}`

// Records never leave a list. Of these its body does not say whether it was in one: which key sealed it before, and whether a return came
// before its payment.
const pastLists: ReadonlySet<string> = new Set([
  "sealedBy",
  "previousSealedBy",
  "seedSealedBy",
  "invitationSealedBy",
  "returns"
])

const pointers: { readonly [K in Kind]: Pointers<K> } = {
  account: { lists: () => [["all", "all"]] },
  answer: { lists: ({ body }) => sealing("sealedBy", body) },
  plane: {},
  accountsSeen: {},
  generation: {},
  pulse: {},
  keyRing: {},
  resealing: {},
  keyUse: {},
  sandboxReturn: {},
  apiKey: { keys: ({ digest }) => [["digest", digest]], lists: ({ owner }) => [["byOwner", owner]] },
  deposit: {
    keys: ({ externalId, owner, trackId }) => [["externalId", `${owner}/${externalId}`], ["trackId", trackId]],
    lists: (deposit) => charged(deposit)
  },
  webhook: {
    keys: ({ owner, url }) => [["url", `${owner}/${url}`]],
    lists: ({ owner, previousSecret, sealedSecret }) => [
      ["byOwner", owner],
      ...sealing("sealedBy", sealedSecret),
      ...sealing("previousSealedBy", previousSecret?.sealed)
    ]
  },
  subaccount: { lists: ({ owner }) => [["byOwner", owner]] },
  pixReceipt: { lists: ({ depositId }) => [["byDeposit", depositId]] },
  pixReturn: { lists: ({ depositId }) => [["byDeposit", depositId]] },
  sandboxTransfer: { lists: ({ address, network }) => [["byAddress", `${network}/${address.toLowerCase()}`]] },
  event: { lists: ({ owner, subject }) => [["byOwner", owner], ["bySubject", subject]] },
  delivery: { lists: ({ eventId, webhookId }) => [["byWebhook", webhookId], ["byEvent", eventId]] },
  review: {
    lists: (review) => [
      ["all", "all"],
      ["bySubject", review.subject],
      ["opened", openingOf(review)],
      ...(review.state === "OPEN" ? [] : [["ended", openingOf(review)] as const])
    ],
    earlier: ({ times }) => [["opened", times - 1], ["ended", times - 1]]
  },
  kycAttempt: {
    lists: ({ subAccountId, submitted }) => [
      [submitted?.kind.startsWith("PROOF") === true ? "proofs" : "bySubAccount", subAccountId]
    ]
  },
  kycDocument: { lists: ({ subAccountId }) => [["bySubAccount", subAccountId], ["all", "all"]] },
  kycImport: { keys: ({ attemptId }) => [["attempt", attemptId]] },
  kycSubmission: { lists: ({ sealed }) => sealing("sealedBy", sealed) },
  dispute: { lists: () => [["all", "all"]] },
  payout: {
    keys: ({ externalId, owner }) => externalId === null ? [] : [["externalId", `${owner}/${externalId}`]],
    lists: (payout) => [...charged(payout), ...fingerprinted(payout), ...sought(payout)]
  },
  movement: {
    keys: (movement) => [
      ...movement.order.paymentId === undefined ? [] : [["payment", movement.order.paymentId] as const],
      ...proven(movement)
    ],
    lists: (movement) => [["bySubject", movement.subject], ...sentOut(movement)]
  },
  lightningInvoice: {
    keys: ({ paymentHash }) => [["paymentHash", paymentHash]],
    lists: (invoice) => [...charged(invoice), ...sought(invoice)]
  },
  wallet: {
    keys: ({ role, subAccountId }) => role === "default" ? [["defaultOf", subAccountId]] : [],
    lists: ({ protectedSymmetricKey, sealedSeed, subAccountId }) => [
      ["bySubAccount", subAccountId],
      ...sealing("sealedBy", protectedSymmetricKey),
      ...sealing("seedSealedBy", sealedSeed)
    ]
  },
  walletMirror: {},
  keysRead: {},
  keysHour: {},
  pinState: {},
  pinSession: { keys: ({ digest }) => [["digest", digest]] },
  transfer: { lists: (transfer) => [["statement", placeOf(transfer)], ...fingerprinted(transfer)] },
  transferReceipt: { lists: (receipt) => [["statement", placeOf(receipt)]] },
  transferClaim: {},
  transferTurn: {},
  swap: {
    keys: ({ clientRequestId, owner }) => [["clientRequestId", `${owner}/${clientRequestId}`]],
    lists: ({ subAccountId }) => [["bySubAccount", subAccountId]]
  },
  swapAuthorization: { lists: ({ sealed }) => sealing("sealedBy", sealed) },
  approval: { lists: ({ subject }) => [["all", "all"], ["bySubject", subject]] },
  operator: {
    lists: ({ credentials, invitation }) => [
      ["all", "all"],
      ...sealing("sealedBy", credentials?.totp),
      ...sealing("invitationSealedBy", invitation?.totp)
    ]
  },
  operatorEmail: {},
  operatorRoster: {},
  operatorSessions: {},
  operatorTries: {},
  serviceToken: { lists: () => [["all", "all"]] },
  operatorAct: { lists: ({ subject }) => [["all", "all"], ["bySubject", subject]] },
  providerFact: {
    lists: ({ fact, subject, type }) => [
      ["all", "all"],
      ...(type === "Unsupported" || subject.length > 255 ? [] : [["bySubject", subject] as const]),
      ...(type === "PixReturned" && fact !== null ? [["returns", subject] as const] : [])
    ]
  },
  command: {
    lists: ({ result, sealed }) => [
      ...(result === undefined ? [] : [["byResult", result] as const]),
      ...sealing("sealedBy", sealed)
    ]
  },
  reconcileTally: {},
  auditTally: {},
  sweep: {},
  documentUsage: {},
  erasure: { lists: ({ sealed }) => sealing("sealedBy", sealed) },
  personExport: {},
  railComparison: {},
  closing: { lists: ({ day, place }) => [["byPlace", place], ["byDay", day]] },
  floatLevel: {},
  treasuryUse: {},
  floatWatch: {},
  treasurySweep: {
    keys: ({ asset, network, previous }) => [["following", `${asset}@${network}/${previous ?? "none"}`]],
    lists: ({ asset, network }) => [["all", "all"], ["byPlace", `${asset}@${network}`]]
  },
  statementBlock: {},
  bookDay: {},
  bookMonth: {},
  bookPlace: {},
  seal: { lists: () => [["all", "all"]] }
}

const path = (kind: string, name: string, value: string, id: string): string => [kind, name, value, id].join("\u0000")

class Side {
  readonly inspection = new Inspection()
  private readonly expected = new Set<string>()
  /** Earlier places that were not met yet. */
  private readonly earlier = new Map<string, number>()
  private readonly unreadable = new Set<string>()
  private readonly word: string

  constructor(word: string) {
    this.word = word
  }

  expect(kind: string, id: string, named: Named): void {
    for (const [name, value] of named) this.expected.add(path(kind, name, value, id))
  }

  expectEarlier(kind: string, id: string, earlier: Earlier): void {
    for (const [name, count] of earlier) this.earlier.set(path(kind, name, "", id), count)
  }

  /** No one knows where a record belongs that cannot be read: it is not judged here. */
  excuse(kind: string, id: string): void {
    this.unreadable.add(`${kind} ${id}`)
  }

  /** A row of the database; each is expected once, so a second one that says the same is too many. */
  meet({ id, kind, name, value }: PointerRow): void {
    this.inspection.look()
    const record = `${this.word} ${kind}.${name} = ${value}`
    if (id === undefined) {
      this.inspection.violation(record, `it leads to a ${kind} that is not there`, `a ${kind}`, "nothing")
    } else if (
      isKnown(kind) && !this.unreadable.has(`${kind} ${id}`) &&
      !this.expected.delete(path(kind, name, value, id)) && !pastLists.has(name) && !this.meetEarlier(kind, name, id)
    ) {
      const problem = `it leads to ${kind} ${id}, which does not belong there (or not once more)`
      this.inspection.violation(record, problem, `no such ${this.word}`, `${kind} ${id}`)
    }
  }

  private meetEarlier(kind: string, name: string, id: string): boolean {
    const key = path(kind, name, "", id)
    const left = this.earlier.get(key) ?? 0
    if (left > 0) this.earlier.set(key, left - 1)
    return left > 0
  }

  end(): void {
    for (const [missing, count] of this.earlier) {
      if (count === 0) continue
      const [kind = "", name = "", , id = ""] = missing.split("\u0000")
      this.inspection.violation(
        `${kind} ${id}`,
        `earlier places of its ${this.word} ${name} are missing`,
        "0",
        `${count}`
      )
    }
    for (const missing of this.expected) {
      const [kind = "", name = "", value = "", id = ""] = missing.split("\u0000")
      const problem = `it cannot be found: its ${this.word} is missing`
      this.inspection.violation(`${kind} ${id}`, problem, `${this.word} ${name} = ${value}`, "none")
    }
  }
}

/** Takes down which keys and lists the records ask for, and compares them with those that there are. */
export class PointerBook {
  private readonly keys = new Side("key")
  private readonly lists = new Side("list")

  /** A record, with its body unless that cannot be read. */
  expect(row: RecordRow, body: AnyBody | undefined): void {
    const { id, kind } = row
    if (!isKnown(kind)) return
    const of = pointers[kind] as Looser
    for (const [side, named] of [[this.keys, of.keys], [this.lists, of.lists]] as const) {
      if (body === undefined) side.excuse(kind, id)
      else side.expect(kind, id, named?.(body) ?? [])
    }
    if (body !== undefined) this.lists.expectEarlier(kind, id, of.earlier?.(body) ?? [])
  }

  async compare(plane: Plane): Promise<ReadonlyArray<Verdict>> {
    for await (const row of plane.keys()) this.keys.meet(row)
    for await (const row of plane.places()) this.lists.meet(row)
    this.keys.end()
    this.lists.end()
    return [this.keys.inspection.verdict(keysComplete), this.lists.inspection.verdict(listsComplete)]
  }
}
