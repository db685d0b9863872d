// Wallets on Spark in a simulation: users' own, moved with their seeds, and the settlement wallet of the service. What each
// holds is counted here, and no one sends what he does not hold. A seed that is not the wallet's own, or was forgotten
// already, signs nothing and is complained of.
import { createHash } from "node:crypto"
import { Clock, Effect, type Layer, Redacted } from "effect"
import { type Sats, unitsUnsafe } from "../../../core/base/money/units.ts"
import { sparkWalletAdapter } from "../../../core/ports/moving/adapter.ts"
import type { SparkTransfers } from "../../../core/ports/moving/spark-transfers.ts"
import {
  type SatsTransfer,
  type SparkReceipt,
  SparkUnavailable,
  type SparkWallet,
  type TokenTransfer,
  type UserPayment,
  type UserPaymentReceipt
} from "../../../core/ports/spark-wallet.ts"
import { Actor, type ActorParts, answerFaults } from "../actor.ts"
import { sleep } from "../time.ts"

type Shared = Pick<ActorParts<never, never>, "time" | "decisions" | "complain">

/** DePix of a user to the settlement wallet, or its satoshis to somebody. */
export type SparkMovement =
  | ({ readonly of: "DEPIX" } & TokenTransfer)
  | ({ readonly of: "BTC" } & SatsTransfer)

export interface SparkParts extends Shared {
  /** The satoshis that an invoice asks for. */
  readonly satsOf: (bolt11: string) => bigint
  /** Somebody signs with a seed for a movement of ours, at Unix milliseconds by his own clock. */
  readonly signed: (operationId: string, now: number) => void
}

/** The settlement wallet of the service. */
const settlement = "spark-settlement"
/** What a user's wallet holds at first: DePix with 8 decimals. */
const startOfUser = 2_000n * 100_000_000n

const addressOf = (walletId: string): string => `spark-of-${walletId}`

export class SimulatedSpark {
  readonly transfers: Actor<SparkMovement, SparkReceipt>
  readonly payments: Actor<UserPayment, UserPaymentReceipt>
  private readonly parts: SparkParts
  private readonly moved = new Map<string, bigint>()
  private readonly asked = new Map<string, number>()

  constructor(parts: SparkParts) {
    const { complain, decisions, time } = parts
    this.parts = parts
    this.transfers = new Actor<SparkMovement, SparkReceipt>({
      time,
      decisions,
      complain,
      name: "spark",
      possible: [...answerFaults, "stuckThenMined", "minedButFailed"],
      receiptOf: (id) => ({ transferId: `spark-transfer-${id}` }),
      // A transfer of tokens pays an invoice: each attempt has one of its own.
      isOnRecordOnly: ({ of }) => of === "DEPIX",
      repeats: (_, { of }, isOffRecord) => isOffRecord && of === "DEPIX",
      refusal: (movement) => this.refusalOf(movement),
      happened: ({ request }) => {
        if (request.of === "DEPIX") {
          this.change(request.from, "DEPIX", 0n - request.units)
          this.change(settlement, "DEPIX", request.units)
        } else {
          this.change(settlement, "BTC", 0n - request.sats)
          this.change(request.to, "BTC", request.sats)
        }
      }
    })
    this.payments = new Actor<UserPayment, UserPaymentReceipt>({
      time,
      decisions,
      complain,
      name: "spark.pay",
      possible: [...answerFaults, "stuckThenMined", "partialHtlc", "feeAboveAllowance"],
      receiptOf: (id, request) => ({ requestId: `spark-payment-${id}`, fee: this.feeOf(request) }),
      isOnRecordOnly: () => true,
      refusal: ({ bolt11, from, maximumFee }) =>
        this.holds(from, "BTC") < parts.satsOf(bolt11) + maximumFee ? "the wallet holds too little" : undefined,
      happened: ({ receipt, request }) =>
        this.change(request.from, "BTC", -(parts.satsOf(request.bolt11) + receipt.fee))
    })
  }

  /** Smallest units that an address holds. */
  holds(address: string, of: "DEPIX" | "BTC"): bigint {
    const start = of === "DEPIX" && address !== settlement ? startOfUser : 0n
    return start + (this.moved.get(`${address}/${of}`) ?? 0n)
  }

