// The small parts of the dashboard that decide something: addresses, edited settings, headers, both languages.
import { describe, expect, it } from "vitest"
import { kindOfId, listOfId, placeOfId } from "../../../../hosts/dashboard/src/app/id-place.ts"
import { linkTo, placeOf } from "../../../../hosts/dashboard/src/app/router.ts"
import { en } from "../../../../hosts/dashboard/src/i18n/en.ts"
import { pt } from "../../../../hosts/dashboard/src/i18n/pt.ts"
import { type Draft, changesOf } from "../../../../hosts/dashboard/src/pages/account-draft.ts"
import { headersIn } from "../../../../hosts/dashboard/src/pages/header-lines.ts"
import { contestedIn } from "../../../../hosts/dashboard/src/pages/record-dispute.ts"

describe("addresses", () => {
  it("lead to the place that they were made of", () => {
    const path = ["records", "dep_1/fee?#%"]
    expect(placeOf(linkTo(path, { status: "FAILED", from: "2026-11-21T00:00:00Z", asset: "" }))).toEqual({
      path,
      query: { status: "FAILED", from: "2026-11-21T00:00:00Z" }
    })
    expect(placeOf("")).toEqual({ path: [], query: {} })
    expect(placeOf("#/%E0%A4%A")).toEqual({ path: ["%E0%A4%A"], query: {} })
  })
})

const none = { fixedCents: "", basisPoints: "" }
const draft: Draft = {
  name: "acme",
  email: "",
  blocked: false,
  virtualAccount: false,
  perTxLimitBrl: "3000.00",
  chargeLifetimeMinutes: "1440",
  perSecond: "",
  burst: "",
  duplicatePolicy: "off",
  isListed: false,
  pixKeys: "",
  addresses: "",
  walletKeysPerHour: "",
  flags: ["SWAP"],
  fees: { deposit: none, payout: none, lightningInvoice: none, transfer: none, swap: none }
}

describe("ids", () => {
  const id = (prefix: string) => `${prefix}_01a202407a9b7c35b87d9d5d5ed0c1f6`

  it("lead to the page of what they name", () => {
    expect(
      [id("dep"), id("sub"), id("acc"), id("whk"), id("evt"), id("tkt"), "dep_1", "fail@sandbox.test"].map(placeOfId)
    ).toEqual([
      ["records", id("dep")],
      ["subaccounts", id("sub")],
      ["accounts", id("acc")],
      ["webhooks", id("whk")],
      ["events", id("evt")],
      undefined,
      undefined,
      undefined
    ])
    expect([kindOfId(id("inv")), kindOfId("E99999999202601010000L5UWUYNSCB8")]).toEqual(["lightningInvoice", undefined])
    expect([id("pay"), id("kyc"), "E99999999202601010000L5UWUYNSCB8", id("acc")].map(listOfId))
      .toEqual(["payouts", "kyc", "disputes", undefined])
  })
})

describe("a dispute", () => {
  it("is about what its latest legs tell", () => {
    const leg = { disputeId: null, reason: "FRAUD", payerName: null, value: 5_000 }
    const legs = [leg, { ...leg, disputeId: "d1", reason: null, value: 4_000 }]
    expect(contestedIn({ legs })).toEqual({ value: 4_000, disputeId: "d1", reason: "FRAUD", payerName: undefined })
    expect(contestedIn({})).toEqual({ value: undefined, disputeId: undefined, reason: undefined, payerName: undefined })
  })
})

