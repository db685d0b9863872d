// What the service says has words in both languages: every trigger, guard and state of the lifecycles, every code of a
// refusal, every flag, act and rejection. Walks the service's own tables, so that what is new there fails here.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { FlagChanges } from "../../../../core/customers/account/flags.ts"
import { WebhookUrlNotAllowed } from "../../../../core/base/errors/errors.ts"
import { catalogue, detailsOf } from "../../../../core/base/errors/catalogue.ts"
import { explainable } from "../../../../core/reports/explain/explainable.ts"
import { timeline } from "../../../../core/reports/explain/explained.ts"
import { type RejectionLabel, reasonOf, rejectionLabels } from "../../../../core/customers/kyc/rejection-labels.ts"
import { retryPauses } from "../../../../core/webhooks/webhook/retry.ts"
import { en } from "../../../../hosts/dashboard/src/i18n/en.ts"
import { pt } from "../../../../hosts/dashboard/src/i18n/pt.ts"
import { happeningOf } from "../../../../hosts/dashboard/src/pages/happening.ts"
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
    const problems = ["not HTTPS", "not port 443", "not a public address", "not a URL", "credentials in the URL"]
    for (const problem of problems) {
      const refusal = new WebhookUrlNotAllowed({ problem })
      const sentence = catalogue.WebhookUrlNotAllowed.message(refusal)
      const said = pt.said.refusal("WEBHOOK_TEST_FAILED", sentence)
      expect(said).toMatch(/^Esta URL não é permitida para webhooks: /)
      expect(said).not.toContain(problem)
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

  it("tells why a test was not accepted", () => {
    const sentence = catalogue.WebhookTestFailed.message
    for (const problem of ["answered 500", "no answer within 10000 ms", "connection failed: ECONNREFUSED"]) {
      const said = pt.said.refusal("WEBHOOK_TEST_FAILED", sentence({ problem } as Parameters<typeof sentence>[0]))
      expect(said).toContain(`: ${pt.said.problem(problem)}`)
      expect(said).not.toContain(problem)
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
      expect(pt.said.rejection(reasonOf([label]))).not.toBe(reasonOf([label]))
    }
  })
})

describe("a review", () => {
  it("is said in words, with the id that tells it apart §dashboard-said", () => {
    expect([
      "surplus cannot be returned/E1/2",
      "restoreRefused, to be decided by a person",
      "reversed, to be decided by a person/D1",
      "impossible legConfirmed 2 in FAILED",
      "impossible pixSettled in FAILED",
      "approved after REJECTED",
      "stranded: legRefused",
      "event id used again for another fact/PaymentSettled pay_1/0a1b2c3d",
      "an invariant does not hold: payout-paid-once"
    ].map((reason) => [en.said.review(reason), pt.said.review(reason)])).toEqual([
      ["surplus cannot be returned (E1/2)", "o excedente não pode ser devolvido (E1/2)"],
      [
        "what could not be paid cannot be sent back: to be decided by a person",
        "o que não pôde ser pago não pode ser mandado de volta: a decidir por uma pessoa"
      ],
      [
        "the receiver's bank has sent the PIX back, whole or in part: to be decided by a person (D1)",
        "o banco de quem recebeu devolveu o PIX, todo ou em parte: a decidir por uma pessoa (D1)"
      ],
      ["impossible while “Failed”: a leg is final", "impossível em “Falhou”: uma etapa é definitiva"],
      // Two lifecycles mean something else by it.
      [
        "impossible while “Failed”: a PIX on the charge has settled / the PIX has settled",
        "impossível em “Falhou”: um PIX da cobrança foi liquidado / o PIX foi liquidado"
      ],
      ["the provider has approved, after “Rejected”", "o provedor aprovou, depois de “Rejeitado”"],
      [
        "stranded: a leg definitely did not happen and never will",
        "retida: uma etapa definitivamente não aconteceu nem acontecerá"
      ],
      [
        "event id used again for another fact (PaymentSettled pay_1/0a1b2c3d)",
        "id de evento usado de novo para outro fato (PaymentSettled pay_1/0a1b2c3d)"
      ],
      ["an invariant does not hold: payout-paid-once", "um invariante não vale: payout-paid-once"]
    ])
  })

  it("says of a trigger what it means to the record, where that is known §dashboard-said", () => {
    const reason = "pixRefused, to be decided by a person"
    expect([en, pt].map(({ said }) => said.review(reason, "payout"))).toEqual([
      "the PIX was refused for good: to be decided by a person",
      "o PIX foi recusado em definitivo: a decidir por uma pessoa"
    ])
    expect([en, pt].map(({ said }) => said.evidence("pixRefused: the wallet holds less", "lightningInvoice"))).toEqual([
      "the PIX was refused for good: the wallet holds less",
      "o PIX foi recusado em definitivo: a carteira tem menos"
    ])
  })

  it("names evidence and problems in words, what is not known as it came", () => {
    expect([
      "delivered in REFUNDED",
      "whk_1a: answered 503",
      "whk_1a",
      "0xabc",
      "pixRefused: no reason told",
      "the receiver's bank refused the payment"
    ].map((text) => pt.said.evidence(text, text.startsWith("pix") ? "payout" : undefined))).toEqual([
      "o ativo chegou, em “Devolvido”",
      "whk_1a: respondeu 503",
      "whk_1a",
      "0xabc",
      "o PIX foi recusado em definitivo: sem motivo informado",
      "o banco de quem recebe recusou o pagamento"
    ])
  })
})

