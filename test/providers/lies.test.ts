// A counterparty that says one thing otherwise than it is, in every answer: amount, receiver, asset, network, time or id. What it says is
// never final by itself, it is reviewed, and once it tells the truth again the order is done, and was paid once (C71; 0263). What nodes of
// chains say otherwise is in the tables of faults (`test/chain/faults.md`).
import { Context } from "effect"
import { describe, expect, it } from "vitest"
import { idEnvioOf } from "../../adapters/efi/ids.ts"
import { correlationIdOf } from "../../adapters/woovi/ids.ts"
import { efi } from "../../adapters/efi/index.ts"
import { externalIdOf } from "../../adapters/avenia/ids.ts"
import { type PixRailAdapter, pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { movementOf } from "../../core/payments/movement/movement-view.ts"
import { pixOf } from "../../core/payments/pix-payment/pix-payment.ts"
import { startOfTests } from "../support/world.ts"
import { books, order, payer, recordOf, reviewsOf } from "../unit/payments/payout/payouts.ts"
import { openRail } from "./avenia/bench.ts"
import { aveniaStandIn } from "./avenia/stand-in.ts"
import { ourKey, railOf, settingsOf } from "./efi/bench.ts"
import { StandInEfi } from "./efi/stand-in.ts"
import { answering, listening } from "./bcb/server.ts"
import { kycPlane } from "./kyc-plane.ts"
import { type Liar, type Lie, both, openLiar, otherwise } from "./liar.ts"
import { railAt } from "./woovi/bench.ts"
import { Woovi, serveWoovi } from "./woovi/stand-in.ts"

/** A provider of PIX behind a liar. */
interface Provider {
  readonly liar: Liar
  readonly rail: PixRailAdapter
  /** What was paid under an id of ours, in cents. */
  readonly paid: (paymentId: string) => ReadonlyArray<bigint>
  readonly close: () => Promise<void>
}

interface Case {
  readonly open: () => Promise<Provider>
  /** What it says of time is that of the world. */
  readonly honest: Lie
  readonly lies: Readonly<Record<string, Lie>>
  /** Where it shows a payment. */
  readonly record: RegExp
  /** What it says of a payment before that is made: nothing is paid while it does. */
  readonly saidBefore: ReadonlyArray<string>
}

const soon = new Date(startOfTests + 60_000).toISOString()
const inYears = "2031-01-02T03:04:05.678Z"
const onlyAt = (path: RegExp, lie: Lie): Lie => (answer, at) => path.test(at) ? lie(answer, at) : answer

const cases: Readonly<Record<"efi" | "woovi" | "avenia", Case>> = {
  efi: {
    open: async () => {
      const bank = new StandInEfi(ourKey)
      const served = await listening(answering(bank.handle))
      const liar = await openLiar(served.url)
      return {
        liar,
        rail: await railOf(efi({ ...settingsOf(liar.url), timeoutMs: 60_000 })),
        paid: (paymentId) => bank.paidUnder(idEnvioOf(paymentId)),
        close: async () => {
          await liar.close()
          await served.close()
        }
      }
    },
    honest: both(otherwise("solicitacao", soon), otherwise("liquidacao", soon)),
    record: /enviados\/id-envio\//,
    saidBefore: [],
    lies: {
      "a greater amount": otherwise("valor", "10000.00"),
      "a smaller amount": otherwise("valor", "9.99"),
      "another receiver": otherwise("chave", "eva@example.com"),
      "another id": otherwise("idEnvio", "pay0197a3b2c4d57e6f8a9b0c1d2e3f4a5b"),
      "a time to come": otherwise("liquidacao", inYears)
    }
  },
  woovi: {
    open: async () => {
      const woovi = new Woovi()
      const served = await serveWoovi(woovi)
      const liar = await openLiar(served.base)
      return {
        liar,
        rail: await railAt(liar.url, 60_000),
        paid: (paymentId) => woovi.paid(correlationIdOf(paymentId)),
        close: async () => {
          await liar.close()
          await served.close()
        }
      }
    },
    honest: otherwise("time", soon),
    record: /payment\/(?!approve)./,
    // A payment is read back before it is approved.
    saidBefore: ["a greater amount", "a smaller amount", "another receiver", "another id"],
    lies: {
      "a greater amount": otherwise("value", 1_000_000),
      "a smaller amount": otherwise("value", 999),
      "another receiver": otherwise("destinationAlias", "eva@example.com"),
      "another id": onlyAt(/payment\/(?!approve)./, otherwise("correlationID", "another")),
      "a time to come": otherwise("time", inYears)
    }
  },
  avenia: {
    open: async () => {
      const standIn = await aveniaStandIn()
      const liar = await openLiar(standIn.url)
      return {
        liar,
        rail: await openRail(await kycPlane(), liar.url, { timeoutMs: 60_000 }),
        paid: (paymentId) =>
          standIn.tickets.filter(({ externalId, status }) =>
            externalId === externalIdOf(paymentId) && status === "PAID"
          ).map(({ quote }) => BigInt((quote["outputAmount"] ?? "").replace(/(\d+)\.(\d{2})00$/, "$1$2"))),
        close: async () => {
          await liar.close()
          await standIn.close()
        }
      }
    },
    honest: otherwise("updatedAt", soon),
    record: /tickets\//,
    saidBefore: [],
    lies: {
      "a greater amount": onlyAt(/tickets\//, otherwise("outputAmount", "10000.00")),
      "a smaller amount": onlyAt(/tickets\//, otherwise("outputAmount", "9.99")),
      "another receiver": otherwise("pixKey", "eva@example.com"),
      "another asset": onlyAt(/tickets\//, otherwise("outputCurrency", "USD")),
      "another network": onlyAt(/tickets\//, otherwise("outputPaymentMethod", "INTERNAL")),
      "another id": onlyAt(/tickets\//, otherwise("id", "another")),
      "a time to come": otherwise("updatedAt", inYears)
    }
  }
}

/** A payout by a provider behind its liar. */
const opened = async ({ honest, open }: Case) => {
  const provider = await open()
  const { close, liar, rail } = provider
  liar.lie = honest
  const by = await payer(undefined, undefined, (services) => Context.merge(services, pixRailAdapter.services(rail)))
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour++) {
      await by.world.work()
      by.world.advance(3_600_000)
    }
  }
  const movement = async (id: string) => (await by.world.run(movementOf(pixOf(id)))).value
  /** The payout was paid once, and nothing of it is in suspense. */
  const isOver = async (id: string) => {
    expect((await recordOf(by, id)).status).toBe("COMPLETED")
    expect(provider.paid(id)).toEqual([1_000n])
    const { receipt } = await movement(id)
    const cost = receipt?.kind === "pixPayment" ? receipt.cost ?? 0n : 0n
    const after = await books(by)
    expect(after).toMatchObject({ "pix-settlement BRL": 1_000n + cost })
    expect(after).not.toHaveProperty("suspense BRL")
    await by.world.close()
    await close()
  }
  return { ...provider, by, hours, isOver, movement }
}

describe.each(Object.entries(cases))("%s, which says one thing otherwise than it is", (_, each) => {
  it.each(Object.entries(each.lies))(
    "says %s in every answer: it is not final, is reviewed, and paid once §another-amount",
    async (what, lie) => {
      const { by, hours, isOver, liar, movement, paid } = await opened(each)
      liar.lie = both(each.honest, lie)
      const id = await order(by)
      await hours(3)
      expect(paid(id)).toEqual(each.saidBefore.includes(what) ? [] : [1_000n])
      expect(await movement(id)).toMatchObject({ state: "SENDING", receipt: null })
      expect((await recordOf(by, id)).status).toBe("PENDING")
      expect(reviewsOf(by)).toEqual([`answerDiffers/${pixOf(id)}`])
      liar.lie = each.honest
      await hours(2)
      await isOver(id)
    }
  )

  it.each(Object.entries(each.lies))(
    "says %s in one answer: it is reviewed where it is of the payment, and paid once §another-amount",
    async (_, lie) => {
      let seen = false
      for (let nth = 1;; nth++) {
        const { by, hours, isOver, liar } = await opened(each)
        let answers = 0
        let saysOfPayment = false
        liar.lie = (answer, path) => {
          const said = each.honest(answer, path)
          if (++answers !== nth) return said
          const changed = lie(said, path)
          saysOfPayment = each.record.test(path) && JSON.stringify(changed) !== JSON.stringify(said)
          return changed
        }
        const id = await order(by)
        await hours(4)
        // The answers around the payment may be read back before they count.
        if (saysOfPayment) expect(reviewsOf(by)).toEqual([`answerDiffers/${pixOf(id)}`])
        seen ||= saysOfPayment
        await isOver(id)
        if (answers < nth) break
      }
      expect(seen).toBe(true)
    }
  )
})
