// Stand-ins of PIX providers for a trial: each keeps its books in this process, which outlives those that die.
import { aveniaStandIn, privateKey } from "../../providers/avenia/stand-in.ts"
import { answering, listening } from "../../providers/bcb/server.ts"
import { StandInBank, cents as centsOf } from "../../providers/bcb/stand-in.ts"
import { StandInEfi } from "../../providers/efi/stand-in.ts"
import { Woovi, appId, receivedId, serveWoovi } from "../../providers/woovi/stand-in.ts"
import type { Entry, StandIn } from "./books.ts"
import type { AdapterTrial } from "./case.ts"
import type { RailName } from "./ports.ts"
import { openWay } from "./way.ts"

type Open = (isLate: boolean) => Promise<StandIn>

/** The requests that move value, one of which may be late. */
const moving = {
  bank: /^PUT \/(?:v2\/)?pix\/[^/]+\/devolucao\//,
  efi: /^PUT \/v3\/gn\/pix\//,
  woovi: /^POST \/api\/v1\/(?:payment\/approve|refund)$/,
  avenia: /^POST \/v2\/account\/tickets$/
} as const

const never = /^$/
const key = "7f2d9c1e-5b1a-4c0f-9a53-0a1b2c3d4e5f"

const returnsOf = ({ pix }: StandInBank): ReadonlyArray<Entry> =>
  [...pix.values()].flatMap(({ devolucoes }) => devolucoes).map(({ rtrId, valor }) => ({
    value: centsOf(valor),
    proof: { returnEndToEndId: rtrId }
  }))

const openBank = async (bank: StandInBank, late: RegExp): Promise<Omit<StandIn, "isUntouched">> => {
  bank.receive("1000.00", { endToEndId: receivedId })
  const server = await listening(answering(bank.handle))
  const way = await openWay(server.url, (call) => late.test(call))
  return {
    reach: { url: way.url, secret: "", account: key },
    entries: () => returnsOf(bank),
    land: way.land,
    close: async () => {
      await way.close()
      await server.close()
    }
  }
}

const bcb: Open = async (isLate) => {
  const bank = new StandInBank(key)
  return {
    ...await openBank(bank, isLate ? moving.bank : never),
    isUntouched: () => returnsOf(bank).length === 0
  }
}

const efi = (kind: AdapterTrial["kind"]): Open => async (isLate) => {
  const bank = new StandInEfi(key)
  const opened = await openBank(bank, isLate ? kind === "pixReturn" ? moving.bank : moving.efi : never)
  const paid = () =>
    [...bank.payments.values()].filter(({ status }) => status === "REALIZADO").map(({ endToEndId, valor }) => ({
      value: centsOf(valor),
      proof: { endToEndId }
    }))
  return {
    ...opened,
    entries: () => [...opened.entries(), ...paid()],
    isUntouched: () => opened.entries().length === 0 && bank.payments.size === 0,
    land: async () => {
      await opened.land()
      for (const payment of bank.payments.values()) {
        if (payment.status === "EM_PROCESSAMENTO") payment.status = "REALIZADO"
      }
    }
  }
}

const woovi: Open = async (isLate) => {
  const books = new Woovi()
  const server = await serveWoovi(books)
  const way = await openWay(server.base, (call) => isLate && moving.woovi.test(call))
  const paid = () => [...books.payments.values()].filter(({ status }) => status === "CONFIRMED")
  return {
    reach: { url: way.url, secret: appId },
    entries: () => [
      ...paid().map(({ endToEndId, payment }) => ({ value: BigInt(payment.value), proof: { endToEndId } })),
      ...[...books.refunds.values()].filter(({ status }) => status === "REFUNDED").map((refund) => ({
        value: BigInt(refund.value),
        proof: { returnEndToEndId: String(refund["returnIdentification"]) }
      }))
    ],
    isUntouched: () => books.payments.size === 0 && books.refunds.size === 0,
    land: async () => {
      await way.land()
      for (const [id, { status }] of books.payments) if (status === "APPROVED") books.settle(id)
    },
    close: async () => {
      await way.close()
      await server.close()
    }
  }
}

const avenia: Open = async (isLate) => {
  const standIn = await aveniaStandIn()
  const way = await openWay(standIn.url, (call) => isLate && moving.avenia.test(call))
  return {
    reach: { url: way.url, secret: privateKey, account: "0x52908400098527886E0F7030069857D2E4169EE7" },
    entries: () =>
      standIn.tickets.filter(({ status }) => status === "PAID").map(({ endToEndId = "", quote }) => ({
        value: BigInt((quote["outputAmount"] ?? "").replace(".", "")) / 100n,
        proof: { endToEndId }
      })),
    isUntouched: () => standIn.tickets.length === 0,
    land: async () => {
      await way.land()
      for (const ticket of standIn.tickets) if (ticket.status === "PROCESSING") standIn.settle(ticket)
    },
    close: async () => {
      await way.close()
      await standIn.close()
    }
  }
}

/** Opens the stand-in of a trial. */
export const openPix = (adapter: RailName, { fate, kind }: AdapterTrial): Promise<StandIn> =>
  ({ efi: efi(kind), bcb, woovi, avenia })[adapter](fate === "late")
