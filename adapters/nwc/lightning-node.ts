// Invoices and payments of a wallet. NIP-47 has no key of a request and no promise that a request is carried out once: a payment
// goes out with one invoice, which nodes pay once, and what is not found proves nothing while that invoice can be paid.
import { Clock, Effect, Result, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { type Bolt11Network, type Bolt11Parts, parseBolt11, readBolt11 } from "../../core/standards/address/bolt11.ts"
import { mulDivCeil, mulDivFloor, units, unitsUnsafe } from "../../core/base/money/units.ts"
import { type Invoice, type LightningReceipt, NodeSilent } from "../../core/ports/lightning-node.ts"
import { AccountUnread } from "../../core/ports/provider-account.ts"
import type { LightningNodeAdapter } from "../../core/ports/moving/adapter.ts"
import {
  type LookUp,
  type Outcome,
  absent,
  differs,
  done,
  held,
  otherAmount,
  refused,
  unknown
} from "../../core/ports/outcome.ts"
import { unixSeconds } from "../../core/base/time/instant.ts"
import type { Wallet, WalletAnswer } from "./client.ts"
import { errors, states } from "./codes.ts"

/** Millisatoshis; some wallets leave out what is zero. */
const Msat = Schema.optionalKey(Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))))
const Text = Schema.optionalKey(Schema.NullOr(Schema.String))
const Seconds = Schema.optionalKey(Schema.NullOr(Schema.Int))

const Paid = Schema.Struct({ preimage: Schema.String, fees_paid: Msat })
const Transaction = Schema.Struct({
  type: Schema.Literals(["incoming", "outgoing"]),
  state: Text,
  payment_hash: Schema.String,
  preimage: Text,
  amount: Schema.Int,
  fees_paid: Msat,
  settled_at: Seconds,
  expires_at: Seconds
})
type Transaction = typeof Transaction.Type
/** Millisatoshis. */
const Balance = Schema.Struct({ balance: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)) })
const Made = Schema.Struct({ invoice: Schema.NonEmptyString })

/**
 * So long after its end an invoice that the wallet does not know will not be paid any more. A receiver may hold what arrived before the
 * end for 2,016 blocks, the longest lock that nodes accept (`max-cltv-expiry` of LND), and a wallet need not list what is held: two
 * weeks at ten minutes a block, and three days for slow ones. Milliseconds.
 */
const finalAfterMs = 17 * 86_400_000
/** By so much clocks may differ. Milliseconds. */
const clocksApartMs = 60_000
const msatPerSat = 1_000n
/** So many invoices are remembered by their ids. */
const mostRemembered = 1_000

const saidOf = ({ error }: WalletAnswer): string =>
  errors[error ?? ""] ?? "the wallet gave an answer that cannot be read"

const as = <A>(schema: Schema.Decoder<A>, answer: WalletAnswer): A | undefined => {
  if (answer.error !== null) return undefined
  const read = Schema.decodeUnknownResult(schema)(answer.result)
  return Result.isSuccess(read) ? read.success : undefined
}

const hashOf = (invoice: Bolt11Parts): string => Buffer.from(invoice.paymentHash).toString("hex")

const receiptOf = (paymentHash: string, preimage: string, feesMsat: number): LightningReceipt | undefined => {
  const hash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex")
  const isPreimage = /^[0-9a-f]{64}$/.test(preimage) && hash === paymentHash
  return isPreimage
    ? { paymentHash, preimage, fee: unitsUnsafe("BTC", mulDivCeil(BigInt(feesMsat), 1n, 1_000n)) }
    : undefined
}

// Wallets may leave the state out: then what has settled has an instant.
const meaningOf = (transaction: Transaction) =>
  states[transaction.state ?? (transaction.settled_at ? "settled" : "pending")] ??
    { payment: "unknown", invoice: "unknown" }

// A fraction of a satoshi is none.
const receivedSats = ({ amount }: Transaction) => unitsUnsafe("BTC", mulDivFloor(BigInt(amount), 1n, msatPerSat))

/** A payment as it was requested, with its invoice taken apart. */
interface InvoicePayment {
  readonly invoice: Bolt11Parts
  readonly sats: bigint
}

