// Callbacks of the bank: who may send them, and what becomes a fact, after it was read back.
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import * as fc from "fast-check"
import { providerInboxSuite } from "../../../adapters/conformance/index.ts"
import { efi } from "../../../adapters/efi/index.ts"
import type { ProviderFact } from "../../../core/ports/provider-fact.ts"
import type { ClientCertificate, ProviderInbox, ProviderMessage } from "../../../core/ports/provider-inbox.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { hasContract, notRun } from "../bcb/contract.ts"
import { officialCallbacks } from "../bcb/official-callbacks.ts"
import { type Listening, answering, listening } from "../bcb/server.ts"
import type { StoredPix } from "../bcb/stand-in.ts"
import { hmac, inboxOf, ourKey, railOf, settingsOf } from "./bench.ts"
import { StandInEfi } from "./stand-in.ts"

let bank: StandInEfi
let server: Listening

const start = async (): Promise<void> => {
  bank = new StandInEfi(ourKey)
  server = await listening(answering(bank.handle))
}
beforeEach(start)
afterEach(() => server.close())

const open = () => inboxOf(efi({ ...settingsOf(server.url), timeoutMs: 5_000 }).providerInboxes.efi)

const message = (body: unknown, about: Partial<ProviderMessage> = {}): ProviderMessage => ({
  path: "/provider/efi/webhook/pix",
  query: { hmac },
  headers: {},
  body: body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)),
  peer: null,
  remote: "127.0.0.1",
  now: 0,
  ...about
})

/** What the bank posts of PIX: its own record of each. */
const reported = (...pix: ReadonlyArray<StoredPix>): unknown => ({ pix })

const charge = (digit: string): string => digit.repeat(32)

const paid = ({ endToEndId, txid, valor }: StoredPix): ProviderFact => ({
  _tag: "ChargePaid",
  eventId: endToEndId.toUpperCase(),
  trackId: txid ?? "",
  endToEndId,
  value: BigInt(valor.replace(".", "")) as Extract<ProviderFact, { readonly _tag: "ChargePaid" }>["value"],
  paidAt: Date.parse("2026-11-24T12:00:00.000Z"),
  payer: null
})

describe("the inbox of Efí §efi-callbacks", () => {
  conforms("efi", providerInboxSuite, async () => {
    await start()
    const { close, url } = server
    const inbox = () => inboxOf(efi(settingsOf(url)).providerInboxes.efi)
    const five = ["1", "2", "3", "4", "5"].map((digit) => bank.receive(`${digit}.00`, { txid: charge(digit) }))
    const [one] = five
    if (one === undefined) throw new Error("no PIX")
    return {
      inbox: await inbox(),
      reopen: inbox,
      send: (body, now) => message(body, { now }),
      withoutProof: (sent) => ({ ...sent, query: {} }),
      sample: { body: message(reported(one)).body, facts: [paid(one)] },
      many: { body: message(reported(...five)).body, facts: five.map(paid) },
      unknown: message({ evento: "teste_webhook" }).body,
      coversBody: false,
      close
    }
  }, [
    ...notShown(
      "a client certificate and a secret of the address prove the sender, not the bytes",
      /changed on its way/
    ),
    ...notShown("neither has a time", /too old/)
  ])
})

const answerOf = async (inbox: ProviderInbox["Service"], sent: ProviderMessage) =>
  Effect.runPromise(Effect.match(inbox.read(sent), { onFailure: ({ _tag }) => _tag, onSuccess: (facts) => facts }))

