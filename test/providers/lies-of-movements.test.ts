// A bank that returns a PIX, a Lightning node, a wallet behind a relay or Spark that says one thing of a movement otherwise than it is: what it
// says is never final, it is reviewed, and once it tells the truth again the movement is done, and was made once (C71; 0263).
import { Context, Effect, Layer, Option, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { efi } from "../../adapters/efi/index.ts"
import type { WalletAnswer } from "../../adapters/nwc/client.ts"
import { lightningNode } from "../../adapters/nwc/lightning-node.ts"
import { layer as sandboxRail } from "../../adapters/sandbox/pix-rail.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { get } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { Movements, movementId, plan } from "../../core/payments/movement/movement.ts"
import type { MovementOrder } from "../../core/payments/movement/order.ts"
import { advanceMovement } from "../../core/payments/movement/perform-movement.ts"
import {
  type LightningNodeAdapter,
  lightningNodeAdapter,
  pixRailAdapter,
  sparkWalletAdapter
} from "../../core/ports/moving/adapter.ts"
import { type Services, World, startOfTests } from "../support/world.ts"
import { reviewsOf } from "../unit/payments/payout/payouts.ts"
import { openLedgerBench } from "./lnd/bench.ts"
import { invoiceOf, sha256 } from "./lnd/invoices.ts"
import { openSparkBench } from "./spark/bench.ts"
import { answering, listening } from "./bcb/server.ts"
import { cents } from "./bcb/stand-in.ts"
import { ourKey, railOf, settingsOf } from "./efi/bench.ts"
import { StandInEfi } from "./efi/stand-in.ts"
import { type Lie, openLiar, otherwise } from "./liar.ts"
import { railAt } from "./woovi/bench.ts"
import { Woovi, receivedId, serveWoovi } from "./woovi/stand-in.ts"

const hour = 3_600_000
const sats = unitsUnsafe("BTC", 1_000n)
const lightning = { kind: "lightningPayment", address: "ana@wallet.test", sats, maximumFee: sats } as const
const heard = { deposit: () => Effect.succeed(undefined) }

type Part = Readonly<Record<string, unknown>>

/** The other side of a movement. */
interface Side {
  readonly order: MovementOrder
  readonly around: (services: Context.Context<Services>) => Context.Context<Services>
  /** Has it say these things instead, in every answer; nothing when undefined. */
  readonly say: (otherwise: Part | undefined) => void
  /** What arrived, in smallest units. */
  readonly arrived: () => Promise<ReadonlyArray<bigint>>
  readonly close?: () => Promise<void>
}

const paying =
  ({ lookUpPayment, pay }: LightningNodeAdapter, bolt11: string) => (services: Context.Context<Services>) =>
    Context.merge(
      services,
      lightningNodeAdapter.services({
        ...lightningNodeAdapter.of(services),
        network: "regtest",
        resolveAddress: () => Effect.succeed(bolt11),
        pay,
        lookUpPayment
      })
    )

const lnd = async (): Promise<Side> => {
  const bench = await openLedgerBench()
  return {
    order: lightning,
    around: paying(bench.node, bench.invoice("a", sats)),
    say: (otherwise) => {
      bench.front.plant = (message) => void Object.assign(message["result"] ?? {}, otherwise)
    },
    arrived: async () => bench.paid("a"),
    close: async () => bench.close?.()
  }
}

// A wallet that leaves the fee out of its answer, so that the payment is looked up at once.
const nwc = async (): Promise<Side> => {
  const preimage = sha256("a preimage")
  const bolt11 = invoiceOf({
    preimage,
    msat: sats * 1_000n,
    createdAt: Math.floor(Date.now() / 1_000),
    seconds: 86_400
  })
  const paid: Array<bigint> = []
  let said: Part = {}
  const answers: Readonly<Record<string, () => WalletAnswer>> = {
    pay_invoice: () => {
      paid.push(sats)
      return { error: null, result: { preimage: preimage.toString("hex") } }
    },
    lookup_invoice: () =>
      paid.length === 0 ? { error: "NOT_FOUND", result: undefined } : {
        error: null,
        result: {
          type: "outgoing",
          state: "settled",
          payment_hash: sha256(preimage).toString("hex"),
          preimage: preimage.toString("hex"),
          amount: Number(sats * 1_000n),
          fees_paid: 1_000,
          ...said
        }
      }
  }
  const node = lightningNode({
    network: "regtest",
    wallet: {
      ask: (method) => Effect.sync(() => answers[method]?.() ?? { error: "NOT_IMPLEMENTED", result: undefined }),
      key: Effect.succeed("1".repeat(64)),
      received: Stream.empty,
      state: Effect.never
    }
  })
  return {
    order: lightning,
    around: paying({ ...node, resolveAddress: () => Effect.succeed(bolt11) }, bolt11),
    say: (otherwise = {}) => void (said = otherwise),
    arrived: async () => paid
  }
}

const value = unitsUnsafe("BRL", 1_000n)

/** Has a liar say the parts in every answer, under the name of each. */
const saying = (otherParts: Part | undefined): Lie => (answer, path) =>
  Object.entries(otherParts ?? {}).reduce((said, [field, each]) => otherwise(field, each)(said, path), answer)

const efiReturn = async (): Promise<Side> => {
  const bank = new StandInEfi(ourKey)
  const served = await listening(answering(bank.handle))
  const liar = await openLiar(served.url)
  const { devolucoes, endToEndId } = bank.receive("50.00")
  const rail = await railOf(efi({ ...settingsOf(liar.url), timeoutMs: 60_000 }))
  return {
    order: { kind: "pixReturn", endToEndId, value },
    around: (services) => Context.merge(services, pixRailAdapter.services(rail)),
    say: (otherParts) => void (liar.lie = saying(otherParts)),
    arrived: async () => devolucoes.map(({ valor }) => cents(valor)),
    close: async () => {
      await liar.close()
      await served.close()
    }
  }
}

const wooviReturn = async (): Promise<Side> => {
  const bank = new Woovi()
  const served = await serveWoovi(bank)
  const liar = await openLiar(served.base)
  const rail = await railAt(liar.url, 60_000)
  return {
    order: { kind: "pixReturn", endToEndId: receivedId, value },
    around: (services) => Context.merge(services, pixRailAdapter.services(rail)),
    say: (otherParts) => void (liar.lie = saying(otherParts)),
    arrived: async () => [...bank.refunds.values()].map((refund) => BigInt(refund.value)),
    close: async () => {
      await liar.close()
      await served.close()
    }
  }
}

// The sandbox keeps its payments in the store, and shows what it keeps.
const sandbox = async (): Promise<Side> => {
  let said: Part = {}
  const kept = new Map<string, unknown>()
  const shown = (store: Store["Service"]): Store["Service"] => ({
    ...store,
    commit: (changes) => {
      for (const { body, kind } of changes.writes) {
        if (kind === "sandboxPayment") kept.set(kind, (JSON.parse(body) as { readonly value: number }).value)
      }
      return store.commit(changes)
    },
    get: (kind, id) =>
      Effect.map(
        store.get(kind, id),
        Option.map((row) =>
          kind === "sandboxPayment" ? { ...row, body: JSON.stringify({ ...JSON.parse(row.body), ...said }) } : row
        )
      )
  })
  return {
    order: {
      kind: "pixPayment",
      paymentId: "pay_1",
      value,
      destination: { by: "key", key: "timeout@sandbox.test", keyType: "EMAIL" }
    },
    around: (services) =>
      Context.merge(
        services,
        Effect.runSync(Effect.scoped(Layer.build(
          Layer.provide(sandboxRail, Layer.succeed(Store, shown(Context.get(services, Store))))
        )))
      ),
    say: (otherwise = {}) => void (said = otherwise),
    arrived: async () => [...kept.values()].map((cents) => BigInt(cents as number))
  }
}

const spark = async (): Promise<Side> => {
  const bench = await openSparkBench()
  const id = movementId("dep_1", "deliver")
  return {
    order: { kind: "satsTransfer", to: bench.receiver, sats },
    around: (services) => Context.merge(services, sparkWalletAdapter.services(bench.wallet)),
    say: (otherwise) => {
      bench.spark.lie = otherwise && ((payment) => ({ ...payment, ...otherwise }))
    },
    arrived: () => bench.movedSats(id)
  }
}

const cases: ReadonlyArray<readonly [string, () => Promise<Side>, Readonly<Record<string, Part>>]> = [
  ["Efí, of a return,", efiReturn, {
    "a greater amount": { valor: "10000.00" },
    "a smaller amount": { valor: "9.99" },
    "another id": { id: "another" }
  }],
  ["Woovi, of a return,", wooviReturn, {
    "a greater amount": { value: 1_000_000 },
    "a smaller amount": { value: 999 },
    "another id": { correlationID: "another" }
  }],
  ["the sandbox", sandbox, { "a greater amount": { value: 1_000_000 }, "a smaller amount": { value: 999 } }],
  ["LND", lnd, {
    "a greater amount": { value_msat: "1000001" },
    "a smaller amount": { value_msat: "999000" },
    "another id": { payment_hash: "00".repeat(32) }
  }],
  ["a wallet over NWC", nwc, {
    "a greater amount": { amount: 1_000_001 },
    "a smaller amount": { amount: 999_000 },
    "another id": { payment_hash: "00".repeat(32) },
    "another receiver, ourselves": { type: "incoming" }
  }],
  ["Spark", spark, {
    "a greater amount": { amount: 1_001n },
    "a smaller amount": { amount: 999n },
    "another id": { id: "0".repeat(36) },
    "another receiver, ourselves": { paymentType: "receive" },
    "a fee": { fees: 1n }
  }]
]

describe.each(cases)("%s, which says one thing otherwise than it is", (_, open, lies) => {
  it.each(Object.entries(lies))(
    "says %s: it is not final, is reviewed, and made once §another-amount",
    async (_, lie) => {
      const { around, arrived, close, order, say } = await open()
      const world = await World.open(undefined, around)
      const id = movementId("dep_1", "deliver")
      const amount = order.kind === "pixReturn" || order.kind === "pixPayment" ? value : sats
      const advance = async () => {
        world.advance(hour)
        await world.run(advanceMovement(heard, id))
        return Option.getOrThrow(await world.run(get(Movements, id))).value
      }
      const planned = plan({
        owner: "acc_1",
        subjectKind: "deposit",
        subject: "dep_1",
        purpose: "deliver",
        order,
        at: startOfTests
      })
      await world.run(Store.use((store) => store.commit(changeSet(planned))))
      say(lie)
      for (let tries = 0; tries < 3; tries++) expect(await advance()).toMatchObject({ state: "SENDING", receipt: null })
      expect(await arrived()).toEqual([amount])
      expect(reviewsOf({ world })).toEqual([`answerDiffers/${id}`])
      say(undefined)
      expect(await advance()).toMatchObject({ state: "DONE" })
      expect(await arrived()).toEqual([amount])
      await world.close()
      await close?.()
    }
  )
})
