// What browser tests of operators do again and again: accept an invitation, sign in, and send requests as the page does. Their
// authenticator goes by the test's clock, which stands still until it is moved: a code is good once.
import { once } from "node:events"
import { type AddressInfo, type Socket, connect, createServer } from "node:net"
import type { Page } from "playwright-core"
import type { OperatorRole } from "../../core/operations/operator/role.ts"
import { type Language, type PageOptions, desktop, withPage } from "../support/browser.ts"
import { codeOf, forward, goodPassword, invite, secretIn } from "../support/staff.ts"

/** An operator who can sign in. */
export interface Person {
  readonly operatorId: string
  readonly name: string
  readonly email: string
  readonly password: string
  /** The secret of the authenticator, hex; and as it was shown. */
  readonly secret: string
  readonly shown: string
  readonly recoveryCodes: ReadonlyArray<string>
}

/** A code that was not used yet. */
export const newCode = (secret: string): string => {
  forward(30_000)
  return codeOf(secret)
}

/** Opens a link of an invitation and accepts it, up to the dashboard. */
export const acceptInvitation = async (page: Page, link: string, password = goodPassword) => {
  await page.goto(link)
  // Where a page of the dashboard was open, only its place has changed.
  const shown = String(await page.locator("form .secret code").textContent())
  const secret = secretIn(shown)
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret))
  await page.getByLabel("New password", { exact: true }).fill(password)
  await page.getByLabel("New password again").fill(password)
  await page.getByRole("button", { name: "Accept" }).click()
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor()
  const recoveryCodes = await page.locator(".codes code").allTextContents()
  await page.getByLabel("I kept them").check()
  await page.getByRole("button", { name: "Go to the dashboard" }).click()
  await page.locator("nav").first().waitFor({ state: "attached" })
  return { secret, shown, recoveryCodes, password }
}

let made = 0

/** Somebody of a role who has accepted, in a browser of his own. */
export const person = async (base: string, bearer: string, role: OperatorRole): Promise<Person> => {
  const name = `Rita ${["Alves", "Borges", "Castro", "Dias", "Esteves", "Farias", "Gomes"][made++ % 7] ?? ""}`
  const { email, invitation, operatorId } = await invite(base, bearer, role, { name })
  const accepted = await withPage(
    desktop,
    "en",
    (page) => acceptInvitation(page, `${base}/dashboard/#/invitation/${invitation}`)
  )
  return { operatorId, name, email, ...accepted }
}

/** Fills the form of the door, with a new code by default another. */
export const fillSignIn = async (
  page: Page,
  { email, password, secret }: Pick<Person, "email" | "password" | "secret">,
  code = newCode(secret)
): Promise<void> => {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByLabel("Code", { exact: true }).fill(code)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

/** Opens the dashboard and signs in as a person. */
export const enter = async (page: Page, base: string, who: Person): Promise<void> => {
  await page.goto(`${base}/dashboard/`)
  await fillSignIn(page, who)
  await page.locator("nav").first().waitFor({ state: "attached" })
}

// Chromium's line about a request that was refused: no one has a session before he signs in.
const refusals = [/status of 4\d\d/]

/** A browser of its own in which a person has signed in. */
export const asPerson = <A>(
  base: string,
  who: Person,
  work: (page: Page) => Promise<A>,
  { lang = "en", ...options }: PageOptions & { readonly lang?: Language } = {}
): Promise<A> =>
  withPage(desktop, lang, async (page) => {
    await enter(page, base, who)
    return work(page)
  }, { tolerates: refusals, ...options })

/** Sends a request out of the page, with the session's cookie and its token, and gives the status and the error's code. */
export const forced = (page: Page, method: string, path: string, body: object = {}) =>
  page.evaluate(async (asked) => {
    const session = await (await fetch("/dashboard/api/session")).json() as {
      readonly data?: { readonly viewer: { readonly csrf: string } }
    }
    const answer = await fetch(asked.path, {
      method: asked.method,
      headers: { "x-csrf-token": session.data?.viewer.csrf ?? "", "content-type": "application/json" },
      ...(asked.method === "GET" ? {} : { body: JSON.stringify(asked.body) })
    })
    const { errorCode = null } = await answer.json() as { readonly errorCode?: string | null }
    return { status: answer.status, errorCode }
  }, { method, path, body })

/** The cookies of a browser, by what keeps them from others. */
export const cookiesOf = async (page: Page) =>
  (await page.context().cookies()).map(({ httpOnly, name, path, sameSite, secure, value }) => ({
    httpOnly,
    name,
    path,
    sameSite,
    secure,
    value
  }))

/** An address whose port is known before the host behind it is: names of environments may have ports. */
export const addressBefore = async () => {
  let port = 0
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const behind = connect(port, "127.0.0.1")
    for (const each of [socket, behind]) {
      open.add(each)
      each.on("error", () => undefined).on("close", () => open.delete(each))
    }
    socket.pipe(behind).pipe(socket)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const name = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    name,
    base: `http://${name}`,
    leadTo: (behind: number): void => {
      port = behind
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    }
  }
}

/** Waits until a page whose session is over says so, and asks who it is. */
export const leadsToDoor = async (page: Page): Promise<void> => {
  await page.getByText("Your session has ended. Sign in again.").waitFor()
  await page.getByLabel("Email").waitFor()
}