describe("who sent a callback §efi-callbacks", () => {
  const fingerprint256 = Array.from({ length: 32 }, () => "AB").join(":")
  const trusted: ClientCertificate = { fingerprint256, subject: "CN=bank", isTrusted: true }

  it("a certificate counts where it is verified and known, and nothing else does", async () => {
    const callbacks = { fingerprints: [fingerprint256.replaceAll(":", "").toLowerCase()] }
    const inbox = await inboxOf(efi({ ...settingsOf(server.url), callbacks }).providerInboxes.efi)
    const from = (peer: ClientCertificate | null) => answerOf(inbox, message({ pix: [] }, { peer, query: {} }))
    expect(await from(trusted)).toEqual([])
    // An expired one, and one of another authority, is not verified.
    expect(await from({ ...trusted, isTrusted: false })).toBe("ProofRefused")
    expect(await from({ ...trusted, fingerprint256: fingerprint256.replace("AB", "CD") })).toBe("ProofRefused")
    expect(await from(null)).toBe("ProofRefused")
    // Without a secret of ours the address proves nothing.
    expect(await answerOf(inbox, message({ pix: [] }))).toBe("ProofRefused")
  })

  it("the secret of the address counts whole, once and nowhere else", async () => {
    const inbox = await open()
    for (const query of [{ hmac: `${hmac}x` }, { hmac: hmac.slice(1) }, { hmac: "" }, { hmac: [hmac, hmac] }, {}]) {
      expect(await answerOf(inbox, message({ pix: [] }, { query }))).toBe("ProofRefused")
    }
    expect(await answerOf(inbox, message({ pix: [] }, { query: {}, headers: { hmac } }))).toBe("ProofRefused")
    expect(await answerOf(inbox, message({ pix: [] }))).toEqual([])
  })
})

