// A process killed between signing for a wallet's money, claiming it, sending it and hearing so, and a service that comes back
// soon or half a day later: what was signed is sent within its hour or never, and a story that failed for it is told from one
// that lost money.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { RecordRow } from "../../hosts/audit/plane.ts"
import { Client } from "./client.ts"
import { account, furnish } from "./furnish.ts"
import { endAll, startHost } from "./host.ts"
import { drained } from "./judge.ts"
import { contradictionsOf } from "./never-sent.ts"
import { railOf } from "./rail.ts"
import { Random } from "./random.ts"
import { Remains } from "./remains.ts"
import { type Purse, payoutStory, transferStory } from "./wallet-story.ts"
import { within } from "./within.ts"

const second = 1_000
/** Past every lease, and within the hour. */
const soonMs = 61 * second
const halfADayMs = 12 * 3_600 * second
const stepsMs = 60 * second

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Chooses the same of everything. */
class Steady extends Random {
  private readonly share: number

  constructor(share: number) {
    super(0)
    this.share = share
  }

  override next(): number {
    return this.share
  }
}

const plain = new Steady(0.3)
const directory = mkdtempSync(join(tmpdir(), "pontepay-never-sent-"))
const bootstrapFile = join(directory, "accounts.json")
const url = `sqlite:${join(directory, "plane.db")}`
const common = { directory, databaseUrl: url, bootstrapFile }
let purse: Purse

// Where no one listens: what is sent is sent once, and fails.
const silent = { url: "http://127.0.0.1:9/", secret: "5e".repeat(32) }

beforeAll(async () => {
  const own = account(1, silent)
  writeFileSync(bootstrapFile, JSON.stringify({ accounts: [own] }))
  const [furnished] = await furnish([own.apiKey], common)
  if (furnished === undefined) throw new Error("there is no wallet")
  purse = furnished
})

afterAll(() => {
  endAll()
  rmSync(directory, { recursive: true, force: true })
})

const stories = {
  payout: (n: number) => payoutStory(n, purse, plain, railOf(url)),
  /** Its provider says by a message what became of it. */
  "held payout": (n: number) => payoutStory(n, purse, new Steady(0), railOf(url)),
  transfer: (n: number) => transferStory(n, purse, plain)
} as const

/** What the process stored last. */
const deaths = {
  signed: "\"state\":\"DEBITING\"",
  claimed: "\"state\":\"SENDING\"",
  received: "\"visibleFrom\""
} as const

let told = 0
/** The clock of the last host: one after it is never behind. */
let aheadMs = 0

/** Lives a story whose first process dies; what its check finds, and what is stored. */
const lived = async (what: keyof typeof stories, death: keyof typeof deaths, awayMs: number) => {
  const story = stories[what](++told)
  const [create] = story.steps
  const dying = await startHost({ ...common, clockAheadMs: aheadMs, diesAt: deaths[death] })
  const first = new Client(() => [dying], 1, plain)
  await create?.(first)
  await within(stepsMs, `the death of the process once it was ${death}`, dying.ended)
  first.close()
  aheadMs += awayMs
  const host = await startHost({ ...common, clockAheadMs: aheadMs })
  const client = new Client(() => [host], 1, plain)
  const giveUpAt = performance.now() + stepsMs
  for (const step of story.steps) {
    while (!(await step(client)).isDone && performance.now() < giveUpAt) await sleep(50)
  }
  expect(await drained(url)).toEqual([])
  const remains = await Remains.read(url)
  const found = await story.check(client, remains)
  client.close()
  await host.stop()
  // The next transfer is not of the same half minute.
  aheadMs += soonMs
  const [{ state } = { state: "none" }] = remains.of<{ readonly state: string }>(story.kind, story.name())
  return { found, state, remains, story }
}

it.for(
  [
    ["payout", "signed", soonMs, "COMPLETED"],
    ["payout", "signed", halfADayMs, "FAILED"],
    ["payout", "claimed", halfADayMs, "FAILED"],
    ["payout", "received", halfADayMs, "COMPLETED"],
    ["held payout", "claimed", halfADayMs, "FAILED"],
    ["transfer", "claimed", soonMs, "CONFIRMED"],
    ["transfer", "claimed", halfADayMs, "FAILED"],
    ["transfer", "received", halfADayMs, "CONFIRMED"]
  ] as const
)("a %s that was %s, %i ms before the next process, is %s", async ([what, death, awayMs, ends]) => {
  const { found, state } = await lived(what, death, awayMs)
  expect(found).toEqual([])
  expect(state).toBe(ends)
})

