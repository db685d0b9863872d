// What a Lightning node has to show: invoices that are known by their payment hash, and payments that are made once, with
// the preimage as evidence and never for more than the bound of the fee.
import { Effect, Option, Result } from "effect"
import { createHash } from "node:crypto"
import { readGivenInvoice } from "../../core/standards/address/payable-invoice.ts"
import { type Sats, unitsUnsafe } from "../../core/base/money/units.ts"
import type { LightningNodeAdapter } from "../../core/ports/moving/adapter.ts"
import { type Line, disturbed, faults } from "./line.ts"
import { movementChecks } from "./movement-checks.ts"
import { type Movement, type Opening, finalAnswer, freshId, heard, inWords, onBench, patienceOf } from "./movement.ts"
import { type Check, type Suite, check } from "./suite.ts"

/** A Lightning node, or a stand-in of it. What is left out is reported as not shown. */
export interface LightningNodeBench {
  readonly node: LightningNodeAdapter
  /** An invoice of others over an amount, which can be paid; the same for the same id. */
  readonly invoice: (id: string, sats: bigint) => string
  /** Satoshis that were paid under an operation id, without fees. */
  readonly paid: (operationId: string) => Promise<ReadonlyArray<bigint>>
  /** The same of an invoice that cannot be paid, for good. */
  readonly unpayable?: (id: string, sats: bigint) => string
  /** The same of an invoice whose payment stays open until it is settled or given up. */
  readonly open?: {
    readonly invoice: (id: string, sats: bigint) => string
    readonly settle: (operationId: string) => Promise<void>
    readonly refuse?: (operationId: string) => Promise<void>
  }
  /** Pays an invoice of ours from outside. */
  readonly payInvoice?: (bolt11: string, paymentHash: string) => Promise<void>
  /** Has the node hold so much that it can pay with. Millisatoshis. */
  readonly holds?: (msat: bigint) => Promise<void>
  /** Whether the preimage of this node's payments hashes to the payment hash; stand-ins may not have one. */
  readonly hasPreimages?: boolean
  /** Whether invoices of ours that no one paid are known as such; else they are Unknown to a look-up. */
  readonly seesInvoices?: boolean
  /** A Lightning address that gives invoices. */
  readonly address?: string
  readonly line?: Line
  /** The adapter opened again on the same node, as after a restart. */
  readonly reopen?: () => Promise<LightningNodeAdapter>
  /** How long a payment may take, and the adapter to give up waiting. Milliseconds, 5,000 by default. */
  readonly patienceMs?: number
  readonly close?: () => Promise<void>
}

type Subject = Opening<LightningNodeBench>

const port = "LightningNode"
const amounts = [1n, 1_001n, 250_000n]
const sats = (amount: bigint): Sats => unitsUnsafe("BTC", amount)
const maximumFee = sats(100n)
const hour = 3_600_000

const paymentsOn = (bench: LightningNodeBench, node: LightningNodeAdapter): Movement => {
  const of = (invoice: (id: string, amount: bigint) => string) => (operationId: string, amount: bigint) =>
    node.pay({ operationId, bolt11: invoice(operationId, amount), sats: sats(amount), maximumFee })
  const { open, reopen, unpayable } = bench
  return {
    amounts,
    unit: { one: "satoshi", many: "satoshis" },
    keepsIds: node.absentAfterMs === 0,
    line: bench.line,
    patienceMs: bench.patienceMs,
    ask: of(bench.invoice),
    lookUp: (operationId, amount) =>
      node.lookUpPayment({ operationId, bolt11: bench.invoice(operationId, amount), sats: sats(amount) }),
    moved: bench.paid,
    askRefused: unpayable && of(unpayable),
    open: open && { ...open, ask: of(open.invoice) },
    reopen: reopen && (async () => paymentsOn(bench, await reopen()))
  }
}

