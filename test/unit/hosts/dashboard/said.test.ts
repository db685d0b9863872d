// What the service says has words in both languages: every trigger, guard and state of the lifecycles, every code of a
// refusal, every flag, act and rejection. Walks the service's own tables, so that what is new there fails here.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Reason, plainCodes } from "../../../../core/base/reason/reason.ts"
import type { ReviewCode, ReviewReason, ReviewReasonOf } from "../../../../core/base/reason/review-reason.ts"
import { FlagChanges } from "../../../../core/customers/account/flags.ts"
import { WebhookTestFailed, WebhookUrlNotAllowed } from "../../../../core/base/errors/errors.ts"
import { catalogue, detailsOf } from "../../../../core/base/errors/catalogue.ts"
import { explainable } from "../../../../core/reports/explain/explainable.ts"
import {
  type RejectionLabel,
  reasonOf,
  rejectionCodeOf,
  rejectionLabels
} from "../../../../core/customers/kyc/rejection-labels.ts"
import { retryPauses } from "../../../../core/webhooks/webhook/retry.ts"
import { en } from "../../../../hosts/dashboard/src/i18n/en.ts"
import { pt } from "../../../../hosts/dashboard/src/i18n/pt.ts"
import { offersOf } from "../../../../hosts/dashboard/src/pages/sandbox-offers.ts"
import { methodNotAllowed, transportAnswers } from "../../../../hosts/http/api/request/envelope.ts"
import { lifecycles } from "../../../support/lifecycles.ts"

type Names = Readonly<Record<string, string>>
interface LifecycleOfKind {
  readonly triggers: Names
  readonly guards: Names
}

const english: Readonly<Record<string, LifecycleOfKind>> = en.lifecycles
const portuguese: Readonly<Record<string, LifecycleOfKind>> = pt.lifecycles
const languages = [["English", english, en], ["Portuguese", portuguese, pt]] as const

const root = join(import.meta.dirname, "../../../..")

/** The lifecycles of the kinds that are explained. */
const living = Object.entries(explainable).flatMap(([kind, { lifecycle }]) => {
  const machine = lifecycles.find((each) => each.machine === lifecycle)?.machine
  return machine === undefined ? [] : [[kind, machine] as const]
})

const because: Reason = { code: "noAnswer" }
const text = "x"

