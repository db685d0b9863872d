// What wallets on Spark have to show: tokens, satoshis and payments that move once, with the seed of the wallet that pays, before
// their deadline and within the bound of the fee.
import type { Effect, Redacted } from "effect"
import { type Sats, type Units, unitsUnsafe } from "../../core/base/money/units.ts"
import type { SparkWalletAdapter } from "../../core/ports/moving/adapter.ts"
import type { LookUp, Sending } from "../../core/ports/outcome.ts"
import type { Line } from "./line.ts"
import { movementChecks } from "./movement-checks.ts"
import { type Movement, type Opening, freshId, heard, inWords, onBench } from "./movement.ts"
import { type Check, type Story, type Suite, check } from "./suite.ts"

/** A user's wallet, and its seed as often as it is needed: whoever opened one wipes it. */
export interface SparkUser {
  readonly address: string
  readonly seed: () => Redacted.Redacted<Uint8Array>
}

interface Open {
  /** Makes what is requested from now on stay open, until one is settled or refused. */
  readonly begin: () => void
  readonly settle: (operationId: string) => Promise<void>
  readonly refuse?: (operationId: string) => Promise<void>
}

/** Wallets on Spark, or a stand-in of them. What is left out is reported as not shown. */
export interface SparkWalletBench {
  readonly wallet: SparkWalletAdapter
  /** A user whose wallet holds enough of both. */
  readonly user: SparkUser
  /** Another one. */
  readonly other: SparkUser
  /** A user whose wallet holds nothing. */
  readonly poor: SparkUser
  /** Where satoshis of the settlement wallet may go. */
  readonly receiver: string
  /** A Spark address that the other side takes no satoshis for, for good. */
  readonly unpayable?: string
  /** A Lightning invoice over satoshis that can be paid; the same for the same id. */
  readonly invoice: (id: string, sats: bigint) => string
  /** What moved for an operation id: DePix, satoshis, and satoshis paid over Lightning without the fee. */
  readonly movedTokens: (operationId: string) => Promise<ReadonlyArray<bigint>>
  readonly movedSats: (operationId: string) => Promise<ReadonlyArray<bigint>>
  readonly paid: (operationId: string) => Promise<ReadonlyArray<bigint>>
  /** Has a payment cost so much from now on. */
  readonly setFee?: (sats: bigint) => void
  readonly openTokens?: Open
  readonly openSats?: Open
  /** Only where payments can be looked up without the seed. */
  readonly openPayments?: Open
  readonly line?: Line
  /** The line while a user's payment is made; without it, what becomes of a lost answer is not shown. */
  readonly paymentLine?: Line
  /** The adapter opened again on the same other side, as after a restart. */
  readonly reopen?: () => Promise<SparkWalletAdapter>
  /** How long a movement may take, and the adapter to give up waiting. Milliseconds, 5,000 by default. */
  readonly patienceMs?: number
  readonly close?: () => Promise<void>
}

type Subject = Opening<SparkWalletBench>

const port = "SparkWallet"
const sats = (amount: bigint): Sats => unitsUnsafe("BTC", amount)
const depix = (amount: bigint): Units<"DEPIX"> => unitsUnsafe("DEPIX", amount)
const maximumFee = sats(10n)
const hour = 3_600_000
const later = (): number => Date.now() + hour

const satoshis = { one: "satoshi", many: "satoshis" }
const tokenUnits = { one: "unit of DePix", many: "units of DePix" }

const opened = (open: Open | undefined, ask: Movement["ask"]): Movement["open"] =>
  open && {
    settle: open.settle,
    ...open.refuse === undefined ? {} : { refuse: open.refuse },
    ask: (id, amount) => {
      open.begin()
      return ask(id, amount)
    }
  }