  /** The pool took DePix of the settlement wallet and gave satoshis. */
  exchanged(units: bigint, sats: bigint): void {
    this.change(settlement, "DEPIX", -units)
    this.change(settlement, "BTC", sats)
  }

  /** Looks something up that moves nothing; now and then no one answers. */
  reading<A>(name: string, read: () => A): Effect.Effect<A, SparkUnavailable> {
    return Effect.suspend(() => {
      const { decisions, time } = this.parts
      const count = (this.asked.get(name) ?? 0) + 1
      this.asked.set(name, count)
      const place = `${name}#${count}`
      const isAway = decisions.at(place, ["unavailable"]) !== undefined
      return Effect.flatMap(
        sleep(time, decisions.between(`${place}>`, 5, 200)),
        () => isAway ? Effect.fail(new SparkUnavailable({ reason: "answered 503" })) : Effect.sync(read)
      )
    })
  }

  /** Signs with a seed; one that is wrong or forgotten is a broken promise. */
  sign(
    { from, operationId }: { readonly operationId: string; readonly from: string },
    seed: Redacted.Redacted<Uint8Array>,
    now: number
  ): void {
    const walletId = from.slice(addressOf("").length)
    const own = createHash("sha256").update(`seed of ${walletId}`).digest().subarray(0, 16)
    if (!own.equals(Redacted.value(seed))) {
      this.parts.complain(
        "authorization-expiry",
        `${operationId} was signed with a seed that is not that of ${walletId}`
      )
    }
    this.parts.signed(operationId, now)
  }

  private refusalOf(movement: SparkMovement): string | undefined {
    if (movement.of === "DEPIX") {
      return this.holds(movement.from, "DEPIX") < movement.units ? "the wallet holds too little" : undefined
    }
    if (this.holds(settlement, "BTC") >= movement.sats) return undefined
    this.parts.complain(
      "conservation",
      `${movement.operationId} sends ${movement.sats} sats, and the settlement wallet holds ${
        this.holds(settlement, "BTC")
      }`
    )
    return "the wallet holds too little"
  }

  private feeOf({ maximumFee, operationId }: UserPayment): Sats {
    return unitsUnsafe("BTC", BigInt(this.parts.decisions.between(`spark.fee/${operationId}`, 0, Number(maximumFee))))
  }

  private change(address: string, of: "DEPIX" | "BTC", units: bigint): void {
    const key = `${address}/${of}`
    this.moved.set(key, (this.moved.get(key) ?? 0n) + units)
  }
}

export const sparkLayer = (spark: SimulatedSpark): Layer.Layer<SparkWallet | SparkTransfers> =>
  sparkWalletAdapter.succeed({
    account: Effect.succeed("spark:1"),
    identity: (walletId) =>
      spark.reading(`spark.identity/${walletId}`, () => ({
        sparkAddress: addressOf(walletId),
        lightningAddress: `${walletId}@simulated.test`
      })),
    balances: (sparkAddress) =>
      spark.reading(`spark.balances/${sparkAddress}`, () => ({
        depix: unitsUnsafe("DEPIX", spark.holds(sparkAddress, "DEPIX")),
        sats: unitsUnsafe("BTC", spark.holds(sparkAddress, "BTC"))
      })),
    transferToken: (transfer, seed) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        spark.sign(transfer, seed, now)
        return spark.transfers.ask(transfer.operationId, { of: "DEPIX", ...transfer })
      }),
    transferSats: (transfer) => spark.transfers.send(transfer.operationId, { of: "BTC", ...transfer }),
    lookUpTransfer: ({ operationId }) => spark.transfers.lookUp(operationId),
    // The invoice of a transfer has our id in its text.
    lookUpReceived: ({ operationId }) => Effect.sync(() => spark.transfers.known(operationId)),
    payInvoice: (payment, seed) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        spark.sign(payment, seed, now)
        return spark.payments.ask(payment.operationId, payment)
      }),
    lookUpPayment: ({ operationId }) => spark.payments.lookUp(operationId)
  })