/** A review of each code. */
const oneOfEach: { readonly [C in ReviewCode]: ReviewReasonOf<C> } = {
  impossible: { code: "impossible", on: "pixSettled", state: "FAILED", key: text, evidence: null },
  decidedAgain: { code: "decidedAgain", on: "approved", state: "REJECTED" },
  operatorDecides: { code: "operatorDecides", on: "reversed", state: "COMPLETED", key: text },
  unknownTicket: { code: "unknownTicket" },
  pixWithoutCharge: {
    code: "pixWithoutCharge",
    pix: { endToEndId: text, value: "1.00", payer: text, taxId: null }
  },
  unknownPayment: { code: "unknownPayment", fact: text },
  unknownInvoice: { code: "unknownInvoice" },
  unknownAttempt: { code: "unknownAttempt", status: text },
  pixNeverSent: { code: "pixNeverSent", fact: text },
  paidNeverSent: { code: "paidNeverSent", fact: text },
  paidByOtherPix: { code: "paidByOtherPix", endToEndId: text },
  returnedElsewhere: { code: "returnedElsewhere", returnId: text },
  returnOfUnknownPix: { code: "returnOfUnknownPix", factId: text, eventId: null },
  returnWithoutId: { code: "returnWithoutId", value: "1.00" },
  returnValueDiffers: { code: "returnValueDiffers", movementId: text, value: "1.00" },
  eventReused: { code: "eventReused", type: text, about: text, digest: text, sender: text, eventId: null },
  settledAfterRefusal: { code: "settledAfterRefusal", movementId: text, proof: null },
  settledAgain: { code: "settledAgain", movementId: text, proof: text, before: text },
  answerDiffers: { code: "answerDiffers", movementId: text, reason: because },
  inSuspense: { code: "inSuspense", movementId: text, asset: "BRL", amount: "1.00", days: 0 },
  paidLess: { code: "paidLess", asset: "BTC", said: "0.00000001", ordered: "0.00000002" },
  proofUsed: { code: "proofUsed", movementId: text, proof: text, usedBy: text },
  chargeUnknown: { code: "chargeUnknown", reason: because },
  surplusNotReturned: { code: "surplusNotReturned", receiptId: text, reason: because },
  paymentNotReturned: { code: "paymentNotReturned", movementId: text, reason: because },
  returnRefused: { code: "returnRefused", returnId: text, detail: text },
  chargeNotKnown: { code: "chargeNotKnown", account: "efi:09089356:key" },
  outcomeUnknown: { code: "outcomeUnknown", movementId: text, since: 1 },
  movementsHeld: { code: "movementsHeld", cause: "float", count: 2, oldest: text, since: 1 },
  factKept: { code: "factKept", factId: text, fact: "PaymentSettled", since: 1 },
  otherAccount: { code: "otherAccount", open: 2, first: "mov_1" },
  outflowUnexplained: { code: "outflowUnexplained", network: "base", asset: "USDC", amount: "1.00", to: "0x1" },
  returnNotReported: { code: "returnNotReported", state: "FAILED" },
  returnedInPart: { code: "returnedInPart", returnId: text, state: "PROCESSING" },
  deliveredAfterReturn: { code: "deliveredAfterReturn", state: "REFUNDED" },
  stranded: { code: "stranded", on: "legRefused", error: "TRANSFER_REFUSED", evidence: null, leg: 1 },
  sweepFailed: { code: "sweepFailed", reason: null },
  disputeOfUnknownPix: { code: "disputeOfUnknownPix", status: text },
  disputeAbovePayment: { code: "disputeAbovePayment", status: text, value: "1.00" },
  disputeDecidedTwice: { code: "disputeDecidedTwice", status: text },
  bookedAmountDiffers: { code: "bookedAmountDiffers", endToEndId: text, value: "1.00", reported: "2.00" },
  movementNotListed: { code: "movementNotListed", movement: text, value: "1.00", bookedAt: 0, until: 1 },
  movementsNotListed: { code: "movementsNotListed", count: 2, from: 0, until: 1 },
  factUnreadable: { code: "factUnreadable", digest: text, detail: text },
  balanceDrifts: { code: "balanceDrifts", since: 0, by: "1.00", difference: "2.00", known: "1.00" },
  closingDiffers: {
    code: "closingDiffers",
    place: "pix",
    day: "2026-11-28",
    count: 2,
    first: text,
    since: "2026-11-27"
  },
  floatLow: { code: "floatLow", what: "USDC", network: "base", since: 0, units: "1", mark: "2" },
  floatHigh: { code: "floatHigh", what: "USDC", network: "base", since: 0, units: "3", mark: "2", sweepable: null },
  transferTakenBack: { code: "transferTakenBack", transaction: text },
  keysRead: { code: "keysRead", wallets: 3, since: 0 },
  jobMissing: { code: "jobMissing", job: text, task: text },
  invariantBroken: { code: "invariantBroken", invariant: text, detail: text }
}

describe("what moves records", () => {
  it("is looked for in every lifecycle that is explained", () => {
    const explained = Object.entries(explainable).filter(([, { lifecycle }]) => lifecycle !== undefined)
    expect(explained.map(([kind]) => kind)).toEqual(living.map(([kind]) => kind))
    expect(living.length).toBeGreaterThan(8)
    expect(Object.keys(english)).toEqual(living.map(([kind]) => kind))
  })

  it.each(living)("has words in both languages: %s §dashboard-said", (kind, { guards, states, triggers }) => {
    for (const [language, lifecycles, words] of languages) {
      const of = lifecycles[kind]
      expect([language, Object.keys(of?.triggers ?? {})]).toEqual([language, Object.keys(triggers)])
      expect([language, Object.keys(of?.guards ?? {})]).toEqual([language, Object.keys(guards)])
      for (const text of Object.values(of?.guards ?? {})) expect(text).toMatch(/^[^ ]+ .+[^.]$/)
      const status: Names = words.status
      const shown = Object.entries<string>(states).flat().filter((state) => state !== "none")
      expect(shown.filter((state) => status[state] === undefined)).toEqual([])
    }
    expect(english[kind]?.triggers).toEqual(triggers)
    for (const [trigger, text] of Object.entries(triggers)) expect(portuguese[kind]?.triggers[trigger]).not.toBe(text)
  })
})

