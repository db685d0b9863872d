// What browser tests of the dashboard do again and again: fill a sandbox with something of everything, and sign in.
import type { Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { type DashboardWorld, openDashboard, ownerKey } from "../http/dashboard-world.ts"
import { type Language, closeBrowser, desktop, phone, withPage } from "../support/browser.ts"
import { dataOf, send } from "../support/http.ts"

interface Filled {
  readonly paid: string
  readonly waiting: string
  readonly payout: string
  readonly held: string
  readonly failed: string
  readonly webhook: string
  /** An event of the paid deposit. */
  readonly event: string
  /** Somebody whose first attempt was rejected and whose second one waits. */
  readonly subaccount: string
  readonly rejected: string
}

/** The attempt that somebody begins on the provider's pages. */
const begunAttempt = async ({ host }: DashboardWorld, subAccountId: string): Promise<string> => {
  const answer = await send(host.base, { path: "/api/kyc", key: ownerKey, body: { subAccountId } })
  return String(dataOf(answer)["attemptId"])
}

const examined = async (world: DashboardWorld): Promise<Pick<Filled, "subaccount" | "rejected">> => {
  const made = await send(world.host.base, { path: "/api/subaccount", key: ownerKey, body: { name: "Ana Souza" } })
  const subaccount = String(dataOf(made)["subAccountId"])
  const rejected = await begunAttempt(world, subaccount)
  await world.write(ownerKey, `/sandbox/kyc/${rejected}/decide`, {
    status: "REJECTED",
    labels: ["DOCUMENT_UNREADABLE"]
  })
  await begunAttempt(world, subaccount)
  return { subaccount, rejected }
}

const eventOf = async (world: DashboardWorld, id: string): Promise<string> => {
  const { events } = await world.read(ownerKey, `/admin/explain/${id}`)
  return String((events as ReadonlyArray<{ readonly id: string }>)[0]?.id)
}

/** Something of everything: paid, waiting and contested deposits, payouts of every fate, invoices, a webhook with a log. */
const fill = async (world: DashboardWorld): Promise<Filled> => {
  const webhook = await world.webhook()
  const paid = await world.paidDeposit()
  await world.until("deposits", paid.id, "COMPLETED")
  const returned = await world.paidDeposit()
  await world.until("deposits", returned.id, "COMPLETED")
  await world.write(ownerKey, `/sandbox/deposits/${returned.id}/return`, { value: 1_000 })
  await world.write(ownerKey, `/sandbox/deposits/${paid.id}/dispute`, { status: "CREATED", reason: "FRAUD" })
  const waiting = await world.deposit()
  const payout = await world.payout(ownerKey, "maria@example.com")
  await world.until("payouts", payout, "COMPLETED")
  const failed = await world.payout(ownerKey, "fail@sandbox.test")
  await world.until("payouts", failed, "FAILED")
  const held = await world.payout(ownerKey, "hold@sandbox.test")
  await world.invoice()
  await world.bury("job-1")
  const event = await eventOf(world, paid.id)
  return { paid: paid.id, waiting: waiting.id, payout, held, failed, webhook, event, ...await examined(world) }
}

interface Opened {
  readonly world: DashboardWorld
  readonly filled: Filled
}

// Chromium's line about a request that a test has refused.
const refusals = [/status of 4\d\d/]

/** A filled sandbox for the tests of a file: opened before them, closed with the browser after them. */
export const filledDashboard = () => {
  let opened: Opened | undefined
  const there = (): Opened => {
    if (opened === undefined) throw new Error("the sandbox is opened before the tests")
    return opened
  }
  beforeAll(async () => {
    const world = await openDashboard()
    opened = { world, filled: await fill(world) }
  })
  afterAll(async () => {
    await closeBrowser()
    await opened?.world.close()
  })
  const signedIn =
    <A>(tokenOf: (world: DashboardWorld) => string, viewport: typeof desktop) =>
    (work: (page: Page) => Promise<A>, lang: Language = "en") =>
      withPage(viewport, lang, async (page) => {
        await signIn(page, there().world.host.base, tokenOf(there().world))
        return work(page)
      }, { tolerates: refusals })
  return {
    get world() {
      return there().world
    },
    get filled() {
      return there().filled
    },
    refusals,
    /** The operator at a desk. */
    asOperator: signedIn(({ token }) => token, desktop),
    /** An owner on a phone. */
    asOwner: signedIn(() => ownerKey, phone)
  }
}

/** Opens the dashboard at a place and signs in with a token or key. */
export const signIn = async (page: Page, base: string, token: string, place = ""): Promise<void> => {
  await page.goto(`${base}/dashboard/${place}`)
  await page.locator("input[type=password]").fill(token)
  await page.locator("button[type=submit]").click()
  await page.locator("nav").first().waitFor({ state: "attached" })
}

/** Goes to a place of the dashboard that is open, and waits for its heading. */
export const goTo = async (page: Page, place: string, heading: string): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash
  }, place)
  await page.getByRole("heading", { level: 1, name: heading }).waitFor()
}