describe("a payout that is said to be never sent", () => {
  let remains: Remains
  let name: string
  let id: string

  beforeAll(async () => {
    const never = await lived("payout", "claimed", halfADayMs)
    remains = never.remains
    name = never.story.name()
    id = remains.of<{ readonly id: string }>("payout", name)[0]?.id ?? ""
  })

  const row = (kind: string, of: string): RecordRow => {
    const found = remains.records.find((each) => each.kind === kind && each.id === of)
    if (found === undefined) throw new Error(`there is no ${kind} ${of}`)
    return found
  }
  const found = (records: ReadonlyArray<RecordRow>, entries = remains.entries) =>
    contradictionsOf(new Remains(records, entries, []), "payout", name)
  const beside = (kind: string, of: string, body: object) =>
    found([...remains.records, {
      kind,
      id: of,
      owner: "sandbox",
      version: 1,
      body: JSON.stringify({ id: of, ...body })
    }])
  const instead = (kind: string, of: string, body: object, versions = 0) => {
    const before = row(kind, of)
    const after = { ...JSON.parse(before.body) as object, ...body }
    return found([
      ...remains.records.filter((each) => each !== before),
      { ...before, version: before.version + versions, body: JSON.stringify(after) }
    ])
  }

  it("was not", () => expect(found(remains.records)).toEqual([]))

  it.for(["debit", "restore"])(
    "is contradicted by a %s on the chain",
    (purpose) =>
      expect(beside("sandboxTransfer", `${purpose}/${id}`, { address: "0x1" })[0]).toContain("the chain received")
  )

  it("is contradicted by a PIX at the provider", () =>
    expect(beside("sandboxPayment", id, {})).toEqual([`${name} was never sent, but the provider was asked for ${id}`]))

  it("is contradicted by a PIX that was only planned", () =>
    expect(beside("movement", `pix/${id}`, { subject: id, order: { kind: "pixPayment" } })[0]).toContain(`pix/${id}`))

  it("is contradicted by a purse that changed once more than there are transfers", () => {
    const [order] = remains.of<{ readonly subject: string; readonly order: { readonly payload: string } }>(
      "movement",
      id
    )
      .filter(({ subject }) => subject === id)
    const { from } = JSON.parse(order?.order.payload ?? "{}") as { readonly from: string }
    expect(instead("sandboxPurse", from.toLowerCase(), {}, 1)[0]).toContain("the purse")
  })

  it("is contradicted by a debit that was refused before its hour was over", () => {
    const before = JSON.parse(row("movement", `debit/${id}`).body) as {
      readonly createdAt: number
      readonly history: ReadonlyArray<object>
    }
    const history = before.history.map((each) => ({ ...each, at: before.createdAt + second }))
    expect(instead("movement", `debit/${id}`, { history })[0]).toContain("its debit is")
  })

  it("is contradicted by a debit that was refused for anything else", () =>
    expect(instead("payout", id, { refusal: { code: "insufficientFunds" } })[0]).toContain("insufficientFunds"))

  it.for(["OWED", "RESTORED"])(
    "is contradicted by a payout that failed after its debit, as %s",
    (state) => expect(instead("payout", id, { state })[0]).toContain(`it is ${state}`)
  )

  it("is contradicted by an entry that debits the wallet", () => {
    const spent = remains.entries.map((entry) =>
      entry.id === `debit/${id}/walletReleased` ? { ...entry, template: "walletSpent" } : entry
    )
    expect(found(remains.records, spent)[0]).toContain("its entries are walletHeld, walletSpent")
    const kept = remains.entries.filter((entry) => entry.id !== `debit/${id}/walletReleased`)
    expect(found(remains.records, kept).join()).toContain("its entries change USDT of wallet/")
  })

  it("is contradicted by what its owner was told", () => {
    const told = beside("event", "evt_1", { subject: id, name: "PAYOUT_SUCCESSFUL" })[0]
    expect(told).toContain("PAYOUT_SUCCESSFUL")
  })
})