const codeOf = ({ body }: { readonly body: string }) => (JSON.parse(body) as { readonly errorCode: string }).errorCode

describe("a refusal", () => {
  const codes = new Set([
    ...Object.values(catalogue).map(({ errorCode }) => errorCode),
    ...[...Object.values(transportAnswers), methodNotAllowed([])].map(codeOf)
  ])

  it.each([...codes])("has a sentence of its own in Portuguese: %s §dashboard-said", (code) => {
    expect(pt.said.refusal(code, "said so")).not.toContain("said so")
    expect(en.said.refusal(code, "said so")).toBe("said so")
  })

  it("is said as it came where its code is new", () => {
    expect([pt.said.refusal("NEW", "said so"), pt.said.refusal(null, "502 Bad Gateway")]).toEqual([
      "said so",
      "502 Bad Gateway"
    ])
  })

  it("says why a webhook URL is not allowed, and how to test locally §webhook-url-hint §dashboard-said", () => {
    const problems: ReadonlyArray<Reason> = [
      { code: "notHttps" },
      { code: "notPort", port: 443 },
      { code: "notPublic" },
      { code: "notUrl" },
      { code: "credentialsInUrl" }
    ]
    for (const problem of problems) {
      const refusal = new WebhookUrlNotAllowed({ problem })
      const sentence = catalogue.WebhookUrlNotAllowed.message(refusal)
      expect(sentence).toBe(`This webhook URL is not allowed: ${en.said.reason(problem)}`)
      const said = pt.said.refusal("WEBHOOK_TEST_FAILED", sentence, problem)
      expect(said).toBe(`Esta URL não é permitida para webhooks: ${pt.said.reason(problem)}`)
      const [detail] = detailsOf(refusal)
      expect(detail?.message).toContain("To test locally, run `pontepay listen --forward http://127.0.0.1:9999/hook`")
      expect(pt.said.detail(detail?.message ?? "")).toMatch(
        /^A URL de um webhook .+ rode `pontepay listen --forward \S+` ou inicie o sandbox com PONTEPAY_ALLOW_PRIVATE_WEBHOOKS=true\.$/
      )
    }
  })

  it("says the schedule of retries as it is §webhook-retry-preselected", () => {
    const shown = retryPauses.map((pause) => {
      if (pause < 60_000) return `${pause / 1_000} s`
      return pause < 3_600_000 ? `${pause / 60_000} min` : `${pause / 3_600_000} h`
    })
    for (const { work } of [en, pt]) {
      expect(work.webhooks.retryHint).toContain(`${retryPauses.length} `)
      expect(work.webhooks.retryHint).toContain(`: ${shown.join(", ")}.`)
    }
  })

  it("says why a test was not accepted", () => {
    const problems: ReadonlyArray<Reason> = [
      { code: "answered", status: 500 },
      { code: "noAnswerWithin", ms: 10_000 },
      { code: "connectionFailed", detail: "ECONNREFUSED" }
    ]
    for (const problem of problems) {
      const sentence = catalogue.WebhookTestFailed.message(new WebhookTestFailed({ problem }))
      const said = pt.said.refusal("WEBHOOK_TEST_FAILED", sentence, problem)
      expect(said).toBe(`O endereço não aceitou o evento WEBHOOK_TEST assinado: ${pt.said.reason(problem)}`)
    }
  })
})

