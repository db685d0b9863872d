// Whom an operator means, and everything that is kept about him: record after record, in a fixed order. A subaccount is found by
// its id; whoever only paid or was paid is known by the tax number that the rail told (decision 0208).
import { Effect, Option, Schema } from "effect"
import { Accounts } from "../../customers/account/account.ts"
import { Commands } from "../../engine/command/command.ts"
import { Deposits, PixReceipts } from "../../payments/deposit/deposit.ts"
import { Disputes } from "../../payments/dispute/dispute.ts"
import { Approvals } from "../../engine/approval/approval.ts"
import { NotFound, invalidField } from "../../base/errors/errors.ts"
import { Events } from "../../engine/event/event.ts"
import { FactTraces } from "../../engine/event/fact-trace.ts"
import { KycDocuments } from "../../customers/kyc/document.ts"
import { KycAttempts } from "../../customers/kyc/kyc-attempt.ts"
import { SealedSubmissions } from "../../customers/kyc/sealed-submission.ts"
import { LightningInvoices } from "../../payments/lightning-invoice/lightning-invoice.ts"
import { Movements } from "../../payments/movement/movement.ts"
import { Payouts } from "../../payments/payout/payout.ts"
import { TaxId } from "../../standards/pix/tax-id.ts"
import { type Identified, type RecordKind, get, list } from "../../engine/store/records.ts"
import { Store } from "../../engine/store/store.ts"
import { OperatorActs } from "../../engine/review/operator-act.ts"
import { Reviews } from "../../engine/review/review.ts"
import { type Subaccount, Subaccounts } from "../../customers/subaccount/subaccount.ts"
import { Swaps } from "../../payments/swap/swap.ts"
import { text } from "../../base/text/text.ts"
import { placeAt, placeOf } from "../../base/time/instant.ts"
import { Transfers } from "../../payments/transfer/transfer.ts"
import { Wallets } from "../../customers/wallet/wallet.ts"
import { type KeptRecord, type Matter, type Person, isParty, kept, ownKeyIn, partiesIn } from "./person.ts"
import { textsAt } from "./record-text.ts"

/** Whom an operator means: the holder of a subaccount, or whoever has a tax number. */
export const PersonRequest = Schema.Struct({
  accountId: text({ minimum: 1, maximum: 64 }).annotate({ description: "The account that knows the person" }),
  subAccountId: Schema.optionalKey(text({ minimum: 1, maximum: 64 }).annotate({ description: "The holder of it" })),
  taxId: Schema.optionalKey(TaxId.annotate({
    description:
      "CPF or CNPJ without punctuation: whoever has it, as a holder, a payer or a receiver. Send one of the two"
  }))
}).annotate({ identifier: "PersonRequest" })
export type PersonRequest = typeof PersonRequest.Type

const page = 200

/** Every record of a list, the newest first. */
const all = Effect.fnUntraced(function*<A extends Identified, L extends string>(
  kind: RecordKind<A, string, L>,
  name: NoInfer<L>,
  value: string
) {
  const found: Array<KeptRecord> = []
  for (let before: bigint | undefined;;) {
    const rows = yield* list(kind, name, value, before === undefined ? { limit: page } : { before, limit: page })
    found.push(...rows.map((row) => kept(kind, row)))
    if (rows.length < page) return found
    before = rows.at(-1)?.seq
  }
})

/** The person that is meant; one of whom the account knows nothing is not found. */
export const personOf = Effect.fnUntraced(function*({ accountId, subAccountId, taxId }: PersonRequest) {
  if ((subAccountId === undefined) === (taxId === undefined)) {
    return yield* invalidField("subAccountId", "send either subAccountId or taxId")
  }
  if (Option.isNone(yield* get(Accounts, accountId))) return yield* new NotFound({ resource: "Account" })
  if (subAccountId !== undefined) {
    const found = Option.getOrUndefined(yield* get(Subaccounts, subAccountId))?.value
    if (found?.owner !== accountId) return yield* new NotFound({ resource: "Subaccount" })
    return yield* withKeys(yield* holderOf(found))
  }
  const subaccounts = yield* all(Subaccounts, "byOwner", accountId)
  const subAccountIds: Array<string> = []
  for (const { stored } of subaccounts) {
    const { taxIds } = yield* holderOf(stored.value as Subaccount)
    if (taxIds.includes(String(taxId))) subAccountIds.push(stored.value.id)
  }
  return yield* withKeys({ owner: accountId, subAccountIds, taxIds: [String(taxId)], pixKeys: [] })
})

/** The person with the PIX keys under which banks say that he was paid: payments to them that failed are his as well. */
export const withKeys = Effect.fnUntraced(function*(person: Person) {
  const pixKeys = new Set(person.pixKeys)
  const subaccounts = yield* all(Subaccounts, "byOwner", person.owner)
  for (const { stored } of subaccounts) {
    yield* eachRoot(stored.value.id, (root) =>
      Effect.sync(() => {
        for (const key of ownKeyIn(person, root)) pixKeys.add(key)
      }))
  }
  return { ...person, pixKeys: [...pixKeys] } satisfies Person
})

const attemptsOf = (subAccountId: string) =>
  Effect.map(
    Effect.all([all(KycAttempts, "bySubAccount", subAccountId), all(KycAttempts, "proofs", subAccountId)]),
    (lists) => lists.flat()
  )

const holderOf = Effect.fnUntraced(function*({ id, owner }: Subaccount) {
  const attempts = yield* attemptsOf(id)
  const taxIds = attempts.flatMap(({ stored }) => textsAt(stored.value, "taxId"))
  const person: Person = { owner, subAccountIds: [id], taxIds: [...new Set(taxIds)], pixKeys: [] }
  return person
})

