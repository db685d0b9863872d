// A data plane in an SQLite file with every turn that payouts, Lightning invoices, transfers, swaps, disputes and identities
// can take, made by the core itself. The outside world is scripted, so the plane is one of production: nothing is simulated.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Redacted } from "effect"
import { layer as sqlite } from "../../../../adapters/sqlite/store.ts"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import type { Flag } from "../../../../core/customers/account/flags.ts"
import { type KycDocument, KycDocuments } from "../../../../core/customers/kyc/document.ts"
import { startKyb } from "../../../../core/customers/kyc/start-kyb.ts"
import { startKyc } from "../../../../core/customers/kyc/start-kyc.ts"
import { submitImportToken } from "../../../../core/customers/kyc/submit-import-token.ts"
import { submitKybProof } from "../../../../core/customers/kyc/submit-kyb-proof.ts"
import { submitKycForm } from "../../../../core/customers/kyc/submit-kyc-form.ts"
import type { Once } from "../../../../core/customers/idempotency/idempotency.ts"
import { createLightningInvoice } from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import { refundLightningInvoice } from "../../../../core/payments/lightning-invoice/refund-lightning-invoice.ts"
import { Chain } from "../../../../core/ports/chain.ts"
import { FloatMarks } from "../../../../core/ports/float-marks.ts"
import { insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { createSubaccount } from "../../../../core/customers/subaccount/create-subaccount.ts"
import { createSwap } from "../../../../core/payments/swap/create-swap.ts"
import { readStatement } from "../../../../core/reports/statement/read-statement.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import { createTreasurySweep } from "../../../../core/payments/treasury-sweep/create-treasury-sweep.ts"
import { createWallet } from "../../../../core/customers/wallet/create-wallet.ts"
import { startPinSession } from "../../../../core/customers/wallet/start-pin-session.ts"
import { removeWebhook } from "../../../../core/webhooks/webhook/remove-webhook.ts"
import { replayDelivery } from "../../../../core/webhooks/webhook/replay-delivery.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { operator, register } from "../../../support/operator.ts"
import { testPin } from "../../../support/vault.ts"
import { newHolder } from "../../../support/wallets.ts"
import { World, account } from "../../../support/world.ts"
import { type Payer, keysOf, order, pixOut, refund } from "../../payments/payout/payouts.ts"

const minute = 60_000
const day = 86_400_000
const destination = "0x52908400098527886E0F7030069857D2E4169EE7"
const origin = "https://api.test"

/** Ids of what the scene made, by the turn that it took. */
export type WorldIds = Readonly<Record<string, string>>

export interface WorldScene {
  readonly file: string
  readonly ids: WorldIds
  readonly remove: () => void
}

const answerOf = <A>(once: Once<A>): A => {
  if (once._tag === "Stored") throw new Error("a first request was answered from store")
  return once.answer
}

const payerOf = async (world: World, name: string, flags: ReadonlyArray<Flag>): Promise<Payer> => {
  const caller = await world.caller(
    account(name, { environment: "production", apiKey: `pontepay_live_${name.padEnd(32, "-")}`, flags })
  )
  return { world, caller, key: (await keysOf(world, caller)).protectedSymmetricKey }
}

/** Lets a minute pass, so that what waits for its next try is tried. */
const pass = async (world: World): Promise<void> => {
  world.advance(minute)
  await world.work()
}

// One more wallet for a holder, a page to set the PIN on, and a wrong PIN that counts.
const wallets = async ({ caller, world }: Payer, holder: string) => {
  const request = { subAccountId: holder, network: "polygon", walletPin: Redacted.make(testPin) } as const
  await world.run(createWallet({ caller, request }))
  await world.refusal(createWallet({ caller, request: { ...request, walletPin: Redacted.make("000000") } }))
  const { initialPin } = world.vault
  world.vault.initialPin = undefined
  await world.run(startPinSession({ caller, subAccountId: holder, origin }))
  world.vault.initialPin = initialPin
}

const payouts = async (first: Payer, second: Payer) => {
  const { world } = first
  const settled = async (by: Payer, parts = {}) => {
    const id = await order(by, parts)
    await world.work()
    return id
  }
  const failing = async (by: Payer) => {
    world.rail.payments.script.push("refused")
    return await settled(by)
  }
  const completed = await settled(first, { externalId: "order-1" })
  const onBase = await settled(first, { network: "base" })
  const restored = await failing(first)
  world.chain.script.push("refused")
  const untouched = await settled(first)
  const returned = await settled(first)
  await pixOut(first, "REVERSED", returned, { returnId: returnIdAt(1), returnedValue: 333 })
  await pixOut(first, "REVERSED", returned, { returnId: returnIdAt(2), returnedValue: 667 })
  await world.work()
  const lost = await failing(first)
  await pixOut(first, "SUCCESS", lost, { endToEndId: endToEndIdAt(40) })
  const owed = await failing(second)
  const given = await failing(second)
  await refund(second, given)
  await world.work()
  const pending = await settled(second)
  await pixOut(second, "REVERSED", pending, { returnId: returnIdAt(3), returnedValue: 400 })
  const atOurLoss = await settled(second)
  await refund(second, atOurLoss)
  await world.work()
  await pixOut(second, "REVERSED", atOurLoss, { returnId: returnIdAt(4), returnedValue: 600 })
  await world.work()
  return { completed, onBase, restored, untouched, returned, lost, owed, given, pending, atOurLoss }
}

const invoices = async ({ caller, world }: Payer) => {
  world.rates.price = "500000"
  world.lightning.routingFee = 3n
  const make = async (refundAddress?: string) => {
    const request = {
      value: 1_000,
      pixKey: "ana@example.com",
      ...(refundAddress === undefined ? {} : { refundAddress })
    }
    const { paymentHash } = answerOf(await world.run(createLightningInvoice({ caller, request })))
    return { paymentHash, id: world.lightning.made.at(-1)?.invoiceId ?? "" }
  }
  const paid = async (refundAddress?: string) => {
    const invoice = await make(refundAddress)
    await world.provider("LIGHTNING", { type: "INVOICE-PAID", paymentHash: invoice.paymentHash })
    await world.work()
    return invoice
  }
  const failing = async (refundAddress?: string) => {
    world.rail.payments.script.push("refused")
    return await paid(refundAddress)
  }
  const reversed = async (at: number) => {
    const invoice = await paid()
    const payment = { id: invoice.id, returnId: returnIdAt(at), returnedValue: 400 }
    await world.provider("PIX-OUT", { type: "PAYOUT-REVERSED", payment })
    return invoice
  }
  const refunded = async (invoice: { readonly paymentHash: string }) => {
    const refundAddress = "ana@wallet.example.com"
    await world.run(refundLightningInvoice(operator, { paymentHash: invoice.paymentHash, refundAddress }))
    await world.work()
  }
  const expired = await make()
  world.advance(25 * 60 * minute)
  await world.work()
  const completed = await paid()
  const refundedByItself = await failing("bob@wallet.example.com")
  const failed = await failing()
  const back = await reversed(21)
  const backAndRefunded = await reversed(22)
  await refunded(backAndRefunded)
  const givenBack = await paid()
  await refunded(givenBack)
  const waiting = await make()
  world.rates.price = "5.00"
  return {
    invoiceExpired: expired.id,
    invoiceCompleted: completed.id,
    invoiceRefunded: refundedByItself.id,
    invoiceFailed: failed.id,
    invoiceReversed: back.id,
    invoiceReturned: backAndRefunded.id,
    invoiceGivenBack: givenBack.id,
    invoiceWaiting: waiting.id
  }
}

const transfers = async ({ caller, key, world }: Payer, holder: string) => {
  const proof = { walletPin: Redacted.make(testPin), protectedSymmetricKey: Redacted.make(key) }
  const made = () => [...world.chain.signed.keys()].at(-1)?.slice("transfer/".length) ?? ""
  const move = async (parts = {}) => {
    world.advance(minute)
    const request = { recipientAddress: destination, amount: "1.5", ...proof, ...parts }
    await world.run(createTransfer({ caller, request })).catch(() => undefined)
    return made()
  }
  const outside = await move({ reference: "invoice-7" })
  const inside = await move({ recipientAddress: undefined, toSubAccountId: holder })
  const onBase = await move({ asset: "USDC", network: "base" })
  world.chain.script.push("refused")
  const refused = await move()
  return { transferOutside: outside, transferInside: inside, transferOnBase: onBase, transferRefused: refused }
}

const swaps = async ({ caller, key, world }: Payer) => {
  const ask = async (clientRequestId: string, parts = {}) => {
    const request = {
      fromAsset: "DEPIX" as const,
      toAsset: "BTC" as const,
      network: "spark" as const,
      amount: "50",
      clientRequestId,
      walletPin: Redacted.make(testPin),
      protectedSymmetricKey: Redacted.make(key),
      ...parts
    }
    const { swapId } = answerOf(await world.run(createSwap({ caller, request })))
    return swapId
  }
  const swapped = async (clientRequestId: string, parts = {}) => {
    const id = await ask(clientRequestId, parts)
    await world.work()
    return id
  }
  const onSpark = await swapped("spark")
  const overLightning = await swapped("lightning", { network: "lightning" })
  world.spark.tokens.script.push("refused")
  const refused = await swapped("refused")
  world.pool.swaps.script.push("refused")
  const stranded = await swapped("stranded")
  return { swapOnSpark: onSpark, swapOverLightning: overLightning, swapRefused: refused, swapStranded: stranded, ask }
}

const documentOf = async ({ caller, world }: Payer, id: string, parts: Partial<KycDocument>) => {
  const { now } = world.clock
  const side = { expiresAt: now + minute, completedAt: now, fileId: `file of ${id}`, fileType: "image/png" as const }
  const document: KycDocument = {
    id,
    owner: caller.account.id,
    subAccountId: "",
    documentType: "ID",
    sessionId: null,
    front: side,
    back: null,
    createdAt: now,
    updatedAt: now,
    ...parts
  }
  await world.run(Store.use((store) => store.commit(changeSet({ writes: [insert(KycDocuments, document)] }))))
  return id
}

const identities = async (by: Payer) => {
  const { caller, world } = by
  const person = (name: string) =>
    world.run(createSubaccount({ caller, request: { name, email: `${name.toLowerCase()}@example.test` } }))
      .then((once) => answerOf(once).data.subAccountId)
  const form = async (subAccountId: string, email: string) => {
    const capture = { expiresAt: world.clock.now + minute, completedAt: world.clock.now, fileId: null, fileType: null }
    const request = {
      subAccountId,
      fullName: "Ana Souza",
      dateOfBirth: "1990-02-28",
      countryOfTaxId: "BRA",
      taxIdNumber: "52998224725",
      email,
      country: "BRA",
      state: "SP",
      city: "São Paulo",
      zipCode: "01310-100",
      streetAddress: "Avenida Paulista 1",
      uploadedSelfieId: await documentOf(by, `selfie_${subAccountId}`, {
        subAccountId,
        documentType: "SELFIE-FROM-LIVENESS",
        sessionId: `lvs_${subAccountId}`,
        front: capture
      }),
      uploadedDocumentId: await documentOf(by, `id_${subAccountId}`, { subAccountId })
    }
    return answerOf(await world.run(submitKycForm({ caller, request }))).data.attemptId
  }
  const decided = async (attemptId: string, status: "APPROVED" | "REJECTED") => {
    world.kyc.decide(attemptId, status)
    await pass(world)
  }
  const approved = await form(await person("Ana"), "ana@example.test")
  await world.work()
  await decided(approved, "APPROVED")
  const rejected = await form(await person("Bia"), "bia@example.test")
  await world.work()
  await decided(rejected, "REJECTED")
  const company = answerOf(
    await world.run(
      createSubaccount({ caller, request: { name: "Acme", email: "ops@acme.test", accountType: "COMPANY" } })
    )
  ).data.subAccountId
  const kyb = await world.run(startKyb({ caller, request: { subAccountId: company }, origin }))
  await decided(answerOf(kyb).data.attemptId, "APPROVED")
  const documentId = await documentOf(by, "proof_1", { subAccountId: company, documentType: "PROOF" })
  const proof = { _tag: "ProofOfFinancialCapacity", documentId, annualRevenueInBrl: "3000.00" } as const
  const proved = answerOf(await world.run(submitKybProof({ caller, subAccountId: company, proof }))).data.attemptId
  await world.work()
  await decided(proved, "APPROVED")
  const imported = await person("Carla")
  const importToken = Redacted.make("share-token-of-carla-0123456789")
  await world.run(submitImportToken({ caller, request: { subAccountId: imported, importToken } }))
  const hosted = answerOf(
    await world.run(startKyc({ caller, request: { subAccountId: await person("Dora") }, origin }))
  ).data.attemptId
  return { approved, rejected, company, proved, imported, hosted }
}

const disputes = async ({ caller, world }: Payer) => {
  const endToEndId = endToEndIdAt(1)
  const { externalId, trackId } = await world.deposit(caller, { externalId: "contested" })
  await world.settle(trackId, endToEndId)
  await world.work()
  const told = (type: string, id: string) => world.provider("DISPUTE", { type, endToEndId: id, value: 1_000 })
  await told("ACCEPTED", endToEndId)
  await told("CREATED", endToEndId)
  await told("CREATED", endToEndIdAt(2))
  await world.work()
  return { contested: externalId, dispute: endToEndId.toUpperCase(), unknownDispute: endToEndIdAt(2).toUpperCase() }
}

// The provider reports a return before its payment, and another whose payment never comes.
const earlyReturns = async ({ caller, world }: Payer) => {
  const endToEndId = endToEndIdAt(3)
  const { externalId, trackId } = await world.deposit(caller, { externalId: "returned-early" })
  await world.confirmReturn(endToEndId, returnIdAt(3), 1_000, "return-early")
  await world.confirmReturn(endToEndIdAt(4), returnIdAt(4), 1_000, "return-of-nothing")
  await world.settle(trackId, endToEndId)
  world.advance(10 * minute)
  await world.work()
  return { returnedEarly: externalId }
}

// Of a treasury that nothing else is delivered from: one arrives, and the next is refused.
const sweeps = async (world: World) => {
  const sweep = async (reference: string) => {
    const id = await orderSweep(world, reference)
    await world.work()
    return id
  }
  const done = await sweep("first")
  world.chain.script.push("refused")
  return { sweepDone: done, sweepRefused: await sweep("second") }
}

const orderSweep = async (world: World, reference: string) => {
  const order = { ...swept, reference, amount: "100" } as const
  return (await world.run(createTreasurySweep(operator, order))).sweepId
}

// What stays open: each waits for its next try when the scene ends.
const openWork = async (first: Payer, second: Payer, ask: (clientRequestId: string) => Promise<string>) => {
  const { world } = first
  const proof = { walletPin: Redacted.make(testPin), protectedSymmetricKey: Redacted.make(first.key) }
  world.advance(minute)
  const ordered = await order(second)
  await world.work()
  world.rail.payments.script.push("lost")
  const unknown = await order(first)
  await world.work()
  world.chain.script.push("cut", "cut", "cut")
  await refund(second, ordered)
  await world.work()
  const request = { recipientAddress: destination, amount: "2", ...proof }
  await world.run(createTransfer({ caller: first.caller, request })).catch(() => undefined)
  const submitted = [...world.chain.signed.keys()].at(-1)?.slice("transfer/".length) ?? ""
  const debiting = await order(first)
  await world.work()
  return { ordered, unknown, transferSubmitted: submitted, debiting, swapPending: await ask("pending") }
}

const swept = { asset: "USDC", network: "gnosis" } as const

const play = async (world: World): Promise<WorldIds> => {
  const first = await payerOf(world, "first", ["WALLET_PAYOUT_API", "AUTO_REFUND", "SWAP"])
  const second = await payerOf(world, "second", ["WALLET_PAYOUT_API"])
  const webhook = await register(world, first.caller.account.id, "kept")
  const removed = await register(world, first.caller.account.id, "removed")
  const holder = await newHolder(world, first.caller, "eva@example.test")
  await wallets(first, holder)
  const paid = await payouts(first, second)
  await world.run(removeWebhook(operator, removed.webhookId))
  const sats = await invoices(first)
  const moved = await transfers(first, holder)
  const { ask, ...swapped } = await swaps(first)
  const known = await identities(first)
  const contested = await disputes(first)
  const early = await earlyReturns(second)
  const [replayed = ""] = await lastEvents(world, first.caller)
  await world.run(replayDelivery(operator, webhook.webhookId, replayed))
  await world.work()
  const taken = await sweeps(world)
  const open = await openWork(first, second, ask)
  const sweepOpen = await orderSweep(world, "third")
  world.advance(3 * day)
  await world.run(readStatement({ caller: second.caller, request: {} }))
  return {
    first: first.caller.account.id,
    second: second.caller.account.id,
    holder,
    webhook: webhook.webhookId,
    removed: removed.webhookId,
    replayed,
    ...paid,
    ...sats,
    ...moved,
    ...swapped,
    ...known,
    ...contested,
    ...early,
    ...open,
    ...taken,
    sweepOpen
  }
}

const lastEvents = (world: World, { account: { id } }: Caller): Promise<ReadonlyArray<string>> =>
  world.run(Store.use((store) => store.list({ kind: "event", list: "byOwner", value: id, limit: 1 })))
    .then((rows) => rows.map(({ record }) => record.id))

/** Plays the scene. */
export const worldScene = async (): Promise<WorldScene> => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-audit-"))
  const file = join(folder, "plane.db")
  const { asset: what, network } = swept
  const float = { network, what, units: 1_000_000_000n, role: "treasury" } as const
  const mark = { network, what, high: 1n, sweepTo: destination }
  const world = await World.open(sqlite({ filename: file, synchronous: "NORMAL" }), (services) =>
    services.pipe(
      Context.add(FloatMarks, [mark]),
      Context.add(Chain, {
        ...Context.get(services, Chain),
        floats: (asked) => Effect.succeed(asked === network ? [float] : [])
      })
    ))
  try {
    const ids = await play(world)
    return { file, ids, remove: () => rmSync(folder, { recursive: true }) }
  } finally {
    await world.close()
  }
}