describe("what accounts may do and what was done", () => {
  it("has Portuguese words for every flag, and in English those of the service §dashboard-said", () => {
    const flags = Object.keys(FlagChanges.fields)
    expect(flags.length).toBeGreaterThan(5)
    for (const flag of flags) {
      expect(en.said.flag(flag, "its own words")).toBe("its own words")
      expect(pt.said.flag(flag, "its own words")).not.toBe("its own words")
    }
  })

  it("has words for every act §dashboard-said", () => {
    const sources = globSync("core/**/*.ts", { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"))
    const acts = sources.flatMap((text) => [...text.matchAll(/\baction: "([\w.]+)"/g)].map(([, action = ""]) => action))
    expect(acts.length).toBeGreaterThan(10)
    expect(Object.keys(en.work.acts.actions).toSorted()).toEqual([...new Set(acts)].toSorted((a, b) => a < b ? -1 : 1))
  })

  it("has words for every rejection §dashboard-said", () => {
    for (const label of Object.keys(rejectionLabels) as ReadonlyArray<RejectionLabel>) {
      const sentence = reasonOf([label])
      expect(pt.said.rejection(rejectionCodeOf([label]), sentence)).not.toBe(sentence)
      expect(en.said.rejection(rejectionCodeOf([label]), sentence)).toBe(sentence)
    }
    expect(pt.said.rejection(null, "Send another photo")).toBe("Send another photo")
  })
})

describe("a review", () => {
  it("is said in words of triggers and states, with what it goes by §dashboard-said", () => {
    const reviews: ReadonlyArray<ReviewReason> = [
      { code: "surplusNotReturned", receiptId: "E1", reason: { code: "refusedByProvider", detail: "AB03" } },
      { code: "operatorDecides", on: "restoreRefused", state: "RESTORING", key: "", reason: { code: "noAnswer" } },
      { code: "operatorDecides", on: "reversed", state: "COMPLETED", key: "D1" },
      { code: "impossible", on: "legConfirmed", state: "FAILED", key: "2", evidence: "0xabc", leg: 2 },
      { code: "decidedAgain", on: "approved", state: "REJECTED" },
      { code: "returnWithoutId", value: "1234.50" },
      { code: "invariantBroken", invariant: "payout-paid-once", detail: "dep_1: it was paid twice" }
    ]
    expect(reviews.map((each) => [en.said.review(each), pt.said.review(each)])).toEqual([
      [
        ["surplus cannot be returned", "E1: the provider refused it: AB03"],
        ["o excedente não pode ser devolvido", "E1: recusado pelo provedor: AB03"]
      ],
      [
        ["an operator has to decide: what could not be paid cannot be sent back", "no answer"],
        ["um operador precisa decidir: o que não pôde ser pago não pode ser mandado de volta", "sem resposta"]
      ],
      [
        [
          "an operator has to decide: the receiver's bank has sent the PIX back, whole or in part",
          expect.stringMatching(/, in “Completed”, D1$/)
        ],
        [
          "um operador precisa decidir: o banco de quem recebeu devolveu o PIX, todo ou em parte",
          "em “Concluído”, D1"
        ]
      ],
      [
        ["impossible in “Failed”: a leg is final", "leg 2: 0xabc"],
        ["impossível em “Falhou”: uma etapa é definitiva", "etapa 2: 0xabc"]
      ],
      [
        ["the provider has approved, after “Rejected”", ""],
        ["o provedor aprovou, depois de “Rejeitado”", ""]
      ],
      [["a return without an id", "R$ 1,234.50"], ["uma devolução sem id", "R$ 1.234,50"]],
      [
        ["an invariant does not hold: payout-paid-once", "dep_1: it was paid twice"],
        ["um invariante não vale: payout-paid-once", "dep_1: it was paid twice"]
      ]
    ])
  })

  it("says of a trigger what it means to the record, where that is known §dashboard-said", () => {
    const review: ReviewReason = { code: "operatorDecides", on: "pixSettled", state: "FAILED", key: "" }
    expect([en, pt].map(({ said }) => said.review(review, "payout")[0])).toEqual([
      "an operator has to decide: the PIX has settled",
      "um operador precisa decidir: o PIX foi liquidado"
    ])
    // Two lifecycles mean something else by it.
    expect(en.said.review(review)[0]).toBe(
      "an operator has to decide: a PIX on the charge has settled / the PIX has settled"
    )
  })

  it("is said of each code in both languages, and never alike", () => {
    for (const review of Object.values(oneOfEach)) {
      const [english] = en.said.review(review)
      const [portuguese] = pt.said.review(review)
      expect(english).not.toBe("")
      expect(portuguese).not.toBe(english)
    }
  })
})

describe("why something waits or did not succeed", () => {
  it("is said in both languages, and never alike §dashboard-said", () => {
    for (const code of plainCodes) {
      expect(en.said.reason({ code })).toMatch(/^[^A-Z]|^PIX|^HTTP/)
      expect(pt.said.reason({ code })).not.toBe(en.said.reason({ code }))
      // What a provider or an adapter says of it follows as it came.
      for (const { said } of [en, pt]) {
        expect(said.reason({ code, detail: "AB03" })).toBe(`${said.reason({ code })}: AB03`)
      }
    }
  })

  it("is said with its data", () => {
    const limit: Reason = { code: "treasuryLimit", asset: "USDT", amount: "1234.5", most: "1000", per: "day" }
    expect([en, pt].map(({ said }) => said.reason(limit))).toEqual([
      "1234.5 USDT would pass the limit of 1000 USDT in a day",
      "1.234,5 USDT passaria do limite de 1.000 USDT por dia"
    ])
    expect([en, pt].map(({ said }) => said.leg(1, said.reason({ code: "noAnswer" })))).toEqual([
      "leg 1: no answer",
      "etapa 1: sem resposta"
    ])
  })
})

describe("a kind of record", () => {
  it("has a word in both languages §dashboard-said", () => {
    for (const { kinds } of [en, pt]) expect(Object.keys(explainable).filter((kind) => !(kind in kinds))).toEqual([])
  })

  it("has statuses that agree with it", () => {
    expect(
      ["Rejeitado", "Ativo", "Concluído", "Pago", "Aberto", "Em execução"].map((word) =>
        pt.said.agreed(word, "dispute")
      )
    )
      .toEqual(["Rejeitada", "Ativa", "Concluída", "Paga", "Aberta", "Em execução"])
    expect(pt.said.agreed("Rejeitado", "payout")).toBe("Rejeitado")
    expect(en.said.agreed("Rejected", "dispute")).toBe("Rejected")
  })
})

describe("a action of the sandbox", () => {
  const triggers = {
    deposit: { pay: "pixSettled", return: "returnConfirmed" },
    payout: { settle: "pixSettled", fail: "pixRefused", reverse: "reversed" },
    lightningInvoice: { pay: "invoicePaid", settle: "pixSettled", fail: "pixRefused", reverse: "reversed" },
    kycAttempt: { approve: "approved", reject: "rejected", review: "reviewed", expire: "expired" }
  }

  it.each(Object.entries(triggers))("is offered where the lifecycle has a row for it: %s", (kind, words: Names) => {
    const machine = living.find(([name]) => name === kind)?.[1]
    const offered = Object.keys(machine?.states ?? {}).flatMap((state) =>
      offersOf(kind, state).flatMap((action) => words[action] === undefined ? [] : [[state, words[action]] as const])
    )
    expect(new Set(offered.map(([, on]) => on))).toEqual(new Set(Object.values(words)))
    const idle = offered.filter(([state, on]) =>
      machine?.rows.every((row) => row.on !== on || !row.from.includes(state))
    )
    expect(idle).toEqual([])
  })

  it("is not offered where it would change nothing", () => {
    expect(offersOf("payout", "FAILED")).not.toContain("fail")
    expect(offersOf("lightningInvoice", "WAITING")).toEqual(["pay"])
    expect(offersOf("swap", "FAILED")).toEqual([])
  })
})