describe("why something waits or did not succeed", () => {
  // What core and the adapters that come with it say of a job or an outcome, as it stands in their sources.
  const said = /\b(?:again\([^"]*|unknown\(|refused\(|problem: |reason: |reason \?\? )"([^"]+ [^"]+)"/g
  const folders = ["core/**", "adapters/sandbox", "adapters/evm"]
  // Reasons of reviews, which have words of their own, and refusals of a message that no record keeps.
  const elsewhere = [
    "unknown operation id",
    "the rail does not say what was paid on the charge",
    "one operation id for two movements",
    "the provider's signature is wrong or too old"
  ]

  it("is said in Portuguese too, whatever the sentence §dashboard-said", () => {
    const paths = folders.flatMap((folder) => globSync(`${folder}/*.ts`, { cwd: root }))
    const sentences = paths.flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(said)].map(([, text = ""]) => text)
    )
    expect(sentences.length).toBeGreaterThan(25)
    expect(sentences).toContain("under examination")
    const alike = sentences.filter((text) => pt.said.problem(text) === text && !elsewhere.includes(text))
    expect(alike).toEqual([])
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

describe("a timeline", () => {
  it("is read as it is written", () => {
    const at = "2026-01-01T00:00:00.000Z"
    const review = { createdAt: at, reason: "its job was missing/j", evidence: "e" }
    const act = { createdAt: at, action: "payout.refund", by: null, approvedBy: null, requestId: "r" }
    const told = timeline(
      {
        transitions: [{ at, on: "pixSettled", from: "PENDING", to: "PROCESSING", evidence: "E1" }],
        postings: [{ at, entry: "e", template: "depositReceived" }],
        events: [{ createdAt: at, id: "evt", event: "DEPOSIT_ASSET_SUCCESS" }],
        deliveries: [{
          event: "DEPOSIT_ASSET_SUCCESS",
          webhookId: "whk_1",
          attempts: [{ at, status: 500, problem: "answered 500" }, { at, status: 200, problem: null }]
        }],
        reviews: [review],
        acts: [act]
      } as unknown as Parameters<typeof timeline>[0]
    )
    expect(told.map(({ what }) => happeningOf(what))).toEqual([
      { verb: "moved", on: "pixSettled", from: "PENDING", to: "PROCESSING" },
      { verb: "booked", about: "depositReceived" },
      { verb: "emitted", about: "DEPOSIT_ASSET_SUCCESS" },
      { verb: "tried", about: "DEPOSIT_ASSET_SUCCESS" },
      { verb: "delivered", about: "DEPOSIT_ASSET_SUCCESS" },
      { verb: "review", reason: "its job was missing/j" },
      { verb: "act", action: "payout.refund" }
    ])
  })
})
