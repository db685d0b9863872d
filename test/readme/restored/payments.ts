// Rails that a provider or a node stands behind: PIX, Lightning and Spark.
import { Effect, Layer, Redacted } from "effect"
import { externalIdOf } from "../../../adapters/avenia/ids.ts"
import { lnd } from "../../../adapters/lnd/index.ts"
import { nwc } from "../../../adapters/nwc/index.ts"
import type { PixRailBench } from "../../../adapters/conformance/index.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import {
  type LightningNodeAdapter,
  type PixRailAdapter,
  lightningNodeAdapter,
  pixRailAdapter,
  sparkWalletAdapter
} from "../../../core/ports/moving/adapter.ts"
import type { MovementOrder } from "../../../core/payments/movement/order.ts"
import { unknown } from "../../../core/ports/outcome.ts"
import type { PixDestination } from "../../../core/standards/pix/pix-parties.ts"
import { adaptersAt } from "../../providers/avenia/bench.ts"
import { aveniaStandIn } from "../../providers/avenia/stand-in.ts"
import { openEfi } from "../../providers/efi/bench.ts"
import { adapterOf, invoicesOn, settingsFor } from "../../providers/lnd/bench.ts"
import { openFront } from "../../providers/lnd/front.ts"
import { LedgerNode } from "../../providers/lnd/ledger-node.ts"
import { honest, openAddressServer } from "../../providers/lnurl/server.ts"
import { openWalletOver } from "../../providers/nwc/bench.ts"
import { openSparkBench } from "../../providers/spark/bench.ts"
import { benchOf, opened } from "../../providers/woovi/bench.ts"
import type { Rail } from "./play.ts"

const cents = unitsUnsafe("BRL", 1_000n)
const done = { planned: "DONE", doubted: "DONE", repeated: "DONE", unsent: "DONE" } as const

/** What happens while its answer is lost. */
const losing = () => {
  let isLost = false
  return {
    loses: (now: boolean): void => void (isLost = now),
    unheard: <A, R>(answer: Effect.Effect<A, never, R>) =>
      Effect.map(answer, (found) => isLost ? unknown("noAnswer", "it was lost on its way") : found)
  }
}

type Losing = ReturnType<typeof losing>

const withoutAnswers = (rail: PixRailAdapter, { unheard }: Losing): PixRailAdapter => ({
  ...rail,
  pay: (request) => unheard(rail.pay(request)),
  sendReturn: (request) => unheard(rail.sendReturn(request))
})

const payment = (paymentId: string, destination: PixDestination): MovementOrder => ({
  kind: "pixPayment",
  paymentId,
  value: cents,
  destination
})

/** Payments of a bank, or returns of what it received. */
const pixOn = async (bench: PixRailBench, what: "payments" | "returns"): Promise<Rail> => {
  const lost = losing()
  const { paid, payments, reopen, returns } = bench
  if (reopen === undefined || returns === undefined) throw new Error("it is not opened again, or returns nothing")
  const asked = new Set<string>()
  const rail = withoutAnswers(await reopen(), lost)
  return {
    adapters: { pixRail: pixRailAdapter.succeed(rail) },
    loses: lost.loses,
    order: async (_, id) => {
      asked.add(id)
      return what === "payments"
        ? payment(id, paid)
        : { kind: "pixReturn", value: cents, endToEndId: returns.received }
    },
    sent: async () => {
      const all = await Promise.all([...asked].map((id) => what === "payments" ? payments(id) : returns.made(id)))
      return all.flat().length
    },
    fates: done,
    showsOutflows: false,
    close: async () => bench.close?.()
  }
}

const avenia = async (): Promise<Rail> => {
  const standIn = await aveniaStandIn()
  const lost = losing()
  const ids = new Set<string>()
  const pixRail = Layer.effectContext(
    Effect.map(
      Layer.build(adaptersAt(standIn.url, { timeoutMs: 2_000 }).pixRail),
      (built) => pixRailAdapter.services(withoutAnswers(pixRailAdapter.of(built), lost))
    )
  )
  return {
    adapters: { pixRail },
    loses: lost.loses,
    order: (_, id) => {
      ids.add(externalIdOf(id))
      return Promise.resolve(payment(id, { by: "key", key: "maria@example.com", keyType: "EMAIL" }))
    },
    sent: () => Promise.resolve(standIn.tickets.filter(({ externalId }) => ids.has(externalId)).length),
    fates: done,
    showsOutflows: false,
    close: () => standIn.close()
  }
}