describe("a callback is a hint §efi-callbacks", () => {
  it("the bank's record counts, whatever the message says", async () => {
    const pix = bank.receive("37.00", {
      txid: charge("a"),
      gnExtras: { pagador: { nome: "Maria", cpf: "52998224725" }, tarifa: "0.44" }
    })
    const forged = { ...pix, valor: "9999.00", txid: charge("b"), gnExtras: undefined }
    expect(await answerOf(await open(), message(reported(forged)))).toEqual([
      { ...paid(pix), payer: { name: "Maria", taxId: "52998224725" }, cost: 44n }
    ])
  })

  it("what the bank does not find, or cannot say now, is to be sent again", async () => {
    const inbox = await open()
    const pix = bank.receive("37.00", { txid: charge("a") })
    bank.pix.clear()
    expect(await answerOf(inbox, message(reported(pix)))).toBe("InboxUnavailable")
    bank.planted = () => ({ status: 503, json: {} })
    expect(await answerOf(inbox, message(reported(pix)))).toBe("InboxUnavailable")
  })

  it("an entry that cannot be read keeps no other from being a fact", async () => {
    const good = bank.receive("10.00", { txid: charge("b") })
    const facts = await answerOf(
      await open(),
      message({ pix: [{ endToEndId: "E123" }, { endToEndId: good.endToEndId }] })
    )
    expect(facts).toEqual([
      { _tag: "Unreadable", eventId: null, place: "pix of a callback", text: "{\"endToEndId\":\"E123\"}" },
      paid(good)
    ])
  })

  it("what is confirmed does not wait for what is not, which is to be sent again", async () => {
    const good = bank.receive("10.00", { txid: charge("b") })
    const unknown = { endToEndId: "E12345678202611241200abcdefghijk" }
    const read = (await open()).read(message({ pix: [unknown, { endToEndId: good.endToEndId }] }))
    expect(await Effect.runPromise(Effect.flip(read))).toMatchObject({
      _tag: "InboxUnavailable",
      confirmed: [paid(good)]
    })
  })

  it("a PIX without a charge is reported as what it is", async () => {
    const pix = bank.receive("37.00")
    expect(await answerOf(await open(), message(reported(pix)))).toMatchObject([
      { _tag: "PixWithoutCharge", eventId: pix.endToEndId.toUpperCase(), endToEndId: pix.endToEndId, value: 3_700n }
    ])
  })

  const natures = [
    ["ORIGINAL", "original"],
    ["RETIRADA", "withdrawal"],
    ["MED_OPERACIONAL", "medOperational"],
    ["MED_FRAUDE", "medFraud"],
    ["MED_PIX_AUTOMATICO", "medAutomatic"],
    ["OUTRA", null]
  ] as const

  it.each(natures)("a return of the nature %s", async (natureza, nature) => {
    const pix = bank.receive("37.00", { txid: charge("a") })
    const rtrId = "D12345678202611241200abcdefghijk"
    const horario = { solicitacao: "2026-11-24T12:00:00.000Z", liquidacao: "2026-11-24T12:00:01.000Z" }
    pix.devolucoes.push({ id: "bank1", rtrId, valor: "7.00", natureza, horario, status: "DEVOLVIDO" })
    expect(await answerOf(await open(), message(reported(pix)))).toEqual([paid(pix), {
      _tag: "PixReturned",
      eventId: `${pix.endToEndId}/${rtrId}`.toUpperCase(),
      endToEndId: pix.endToEndId,
      returnId: rtrId,
      ourReturnId: null,
      value: 700n,
      nature
    }])
  })

  it("a return that the message does not name, or that is not made, is none", async () => {
    const inbox = await open()
    const pix = bank.receive("37.00", { txid: charge("a") })
    const horario = { solicitacao: "2026-11-24T12:00:00.000Z" }
    const rtrId = "D12345678202611241200abcdefghijk"
    pix.devolucoes.push({ id: "r1", rtrId, valor: "7.00", horario, status: "NAO_REALIZADO" })
    expect(await answerOf(inbox, message(reported({ ...pix, devolucoes: [] })))).toEqual([paid(pix)])
    expect(await answerOf(inbox, message(reported(pix)))).toMatchObject([{ _tag: "ChargePaid" }, {
      _tag: "Unsupported"
    }])
    const [made] = pix.devolucoes
    if (made === undefined) throw new Error("no return")
    const said = structuredClone(pix)
    made.status = "EM_PROCESSAMENTO"
    expect(await answerOf(inbox, message(reported(said)))).toBe("InboxUnavailable")
  })

  it("payments of ours are named by our id, once the bank's record is final", async () => {
    const inbox = await open()
    const rail = await railOf(efi(settingsOf(server.url)))
    const digits = "0197a3b2c4d57e6f8a9b0c1d2e3f4a5b"
    await Effect.runPromise(rail.pay({
      paymentId: `pay_${digits}`,
      value: 100n as Parameters<typeof rail.pay>[0]["value"],
      destination: { by: "key", key: "open@example.com", keyType: "EMAIL" }
    }))
    const sent = bank.payments.get(`pay${digits}`)
    if (sent === undefined) throw new Error("no payment")
    const { endToEndId, idEnvio } = sent
    const body = {
      pix: [{ endToEndId, tipo: "SOLICITACAO", status: "REALIZADO", valor: "1.00", gnExtras: { idEnvio } }]
    }
    expect(await answerOf(inbox, message(body))).toBe("InboxUnavailable")
    const about = { eventId: `sent/${idEnvio}`, paymentId: `pay_${digits}` }
    sent.status = "NAO_REALIZADO"
    expect(await answerOf(inbox, message(body))).toEqual([{ _tag: "PaymentRefused", ...about, reason: null }])
    sent.status = "REALIZADO"
    const settled = { _tag: "PaymentSettled", ...about, endToEndId, value: 100n }
    expect(await answerOf(inbox, message(body))).toEqual([settled])
    const rtrId = "D12345678202611241200abcdefghijk"
    sent.devolucoes.push({ id: "r1", rtrId, valor: "0.40", status: "DEVOLVIDO" })
    expect(await answerOf(inbox, message(body))).toEqual([
      settled,
      {
        _tag: "PaymentReversed",
        eventId: `sent/${idEnvio}/${rtrId}`,
        paymentId: `pay_${digits}`,
        returnId: rtrId,
        returnedValue: 40n,
        reason: null
      }
    ])
  })
})

describe.skipIf(!hasContract)(`callbacks of the official document${notRun} §efi-callbacks`, () => {
  it("a thousand are facts or typed refusals, and the same twice", async () => {
    const inbox = await open()
    let facts = 0
    let refusals = 0
    await fc.assert(
      fc.asyncProperty(officialCallbacks(), fc.boolean(), async (body, isKnown) => {
        const { pix = [] } = body as { readonly pix?: ReadonlyArray<StoredPix> }
        bank.pix.clear()
        if (isKnown) {
          for (const each of pix) bank.pix.set(each.endToEndId, { ...each, devolucoes: each.devolucoes ?? [] })
        }
        const sent = message(body)
        const answer = await answerOf(inbox, sent)
        if (typeof answer === "string") {
          expect(["ValidationFailed", "InboxUnavailable"]).toContain(answer)
          refusals++
        } else facts += answer.length
        expect(await answerOf(inbox, sent)).toEqual(answer)
      }),
      { numRuns: 1_000 }
    )
    expect(facts).toBeGreaterThan(500)
    expect(refusals).toBeGreaterThan(100)
  })
})