const evidence: Check<Subject> = check(
  port,
  "a payment that is Done has its preimage, and a fee within the bound",
  "the preimage is the only proof that it was paid; a fee above the bound is money that no one agreed to",
  onBench(async (bench, story) => {
    const operationId = freshId("payment")
    story.did(`paid 1000 satoshis as ${operationId} for a fee of at most ${maximumFee}`)
    const { node } = bench
    const bolt11 = bench.invoice(operationId, 1_000n)
    await heard(node.pay({ operationId, bolt11, sats: sats(1_000n), maximumFee }))
    const answer = await finalAnswer(node.lookUpPayment({ operationId, bolt11, sats: sats(1_000n) }), patienceOf(bench))
    if (answer._tag !== "Done") return story.must(false, "Done", inWords(answer))
    const { fee, paymentHash, preimage } = answer.value
    story.must(fee >= 0n && fee <= maximumFee, `a fee of 0 to ${maximumFee}`, String(fee))
    story.need(bench.hasPreimages === true ? true : undefined, "the subject has no preimages")
    const hash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex")
    story.must(hash === paymentHash, `a preimage that hashes to ${paymentHash}`, `${preimage}, which hashes to ${hash}`)
  })
)

const amount = sats(1_000n)

const made = (node: LightningNodeAdapter, invoiceId: string) =>
  heard(
    node.createInvoice({ invoiceId, amount, description: "conformance", expiresAt: Date.now() + hour })
  )

const invoices: ReadonlyArray<Check<Subject>> = [
  check(
    port,
    "an invoice has a payment hash of 64 hex characters, and two invoices have two",
    "the payment hash is the id of the customer's order",
    onBench(async ({ node }, story) => {
      const hashes = new Set<string>()
      for (const id of [freshId("invoice"), freshId("invoice")]) {
        story.did(`made an invoice of 1000 satoshis as ${id}`)
        const answer = await made(node, id)
        if (answer._tag !== "Done") return story.must(false, "Done", inWords(answer))
        const { paymentHash } = answer.value
        story.must(/^[0-9a-f]{64}$/.test(paymentHash), "64 lower-case hex characters", paymentHash)
        hashes.add(paymentHash)
      }
      story.must(hashes.size === 2, "two payment hashes", "one for both")
    })
  ),
  check(
    port,
    "an invoice that is requested again under its id is the same one",
    "the customer was shown the first one: a second could be paid as well",
    onBench(async ({ node }, story) => {
      const id = freshId("invoice")
      story.did(`made an invoice of 1000 satoshis as ${id}, twice`)
      const [one, two] = [await made(node, id), await made(node, id)]
      const isSame = one._tag === "Done" && two._tag === "Done" && one.value.paymentHash === two.value.paymentHash
      story.must(isSame, inWords(one), inWords(two))
    })
  ),
  check(
    port,
    "an invoice that no one paid is not Done",
    "on Done the service pays the PIX",
    onBench(async (bench, story) => {
      const answer = await made(bench.node, freshId("invoice"))
      if (answer._tag !== "Done") return story.must(false, "Done", inWords(answer))
      story.did("made an invoice and looked it up")
      const found = await heard(bench.node.lookUpInvoice({ paymentHash: answer.value.paymentHash, amount }))
      story.must(found._tag === "Unknown", "Unknown, for it may still be paid", inWords(found))
    })
  ),
  check(
    port,
    "an invoice that was never made is Absent",
    "Done would pay the PIX of an order that no one paid",
    onBench(async ({ node, seesInvoices }, story) => {
      story.need(seesInvoices === true ? true : undefined, "the subject's node sees no invoices")
      const hash = createHash("sha256").update(freshId("invoice")).digest("hex")
      story.did(`looked up ${hash}`)
      const found = await heard(node.lookUpInvoice({ paymentHash: hash, amount }))
      story.must(found._tag === "Absent", "Absent", inWords(found))
    })
  ),
  check(
    port,
    "an invoice that was paid is Done",
    "without it an event that is lost leaves a customer without his PIX",
    onBench(async (bench, story) => {
      const pay = story.need(bench.payInvoice, "the subject cannot pay an invoice from outside")
      const answer = await made(bench.node, freshId("invoice"))
      if (answer._tag !== "Done") return story.must(false, "Done", inWords(answer))
      await pay(answer.value.bolt11, answer.value.paymentHash)
      story.did("made an invoice, had it paid from outside and looked it up")
      const found = await heard(bench.node.lookUpInvoice({ paymentHash: answer.value.paymentHash, amount }))
      story.must(found._tag === "Done", "Done", inWords(found))
    })
  ),
  ...faults.map(({ because, how, name, state }) =>
    check(
      port,
      `a look-up of a paid invoice ${name} is Unknown, and never Absent or Refused`,
      `${because}: the order would be given up, although its customer has paid`,
      onBench<LightningNodeBench>(async (bench, story) => {
        const pay = story.need(bench.payInvoice, "the subject cannot pay an invoice from outside")
        const answer = await made(bench.node, freshId("invoice"))
        if (answer._tag !== "Done") return story.must(false, "Done", inWords(answer))
        const { bolt11, paymentHash } = answer.value
        await pay(bolt11, paymentHash)
        const line = await disturbed(bench.line, state, story)
        story.did(`made an invoice, had it paid from outside, ${how}, and looked it up`)
        const found = await heard(bench.node.lookUpInvoice({ paymentHash, amount }))
        await line.set("whole")
        story.must(["Unknown", "Done"].includes(found._tag), "Unknown", inWords(found))
        story.did("mended the line, and looked it up again")
        const after = await heard(bench.node.lookUpInvoice({ paymentHash, amount }))
        story.must(after._tag === "Done", "Done", inWords(after))
      })
    )
  ),
  check(
    port,
    "a Lightning address gives a signed invoice of exactly the amount requested, which has not expired",
    "the service refuses every other invoice, and the money stays where it is",
    onBench(async (bench, story) => {
      const address = story.need(bench.address, "the subject has no Lightning address")
      for (const amount of amounts) {
        story.did(`asked ${address} for an invoice of ${amount} satoshis`)
        const bolt11 = await heard(bench.node.resolveAddress(address, sats(amount)))
        const terms = { amountMsat: amount * 1_000n, now: Date.now() }
        const invoice = readGivenInvoice(bolt11, bench.node.network ?? "mainnet", terms)
        if (Result.isFailure(invoice)) {
          story.must(false, `an invoice of ${amount} satoshis that can be paid`, `${bolt11}: ${invoice.failure}`)
        }
      }
    })
  )
]

