// A world with two customers and those whom they paid and were paid by: names, tax numbers and addresses that stand nowhere else,
// through everything that keeps them.
import { Effect, Option } from "effect"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { newCommand } from "../../../../core/engine/command/command-request.ts"
import { createLightningInvoice } from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import { type KycDocument, KycDocuments, emptySide } from "../../../../core/customers/kyc/document.ts"
import { submitKycForm } from "../../../../core/customers/kyc/submit-kyc-form.ts"
import { Deposits } from "../../../../core/payments/deposit/deposit.ts"
import type { Once } from "../../../../core/customers/idempotency/idempotency.ts"
import { find, insert } from "../../../../core/engine/store/records.ts"
import { type RawRecord, Store, StoreUnavailable, changeSet } from "../../../../core/engine/store/store.ts"
import { Reviews, review } from "../../../../core/engine/review/review.ts"
import { actOf } from "../../../../core/engine/review/operator-act.ts"
import { sealJournal } from "../../../../core/engine/seal/seal-journal.ts"
import { createSubaccount } from "../../../../core/customers/subaccount/create-subaccount.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { operator, register } from "../../../support/operator.ts"
import { proofOf, walletAccount, walletOf } from "../../../support/wallets.ts"
import { type PlaneLayer, type Services, World } from "../../../support/world.ts"

const day = 86_400_000

/** Somebody as the texts name him. */
export interface Somebody {
  readonly name: string
  readonly taxId: string
  readonly email: string
}

export const ana: Somebody = { name: "Canária Titular", taxId: "52998224725", email: "titular@canary.example" }
export const bob: Somebody = { name: "Outro Titular", taxId: "15350946056", email: "outro@canary.example" }
/** Pays deposits of both. */
export const payer: Somebody = { name: "Canária Pagadora", taxId: "39053344705", email: "pagadora@canary.example" }
/** Is paid by both, under an e-mail address. */
export const receiver: Somebody = { name: "Canária Recebedora", taxId: "11144477735", email: "recebe@canary.example" }

const masked = (taxId: string): string => `***.${taxId.slice(3, 6)}.${taxId.slice(6, 9)}-**`

/** Where everybody lives: stands in forms alone, which are sealed and forgotten. */
export const street = "Rua da Canária 7"

/** What gives somebody away wherever it stands. */
export const marksOf = ({ email, name, taxId }: Somebody): ReadonlyArray<string> => [name, taxId, masked(taxId), email]

const answerOf = <A>(once: Once<A>): A => {
  if (once._tag === "Stored") throw new Error("a first request was answered from store")
  return once.answer
}

export class PersonScene {
  readonly world: World
  readonly caller: Caller
  private count = 0

  private constructor(world: World, caller: Caller) {
    this.world = world
    this.caller = caller
  }

  static async open(plane?: PlaneLayer): Promise<PersonScene> {
    const world = await World.open(plane)
    world.rates.price = "5"
    const declared = walletAccount("first", {
      virtualAccount: true,
      taxId: "11222333000181" as never,
      flags: ["WALLET_PAYOUT_API", "THIRD_PARTY"]
    })
    const scene = new PersonScene(world, await world.caller(declared))
    await register(world, scene.accountId, "hook")
    return scene
  }

  get accountId(): string {
    return this.caller.account.id
  }

  /** A customer with documents, whom the provider has approved. */
  async customer({ email, name, taxId }: Somebody): Promise<string> {
    const { caller, world } = this
    const once = await world.run(createSubaccount({ caller, request: { name, email } }))
    const { subAccountId } = answerOf(once).data
    const request = {
      subAccountId,
      fullName: name,
      dateOfBirth: "1990-02-28",
      countryOfTaxId: "BRA" as const,
      taxIdNumber: taxId,
      email,
      country: "BRA" as const,
      state: "SP",
      city: "São Paulo",
      zipCode: "01310-100",
      streetAddress: street,
      uploadedSelfieId: await this.document(subAccountId, "SELFIE-FROM-LIVENESS"),
      uploadedDocumentId: await this.document(subAccountId, "ID")
    }
    const { attemptId } = answerOf(await world.run(submitKycForm({ caller, request }))).data
    world.kyc.decide(attemptId, "APPROVED", { taxId })
    await this.pass(31_000)
    await this.document(subAccountId, "PASSPORT")
    return subAccountId
  }