/** A Lightning node; what is asked of it goes to an address that gives another invoice each time. */
const lightningOn = async (
  ledger: LedgerNode,
  open: (agent: Awaited<ReturnType<typeof openAddressServer>>["agent"]) => Promise<LightningNodeAdapter>,
  close: () => Promise<unknown>
): Promise<Rail> => {
  const lost = losing()
  let made = 0
  const invoice = invoicesOn(ledger)("arrives")
  const shop = await openAddressServer(honest((msat) => invoice(`payment ${++made}`, msat / 1_000n)))
  const node = await open(shop.agent)
  const adapter: LightningNodeAdapter = { ...node, pay: (request) => lost.unheard(node.pay(request)) }
  const sats = unitsUnsafe("BTC", 1_000n)
  return {
    adapters: { lightningNode: lightningNodeAdapter.succeed(adapter) },
    loses: lost.loses,
    order: () =>
      Promise.resolve({
        kind: "lightningPayment",
        address: "ana@pay.test",
        sats,
        maximumFee: unitsUnsafe("BTC", 50n)
      }),
    sent: () => Promise.resolve([...ledger.arrived.values()].flat().length),
    // The invoice of the first payment is lost with the data, and the address gives another one.
    fates: { planned: "notLookedUp", doubted: "DONE", repeated: "notLookedUp", unsent: "notLookedUp" },
    showsOutflows: false,
    close: () => Promise.all([shop.close(), close()])
  }
}

const spark = async (): Promise<Rail> => {
  const bench = await openSparkBench()
  const lost = losing()
  const sparkWallet = Layer.effectContext(
    Effect.map(Layer.build(bench.open().sparkWallet), (built) => {
      const wallet = sparkWalletAdapter.of(built)
      return sparkWalletAdapter.services({
        ...wallet,
        transferSats: (transfer) => lost.unheard(wallet.transferSats(transfer))
      })
    })
  )
  return {
    adapters: { sparkWallet },
    loses: lost.loses,
    order: () => Promise.resolve({ kind: "satsTransfer", to: bench.receiver, sats: unitsUnsafe("BTC", 1_000n) }),
    sent: () =>
      Promise.resolve([...bench.ledger.transfers.values()].filter(({ status }) => status !== "failed").length),
    fates: done,
    showsOutflows: false,
    close: () => Promise.resolve()
  }
}

const woovi = async (): Promise<PixRailBench> => benchOf(await opened())

const fundedNode = (): LedgerNode => {
  const ledger = new LedgerNode()
  ledger.heldMsat = 1_000_000_000n
  return ledger
}

/** Each rail by its name. */
export const payments: Readonly<Record<string, () => Promise<Rail>>> = {
  "payments of Efí": async () => pixOn(await openEfi({ timeoutMs: 2_000 })(), "payments"),
  "returns of Efí": async () => pixOn(await openEfi({ timeoutMs: 2_000 })(), "returns"),
  "payments of Woovi": async () => pixOn(await woovi(), "payments"),
  "returns of Woovi": async () => pixOn(await woovi(), "returns"),
  "payments of Avenia": avenia,
  "Lightning by LND": async () => {
    const ledger = fundedNode()
    const front = await openFront(ledger)
    return lightningOn(
      ledger,
      (addressAgent) => adapterOf(lnd({ ...settingsFor(front.url), addressAgent })),
      () => front.close()
    )
  },
  "Lightning by NWC": async () => {
    const ledger = fundedNode()
    const wallet = await openWalletOver(ledger)
    return lightningOn(
      ledger,
      (addressAgent) =>
        adapterOf(nwc({
          connection: Redacted.make(wallet.connection),
          allowsUnboundedFee: true,
          network: "regtest",
          addressAgent,
          timeoutMs: 2_000
        })),
      () => wallet.close()
    )
  },
  "satoshis on Spark": spark
}