const balances: ReadonlyArray<Check<Subject>> = [
  check(
    port,
    "the balance is what the node can pay with, in whole satoshis",
    "the statement of reserves would show a thousand times what is held, or a satoshi that is not there",
    onBench(async ({ holds, node }, story) => {
      const hold = story.need(holds, "the subject cannot set what the node holds")
      const balance = story.need(node.balance, "the adapter reads no balance")
      for (const [msat, expected] of [[0n, 0n], [999n, 0n], [2_000n, 2n], [1_234_567_999n, 1_234_567n]] as const) {
        await hold(msat)
        story.did(`had the node hold ${msat} millisatoshis, and read its balance`)
        const found = await heard(Effect.option(balance))
        const read = Option.match(found, { onNone: () => "a failure", onSome: (sats) => `${sats} satoshis` })
        story.must(read === `${expected} satoshis`, `${expected} satoshis`, read)
      }
    })
  ),
  ...faults.map(({ because, how, name, state }) =>
    check(
      port,
      `a balance read ${name} is a failure, and never zero`,
      `${because}: the statement of reserves would show a loss that is none`,
      onBench<LightningNodeBench>(async ({ holds, line, node }, story) => {
        const hold = story.need(holds, "the subject cannot set what the node holds")
        const balance = story.need(node.balance, "the adapter reads no balance")
        await hold(5_000_000n)
        const disturbance = await disturbed(line, state, story)
        story.did(`had the node hold 5000 satoshis, ${how}, and read its balance`)
        const found = await heard(Effect.option(balance))
        await disturbance.set("whole")
        const read = Option.match(found, { onNone: () => "a failure", onSome: (sats) => `${sats} satoshis` })
        story.must(["a failure", "5000 satoshis"].includes(read), "a failure", read)
      })
    )
  )
]

/** The promises of `LightningNode`. The subject opens a fresh bench for each check. */
export const lightningNodeSuite: Suite<Subject> = {
  port,
  checks: [
    ...movementChecks<LightningNodeBench>(port, "payment", (bench) => paymentsOn(bench, bench.node)),
    evidence,
    ...invoices,
    ...balances
  ]
}