  private async document(subAccountId: string, documentType: KycDocument["documentType"]): Promise<string> {
    const now = this.world.clock.now
    const isCapture = documentType === "SELFIE-FROM-LIVENESS"
    const document: KycDocument = {
      id: `doc_${String(++this.count).padStart(30, "0")}${this.accountId.slice(-2)}`,
      owner: this.accountId,
      subAccountId,
      documentType,
      sessionId: isCapture ? "lvs_1" : null,
      front: {
        ...emptySide(now + day),
        completedAt: now,
        ...(isCapture ? {} : { fileId: `file-${this.count}`, fileType: "image/png" })
      },
      back: null,
      createdAt: now,
      updatedAt: now
    }
    await this.commit([insert(KycDocuments, document)])
    return document.id
  }

  private commit(writes: Parameters<typeof changeSet>[0]["writes"]) {
    return this.world.run(Store.use((store) => store.commit(changeSet(writes === undefined ? {} : { writes }))))
  }

  /** Works, and waits between, until nothing is due within the time. */
  async pass(ms: number): Promise<void> {
    await this.world.work()
    for (let left = ms; left > 0; left -= 500) {
      this.world.advance(Math.min(500, left))
      await this.world.work()
    }
  }

  /** A deposit that somebody paid, disputed in vain, reviewed and looked after by an operator. */
  async deposit(subAccountId: string, { name, taxId }: Somebody, parts: object = {}): Promise<string> {
    const { caller, world } = this
    const endToEndId = endToEndIdAt(++this.count)
    const { externalId, trackId } = await world.deposit(caller, {
      externalId: `order-${this.count}`,
      subAccountId,
      ...parts
    })
    const ticket = { id: trackId, endToEndId, payer: { name, taxId } }
    await world.provider("TICKET", { type: "DEPOSIT-SUCCESS", ticket }, `evt-${this.count}`)
    await world.work()
    const told = { endToEndId, value: 1_000, payerName: name, reason: `${name} says that ${taxId} was robbed` }
    await world.provider("DISPUTE", { type: "CREATED", ...told }, `med-${this.count}`)
    await world.provider("DISPUTE", { type: "REJECTED", ...told }, `end-${this.count}`)
    await world.work()
    const { id } = await this.depositOf(externalId)
    const at = world.clock.now
    const seen = { owner: this.accountId, subject: id, createdAt: at }
    await this.commit([
      insert(
        Reviews,
        review({ ...seen, reason: { code: "returnRefused", returnId: "D1", detail: `${name} (${taxId}) called` } })
      ),
      actOf(operator, {
        action: "deposit.returnRest",
        owner: this.accountId,
        subject: id,
        version: 1,
        detail: { name },
        at
      })
    ])
    return id
  }

  /** Somebody pays the charge of the command for the first customer, long after it has expired. */
  async payExpired(): Promise<void> {
    const deposits = (await this.records()).filter(({ kind }) => kind === Deposits.kind).map(({ body }) =>
      Deposits.decode(body)
    )
    const expired = deposits.find(({ state }) => state === "EXPIRED")
    await this.world.settle(expired?.trackId ?? null, endToEndIdAt(++this.count))
    await this.world.work()
  }

  async depositOf(externalId: string) {
    const key = `${this.accountId}/${externalId}`
    return Option.getOrThrow(await this.world.run(find(Deposits, "externalId", key))).value
  }

  /** A payout to somebody's e-mail address, whom the bank then names. */
  async payout(subAccountId: string, to: Somebody): Promise<string> {
    const { caller, world } = this
    world.rail.receiver = {
      name: to.name,
      taxId: to.taxId,
      bankName: "BANCO",
      ispb: "99999999",
      branch: "0001",
      account: "12345678",
      accountType: "CACC"
    }
    const proof = await proofOf(world, await walletOf(world, subAccountId))
    const request = { ...proof, subAccountId, value: 1_000, network: "polygon" as const, pixKey: to.email }
    const { transactionId } = answerOf(await world.run(createPayout({ caller, request })))
    await world.work()
    return String(transactionId)
  }