describe("an edited account", () => {
  it("sends nothing where nothing differs", () => {
    expect(changesOf(draft, { ...draft })).toEqual({})
  })

  it("sends what differs, flags by what was turned on and off", () => {
    const edited: Draft = {
      ...draft,
      email: "a@example.com",
      flags: ["TRON_PAYOUT"],
      perSecond: "5",
      burst: "10",
      fees: { ...draft.fees, payout: { fixedCents: "100", basisPoints: "" } }
    }
    expect(changesOf(draft, edited)).toEqual({
      email: "a@example.com",
      flags: { SWAP: false, TRON_PAYOUT: true },
      requestRate: { perSecond: 5, burst: 10 },
      fees: { payout: { fixedCents: 100 } }
    })
    expect(changesOf(edited, draft)).toMatchObject({ email: null, requestRate: null, fees: {} })
  })

  it("sends the whole list of recipients, an entry a line, or that there is none", () => {
    const listed = { ...draft, isListed: true, pixKeys: "a@example.com\n\n  11144477735 ", addresses: "0xabc\n" }
    expect(changesOf(draft, listed)).toEqual({
      allowedRecipients: { pixKeys: ["a@example.com", "11144477735"], addresses: ["0xabc"] }
    })
    expect(changesOf(draft, { ...draft, isListed: true })).toEqual({
      allowedRecipients: { pixKeys: [], addresses: [] }
    })
    expect(changesOf(listed, { ...listed, isListed: false })).toEqual({ allowedRecipients: null })
    // What was typed into a list that is then given up is no change.
    expect(changesOf(draft, { ...listed, isListed: false })).toEqual({})
    expect(changesOf(listed, { ...listed, pixKeys: `${listed.pixKeys}\n` })).toEqual({})
  })

  it("sends how many wallets' keys may be read, and nothing for the service's own number", () => {
    expect(changesOf(draft, { ...draft, walletKeysPerHour: "20" })).toEqual({ walletKeysPerHour: 20 })
    expect(changesOf({ ...draft, walletKeysPerHour: "20" }, draft)).toEqual({ walletKeysPerHour: null })
  })

  it("sends a limit as the service reads it, however it was typed", () => {
    expect(changesOf(draft, { ...draft, perTxLimitBrl: "1.500,50" })).toEqual({ perTxLimitBrl: "1500.50" })
  })

  it("sends what is no number as it was typed, for the service to refuse", () => {
    expect(changesOf(draft, { ...draft, chargeLifetimeMinutes: "a day" })).toEqual({ chargeLifetimeMinutes: "a day" })
  })
})

describe("headers of a webhook", () => {
  it("are read one a line", () => {
    expect(headersIn("X-Tenant: 7\n\n Authorization : Bearer a:b \nX-Empty")).toEqual({
      "X-Tenant": "7",
      Authorization: "Bearer a:b",
      "X-Empty": ""
    })
    expect(headersIn(" \n")).toBe(undefined)
  })
})

type Leaves = ReadonlyArray<readonly [path: string, text: string]>

const leaves = (value: unknown, path = ""): Leaves =>
  typeof value === "function"
    ? [[path, String((value as (of: string) => string)("7"))]]
    : typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, each]) => leaves(each, `${path}.${name}`))
    : [[path, String(value)]]

// Names that both languages write the same way.
const shared = new Set([
  "—",
  "Menu",
  "Sandbox",
  "Webhook",
  "Webhooks",
  "Status",
  "Id",
  "End-to-end id",
  "Id, end-to-end id, hash…",
  "Volume",
  "Total",
  "KYC",
  "KYB",
  "CSV",
  "OFX",
  "Pontepay",
  "< 1 min",
  "< 10 min",
  "< 1 h",
  "7 · Pontepay"
])

describe("the two languages", () => {
  it("say the same things, in different words §dashboard-languages", () => {
    // What the service says is passed on by functions of their own, which `said.test.ts` looks at.
    const english = new Map(leaves({ ...en, said: {} }))
    const portuguese = leaves({ ...pt, said: {} })
    expect(portuguese.map(([path]) => path)).toEqual([...english.keys()])
    const same = portuguese.filter(([path, text]) => text === english.get(path) && !shared.has(text))
    expect(same).toEqual([])
    expect(portuguese.filter(([, text]) => text.trim() === "")).toEqual([])
  })
})