const tokensOn = (
  bench: SparkWalletBench,
  wallet: SparkWalletAdapter,
  payers = new Map<string, string>()
): Movement => {
  const of = ({ address, seed }: SparkUser): Movement["ask"] => (operationId, amount) => {
    payers.set(operationId, address)
    return wallet.transferToken({ operationId, from: address, units: depix(amount), sendBefore: later() }, seed())
  }
  return {
    amounts: [1n, 100_000_001n, 1_000_000_000_000n],
    unit: tokenUnits,
    keepsIds: false,
    line: bench.line,
    patienceMs: bench.patienceMs,
    ask: of(bench.user),
    lookUp: (operationId, amount) =>
      wallet.lookUpTransfer({
        operationId,
        from: payers.get(operationId) ?? bench.user.address,
        units: depix(amount)
      }),
    moved: bench.movedTokens,
    askRefused: of(bench.poor),
    open: opened(bench.openTokens, of(bench.user)),
    reopen: bench.reopen && (async () => tokensOn(bench, await bench.reopen?.() ?? wallet, payers))
  }
}

const satsOn = (
  bench: SparkWalletBench,
  wallet: SparkWalletAdapter,
  receivers = new Map<string, string>()
): Movement => {
  const of = (to: string): Movement["ask"] => (operationId, amount) => {
    receivers.set(operationId, to)
    return wallet.transferSats({ operationId, to, sats: sats(amount) })
  }
  return {
    amounts: [1n, 1_001n, 250_000n],
    unit: satoshis,
    keepsIds: false,
    line: bench.line,
    patienceMs: bench.patienceMs,
    ask: of(bench.receiver),
    lookUp: (operationId, amount) =>
      wallet.lookUpTransfer({
        operationId,
        to: receivers.get(operationId) ?? bench.receiver,
        sats: sats(amount)
      }),
    moved: bench.movedSats,
    askRefused: bench.unpayable === undefined ? undefined : of(bench.unpayable),
    open: opened(bench.openSats, of(bench.receiver)),
    reopen: bench.reopen && (async () => satsOn(bench, await bench.reopen?.() ?? wallet, receivers))
  }
}

const paymentsOn = (bench: SparkWalletBench, wallet: SparkWalletAdapter): Movement => {
  const of = ({ address, seed }: SparkUser): Movement["ask"] => (operationId, amount) =>
    wallet.payInvoice({
      operationId,
      from: address,
      bolt11: bench.invoice(operationId, amount),
      maximumFee,
      sendBefore: later()
    }, seed())
  return {
    amounts: [1n, 1_001n, 250_000n],
    unit: satoshis,
    keepsIds: false,
    line: bench.paymentLine,
    patienceMs: bench.patienceMs,
    ask: of(bench.user),
    lookUp: (operationId, amount) =>
      wallet.lookUpPayment({
        operationId,
        from: bench.user.address,
        bolt11: bench.invoice(operationId, amount),
        maximumFee
      }),
    moved: bench.paid,
    askRefused: of(bench.poor),
    open: opened(bench.openPayments, of(bench.user)),
    reopen: bench.reopen && (async () => paymentsOn(bench, await bench.reopen?.() ?? wallet))
  }
}

const shows = (
  name: string,
  why: string,
  run: (bench: SparkWalletBench, story: Story) => Promise<void>
): Check<Subject> => check(port, name, why, onBench(run))

const moves: ReadonlyArray<{
  readonly word: string
  readonly ask: (
    bench: SparkWalletBench,
    parts: { readonly operationId: string; readonly sendBefore: number; readonly seed: SparkUser["seed"] }
  ) => Effect.Effect<Sending<unknown>>
  readonly lookUp: (
    bench: SparkWalletBench,
    operationId: string
  ) => Effect.Effect<LookUp<unknown>>
  readonly moved: (bench: SparkWalletBench, operationId: string) => Promise<ReadonlyArray<bigint>>
}> = [
  {
    word: "token transfer",
    ask: ({ user: { address }, wallet }, { operationId, seed, sendBefore }) =>
      wallet.transferToken({ operationId, from: address, units: depix(1_000n), sendBefore }, seed()),
    lookUp: ({ user: { address }, wallet }, operationId) =>
      wallet.lookUpTransfer({ operationId, from: address, units: depix(1_000n) }),
    moved: ({ movedTokens }, operationId) => movedTokens(operationId)
  },
  {
    word: "user payment",
    ask: ({ invoice, user: { address }, wallet }, { operationId, seed, sendBefore }) =>
      wallet.payInvoice(
        { operationId, from: address, bolt11: invoice(operationId, 1_000n), maximumFee, sendBefore },
        seed()
      ),
    lookUp: ({ invoice, user: { address }, wallet }, operationId) =>
      wallet.lookUpPayment({ operationId, from: address, bolt11: invoice(operationId, 1_000n), maximumFee }),
    moved: ({ paid }, operationId) => paid(operationId)
  }
]