/** Visits all that is kept about a person, matter by matter. */
export const eachMatter = Effect.fnUntraced(function*<E, R>(
  person: Person,
  visit: (matter: Matter) => Effect.Effect<void, E, R>
) {
  const subaccounts = yield* all(Subaccounts, "byOwner", person.owner)
  for (const subaccount of subaccounts.toReversed()) {
    const { id } = subaccount.stored.value
    if (person.subAccountIds.includes(id)) {
      yield* visit({ root: subaccount, others: [...(yield* aboutHolder(id)), ...(yield* traces(id))] })
      for (const attempt of yield* attemptsOf(id)) yield* visit(yield* ofAttempt(attempt))
    }
    // Somebody else's payments are looked through for what names the person.
    if (person.subAccountIds.includes(id) || person.taxIds.length > 0) yield* eachPayment(person, id, visit)
  }
})

const aboutHolder = Effect.fnUntraced(function*(subAccountId: string) {
  const wallets = yield* all(Wallets, "bySubAccount", subAccountId)
  return [...wallets, ...(yield* all(KycDocuments, "bySubAccount", subAccountId))]
})

const one = <A extends Identified>(kind: RecordKind<A, string, string>, id: string) =>
  Effect.map(get(kind, id), (found) => Option.toArray(found).map((stored) => kept(kind, stored)))

/** What is kept under the id of a record. */
const traces = Effect.fnUntraced(function*(id: string) {
  const lists = yield* Effect.all([
    all(Events, "bySubject", id),
    all(FactTraces, "bySubject", id),
    all(Reviews, "bySubject", id),
    all(OperatorActs, "bySubject", id),
    all(Approvals, "bySubject", id),
    all(Commands, "byResult", id)
  ])
  return lists.flat()
})

const ofAttempt = Effect.fnUntraced(function*(root: KeptRecord) {
  const { id } = root.stored.value
  return { root, others: [...(yield* one(SealedSubmissions, id)), ...(yield* traces(id))] }
})

/** Payments with the lists that have all of them, in the order of time. */
const payments = [
  { kind: Deposits, lists: ["statement", "statementWithFee"] },
  { kind: Payouts, lists: ["statement", "statementWithFee"] },
  { kind: LightningInvoices, lists: ["statement", "statementWithFee"] },
  { kind: Transfers, lists: ["statement"] }
] as const

const eachPayment = <E, R>(
  person: Person,
  subAccountId: string,
  visit: (matter: Matter) => Effect.Effect<void, E, R>
) =>
  // Who paid and who was paid is in the payment itself: what is kept about it is read where it is the person's.
  eachRoot(subAccountId, (root) =>
    isParty(partiesIn(person, { root, others: [] })) ? Effect.flatMap(ofPayment(root), visit) : Effect.void)

/** Visits the payments of a subaccount, kind by kind. */
const eachRoot = Effect.fnUntraced(function*<E, R>(
  subAccountId: string,
  visit: (root: KeptRecord) => Effect.Effect<void, E, R>
) {
  for (const { kind, lists } of payments) {
    for (const name of lists) yield* eachPlaced(kind, name, subAccountId, visit)
  }
  yield* Effect.forEach(yield* all(Swaps, "bySubAccount", subAccountId), visit, { discard: true })
})

/** Visits the payments of a subaccount in one of its lists, the newest first. */
const eachPlaced = Effect.fnUntraced(function*<E, R>(
  kind: (typeof payments)[number]["kind"],
  name: string,
  subAccountId: string,
  visit: (root: KeptRecord) => Effect.Effect<void, E, R>
) {
  // "0" is the character after "/".
  for (let below = `${subAccountId}0`;;) {
    const pages = [{ kind: kind.kind, list: name, from: placeAt(subAccountId, 0), below, limit: page }]
    const [rows = []] = yield* Store.use((store) => store.spans(pages))
    const records = rows.map(({ body, version }) => ({ value: kind.decode(body), version }))
    for (const stored of records) yield* visit(kept(kind as RecordKind<typeof stored.value, string, string>, stored))
    const last = records.at(-1)
    if (last === undefined || rows.length < page) return
    below = placeOf(last.value)
  }
})

/** The names under which a payment is known: its own, its provider's and the rail's. */
const namesOf = (value: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  ["id", "trackId", "endToEndId", "paymentHash"].flatMap((name) => {
    const id = value[name]
    return typeof id === "string" ? [id, id.toUpperCase()] : []
  })

const ofPayment = Effect.fnUntraced(function*(root: KeptRecord) {
  const { id } = root.stored.value
  const receipts = root.kind.kind === Deposits.kind ? yield* all(PixReceipts, "byDeposit", id) : []
  const subjects = [id, ...receipts.map(({ stored }) => stored.value.id)]
  const disputes = yield* Effect.forEach(subjects.slice(1), (receiptId) => one(Disputes, receiptId))
  const movements = yield* Effect.forEach(subjects, (subject) => all(Movements, "bySubject", subject))
  const names = new Set([
    ...namesOf(root.stored.value as unknown as Readonly<Record<string, unknown>>),
    ...subjects,
    ...movements.flat().map(({ stored }) => stored.value.id)
  ])
  const others = yield* Effect.forEach([...names], traces)
  const found = [...receipts, ...disputes.flat(), ...movements.flat(), ...others.flat()]
  return {
    root,
    others: [...new Map(found.map((each) => [`${each.kind.kind} ${each.stored.value.id}`, each])).values()]
  }
})