  /** An invoice that pays somebody, and one whose PIX is refused, so that no bank names him. */
  async invoices(to: Somebody): Promise<void> {
    const { caller, world } = this
    world.rates.price = "500000"
    for (const fate of ["done", "refused"] as const) {
      const request = { value: 1_000, pixKey: to.email, refundAddress: "refunds@shop.example" }
      const { paymentHash } = answerOf(await world.run(createLightningInvoice({ caller, request })))
      world.rail.payments.script.push(fate)
      await world.provider("LIGHTNING", { type: "INVOICE-PAID", paymentHash }, `paid-${paymentHash}`)
      await world.work()
    }
    world.rates.price = "5"
  }

  /** A transfer out of a customer's wallet. */
  async transfer(subAccountId: string): Promise<void> {
    const { caller, world } = this
    const proof = await proofOf(world, await walletOf(world, subAccountId))
    const recipientAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
    const request = {
      ...proof,
      fromSubAccountId: subAccountId,
      subAccountId,
      recipientAddress,
      amount: "1.5",
      reference: `transfer-${++this.count}`
    }
    answerOf(await world.run(createTransfer({ caller, request })))
    await world.work()
  }

  /** A deposit that a backend commanded for a beneficiary. */
  async command(subAccountId: string, { taxId }: Somebody): Promise<void> {
    const payload = {
      value: 1_000,
      asset: "USDT",
      network: "polygon",
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
      subAccountId,
      taxId
    }
    const request = { id: `cmd-${++this.count}`, account: this.accountId, name: "create-deposit", payload }
    const { job, write } = await this.world.run(newCommand(request, this.world.clock.now))
    await this.world.run(Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))))
    await this.world.work()
  }

  /** Everything that ever was, of both customers. */
  async everything(): Promise<{ readonly ana: string; readonly bob: string }> {
    const ids = { ana: await this.customer(ana), bob: await this.customer(bob) }
    for (const [subAccountId, holder] of [[ids.ana, ana], [ids.bob, bob]] as const) {
      await this.deposit(subAccountId, payer, { taxId: holder.taxId })
      await this.deposit(subAccountId, holder, { asset: "LIGHTNING", network: "lightning", address: holder.email })
      await this.payout(subAccountId, receiver)
      await this.transfer(subAccountId)
      await this.command(subAccountId, holder)
    }
    await this.invoices(receiver)
    await this.pass(1_000)
    // What was not paid expires, and nothing can be contested any more.
    this.world.advance(81 * day)
    await this.world.work()
    await this.seal()
    return ids
  }

  async seal(): Promise<void> {
    await this.world.run(sealJournal())
  }

  /** Every record as it stands, by the names that commits have given. */
  async records(): Promise<ReadonlyArray<RawRecord>> {
    const names = new Map(
      this.world.commits.flatMap(({ writes }) => writes).map(({ id, kind }) => [`${kind} ${id}`, { id, kind }])
    )
    const questions = [...names.values()].map(({ id, kind }) => ({ by: "id" as const, id, kind }))
    const found = await this.ask(Store.use((store) => store.ask(questions)))
    return found.flat().map(({ record }) => record)
  }

  /** Asks, and asks again where a store on a busy machine says that it is away. */
  ask<A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> {
    return this.world.run(Effect.retry(effect, { while: (error) => error instanceof StoreUnavailable }))
  }

  /** Texts of a plane beside its records: what it is looked up by, its journal and its jobs. */
  async around(): Promise<string> {
    const journal = await this.ask(Store.use((store) => store.journal({ after: 0n, limit: 10_000 })))
    const pointers = this.world.commits.flatMap(({ jobs, writes }) => [
      ...writes.map(({ id, keys, kind, lists, owner }) => ({ id, keys, kind, lists, owner })),
      ...jobs
    ])
    return JSON.stringify([journal, pointers], (_, value: unknown) => typeof value === "bigint" ? String(value) : value)
  }

  /** The records in which a mark stands. */
  async placesOf(marks: ReadonlyArray<string>): Promise<ReadonlyArray<RawRecord>> {
    return (await this.records()).filter(({ body }) => marks.some((mark) => body.includes(mark)))
  }
}