const ofUsers: ReadonlyArray<Check<Subject>> = moves.flatMap(({ ask, lookUp, moved, word }) => [
  shows(
    `a ${word} is not sent from its deadline on`,
    "once the deadline is past the service takes Absent for good: what is sent later moves what no one books",
    async (bench, story) => {
      const operationId = freshId(word)
      story.did(`requested a ${word} as ${operationId}, whose deadline was a second ago`)
      const answer = await heard(ask(bench, { operationId, sendBefore: Date.now() - 1_000, seed: bench.user.seed }))
      story.must(answer._tag === "Refused" || answer._tag === "Held", "Refused or Held", inWords(answer))
      const count = (await moved(bench, operationId)).length
      story.must(count === 0, "nothing moved", `moved ${count} times`)
      const found = await heard(lookUp(bench, operationId))
      story.must(found._tag === "Refused" || found._tag === "Absent", "Refused or Absent", inWords(found))
    }
  ),
  shows(
    `a ${word} is not signed with the seed of another wallet`,
    "it would take from somebody who was not asked",
    async (bench, story) => {
      const operationId = freshId(word)
      story.did(`requested a ${word} as ${operationId} with another wallet's seed`)
      const answer = await heard(ask(bench, { operationId, sendBefore: later(), seed: bench.other.seed }))
      story.must(answer._tag === "Refused" || answer._tag === "Held", "Refused or Held", inWords(answer))
      const count = (await moved(bench, operationId)).length
      story.must(count === 0, "nothing moved", `moved ${count} times`)
    }
  )
])

const fees: ReadonlyArray<Check<Subject>> = [
  shows(
    "a user payment is not made for a fee above its bound, and says what it cost",
    "the rest of what was kept for the fee is the user's",
    async (bench, story) => {
      const setFee = story.need(bench.setFee, "the subject cannot say what a payment costs")
      for (const fee of [0n, maximumFee, maximumFee + 1n]) {
        setFee(fee)
        const { invoice, user, wallet } = bench
        const operationId = freshId("payment")
        story.did(`paid 1000 satoshis as ${operationId}, for ${fee} where ${maximumFee} are allowed`)
        const answer = await heard(
          wallet.payInvoice({
            operationId,
            from: user.address,
            bolt11: invoice(operationId, 1_000n),
            maximumFee,
            sendBefore: later()
          }, user.seed())
        )
        const moved = (await bench.paid(operationId)).length
        if (fee > maximumFee) {
          story.must(answer._tag === "Refused" && moved === 0, "Refused, and nothing moved", inWords(answer))
        } else {
          const isSame = answer._tag === "Done" && answer.value.fee === fee
          story.must(isSame, `Done for a fee of ${fee}`, inWords(answer))
        }
      }
    }
  )
]

/** The promises of SparkWallet. */
export const sparkWalletSuite: Suite<Subject> = {
  port,
  checks: [
    ...movementChecks<SparkWalletBench>(port, "token transfer", (bench) => tokensOn(bench, bench.wallet)),
    ...movementChecks<SparkWalletBench>(port, "satoshi transfer", (bench) => satsOn(bench, bench.wallet)),
    ...movementChecks<SparkWalletBench>(port, "user payment", (bench) => paymentsOn(bench, bench.wallet)),
    ...ofUsers,
    ...fees
  ]
}