const paymentOf = (transaction: Transaction, { invoice, sats }: InvoicePayment): LookUp<LightningReceipt> => {
  const paymentHash = hashOf(invoice)
  if (transaction.payment_hash !== paymentHash || transaction.type !== "outgoing") {
    return differs("payment")
  }
  switch (meaningOf(transaction).payment) {
    case "refused":
      return refused("failed")
    case "unknown":
      return unknown("underWay")
    case "done": {
      const amountMsat = sats * msatPerSat
      if (BigInt(transaction.amount) !== amountMsat) {
        return differs(`${transaction.amount} millisatoshis instead of ${amountMsat}`)
      }
      const receipt = receiptOf(paymentHash, transaction.preimage ?? "", transaction.fees_paid ?? 0)
      return receipt === undefined ? unknown("incomplete", "preimage") : done(receipt)
    }
  }
}

/** What stands behind the ports, without Lightning addresses. */
export const lightningNode = (
  { network, wallet }: { readonly wallet: Wallet; readonly network: Bolt11Network }
): Omit<LightningNodeAdapter, "resolveAddress"> => {
  const made = new Map<string, Invoice>()

  const find = (paymentHash: string) => wallet.ask("lookup_invoice", { payment_hash: paymentHash })

  const lookUp = Effect.fnUntraced(function*(asked: InvoicePayment) {
    const { invoice } = asked
    const answer = yield* find(hashOf(invoice))
    if (answer.error === "NOT_FOUND") {
      const end = invoice.expiresAtSeconds * 1_000 + finalAfterMs
      return (yield* Clock.currentTimeMillis) > end
        ? refused("expired")
        : absent
    }
    const transaction = as(Transaction, answer)
    return transaction === undefined ? unknown("notListed", saidOf(answer)) : paymentOf(transaction, asked)
  }, Effect.catch(({ reason }) => Effect.succeed(unknown("noAnswer", reason))))

  const pay = Effect.fnUntraced(function*(bolt11: string, asked: InvoicePayment) {
    const { invoice, sats } = asked
    // An invoice may leave the amount to the payer.
    const amount = invoice.amountMsat === undefined ? { amount: Number(sats * msatPerSat) } : {}
    const requested = yield* Effect.result(wallet.ask("pay_invoice", { invoice: bolt11, ...amount }))
    if (Result.isFailure(requested)) {
      const { _tag, reason } = requested.failure
      return _tag === "NotAsked" ? held("paused", reason) : unknown("noAnswer", reason)
    }
    const answer = requested.success
    const paid = as(Paid, answer)
    const receipt = paid && receiptOf(hashOf(invoice), paid.preimage, paid.fees_paid ?? 0)
    // The fee is on the transaction, where the answer leaves it out.
    if (receipt !== undefined && paid?.fees_paid !== undefined && paid.fees_paid !== null) return done(receipt)
    const found = yield* lookUp(asked)
    if (found._tag === "Done" || found._tag === "Refused" && answer.error !== null) return found
    if (found._tag === "Unknown" && found.reason.code === "differs") return found
    return receipt === undefined ? unknown("notListed", saidOf(answer)) : done(receipt)
  })

  const create: LightningNodeAdapter["createInvoice"] = (request) =>
    Effect.gen(function*() {
      const before = made.get(request.invoiceId)
      if (before !== undefined) return done(before)
      const seconds = unixSeconds(request.expiresAt - (yield* Clock.currentTimeMillis))
      if (seconds < 1) return refused("expired")
      const answer = yield* wallet.ask("make_invoice", {
        amount: Number(request.amount * msatPerSat),
        description: request.description,
        expiry: seconds
      })
      const given = as(Made, answer)
      if (given === undefined) return unknown("notListed", saidOf(answer))
      return Result.match(parseBolt11(given.invoice, network), {
        onFailure: ({ message }): Outcome<Invoice> => unknown("unreadable", message),
        onSuccess: ({ amountMsat, paymentHash, text }) => {
          if (amountMsat !== request.amount * msatPerSat) return differs("amount")
          const invoice = { bolt11: text, paymentHash }
          const [oldest] = made.keys()
          if (made.size >= mostRemembered && oldest !== undefined) made.delete(oldest)
          made.set(request.invoiceId, invoice)
          return done(invoice)
        }
      })
    }).pipe(Effect.catch(({ reason }) => Effect.succeed(unknown("noAnswer", reason))))

  const findInvoice = Effect.fnUntraced(function*(paymentHash: string) {
    const answer = yield* find(paymentHash)
    if (answer.error === "NOT_FOUND") return absent
    const transaction = as(Transaction, answer)
    if (transaction === undefined) return unknown("notListed", saidOf(answer))
    return transaction.payment_hash === paymentHash && transaction.type === "incoming"
      ? transaction
      : differs("invoice")
  }, Effect.catch(({ reason }) => Effect.succeed(unknown("noAnswer", reason))))

  const lookUpInvoice: LightningNodeAdapter["lookUpInvoice"] = ({ amount, paymentHash }) =>
    Effect.gen(function*() {
      const transaction = yield* findInvoice(paymentHash)
      if ("_tag" in transaction) return transaction
      const now = yield* Clock.currentTimeMillis
      switch (meaningOf(transaction).invoice) {
        case "done": {
          const received = receivedSats(transaction)
          return received < amount
            ? otherAmount("BTC", received)
            : done({ paidAt: (transaction.settled_at ?? unixSeconds(now)) * 1_000 })
        }
        case "refused":
          return refused("failed")
        case "unknown": {
          const { expires_at: end, state } = transaction
          const isOver = state !== "accepted" && end !== undefined && end !== null && now > end * 1_000 + clocksApartMs
          return isOver ? refused("expired") : unknown("notPaid")
        }
      }
    })

  const balance: NonNullable<LightningNodeAdapter["balance"]> = Effect.gen(function*() {
    const answer = yield* wallet.ask("get_balance", {})
    const given = as(Balance, answer)
    if (given === undefined) return yield* new NodeSilent({ reason: saidOf(answer) })
    return yield* Effect.fromResult(
      Result.mapError(
        units("BTC", mulDivFloor(BigInt(given.balance), 1n, 1_000n)),
        () => new NodeSilent({ reason: "the balance is no amount of BTC" })
      )
    )
  }).pipe(Effect.mapError(({ reason }) => new NodeSilent({ reason })))

  return {
    network,
    ways: { payments: "provider" },
    // Some wallets have a key of their own for each connection: a new connection then counts as another wallet (assumed).
    account: wallet.key.pipe(
      Effect.map((key) => `nwc:${key}`),
      Effect.mapError(({ reason }) => new AccountUnread({ reason }))
    ),
    balance,
    // A wallet may carry out a request whenever it finds it: only the end of the invoice makes an Absent final, in `lookUp`.
    absentAfterMs: "never",
    createInvoice: create,
    lookUpInvoice,
    pay: ({ bolt11, sats }) => {
      const read = readBolt11(bolt11, undefined)
      if (Result.isFailure(read)) return Effect.succeed(refused("badInvoice", read.failure.message))
      const invoice = read.success
      if (invoice.amountMsat !== undefined && invoice.amountMsat !== sats * msatPerSat) {
        return Effect.succeed(refused("badInvoice", "another amount"))
      }
      return invoice.network === network
        ? pay(bolt11, { invoice, sats })
        : Effect.succeed(held("paused", `the invoice is of Bitcoin's ${invoice.network}, and the wallet of ${network}`))
    },
    lookUpPayment: ({ bolt11, sats }) =>
      Result.match(readBolt11(bolt11, undefined), {
        onFailure: ({ message }) => Effect.succeed(unknown("badInvoice", message)),
        onSuccess: (invoice) => lookUp({ invoice, sats })
      }),
    // A notification is a hint: the look-up says whether it was paid, and with what.
    settlements: wallet.received.pipe(
      Stream.mapError(({ reason }) => new NodeSilent({ reason })),
      Stream.mapEffect((paymentHash) =>
        Effect.map(
          findInvoice(paymentHash),
          (found) =>
            "_tag" in found || meaningOf(found).invoice !== "done"
              ? []
              : [{ paymentHash, received: receivedSats(found) }]
        )
      ),
      Stream.flatMap((settled) => Stream.fromIterable(settled))
    )
  }
}
