// How the dashboard shows who asks: a token in a header, or a session's cookie with its CSRF token; and what keeps a session open.
import { afterEach, describe, expect, it, vi } from "vitest"
import { type Credential, makeClient, strangersClient } from "../../../../hosts/dashboard/src/api/client.ts"
import { openLive } from "../../../../hosts/dashboard/src/api/live.ts"
import { whilePresent } from "../../../../hosts/dashboard/src/api/presence.ts"
import { takeInvitation } from "../../../../hosts/dashboard/src/app/invited.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

interface Sent {
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly credentials: string
}

/** Answers every request, and keeps what was sent. */
const recorded = (status = 200, answer: object = { success: true, data: {} }): ReadonlyArray<Sent> => {
  const sent: Array<Sent> = []
  vi.stubGlobal("fetch", (target: string, { credentials, headers }: Omit<Sent, "target">) => {
    sent.push({ target, headers, credentials })
    return Promise.resolve(new Response(JSON.stringify(answer), { status }))
  })
  return sent
}

const asked = async (credential: Credential, status?: number, answer?: object) => {
  const sent = recorded(status, answer)
  const refused = vi.fn<() => void>()
  const client = makeClient(() => credential, refused)
  await client.ask("readSession", {}).catch(() => undefined)
  await client.ask("signOut", {}).catch(() => undefined)
  return { sent, refused }
}

describe("a request of the dashboard", () => {
  it("carries a token in a header, and no cookie", async () => {
    const { sent } = await asked({ by: "token", token: "secret" })
    expect(sent.map(({ credentials, headers }) => [credentials, headers["authorization"], headers["x-csrf-token"]]))
      .toEqual([["omit", "Bearer secret", undefined], ["omit", "Bearer secret", undefined]])
  })

  it("carries a session's cookie, and its CSRF token where it writes", async () => {
    const { sent } = await asked({ by: "cookie", csrf: "proof" })
    expect(sent.map(({ credentials, headers }) => [credentials, headers["authorization"], headers["x-csrf-token"]]))
      .toEqual([["same-origin", undefined, undefined], ["same-origin", undefined, "proof"]])
  })

  it("takes the credential of its own moment", async () => {
    const sent = recorded()
    let credential: Credential = { by: "cookie", csrf: "first" }
    const client = makeClient(() => credential, () => undefined)
    await client.ask("signOut", {})
    credential = { by: "cookie", csrf: "second" }
    await client.ask("signOut", {})
    expect(sent.map(({ headers }) => headers["x-csrf-token"])).toEqual(["first", "second"])
  })

  it("reports a credential that opens nothing any more", async () => {
    expect((await asked({ by: "cookie", csrf: "proof" }, 401)).refused).toHaveBeenCalledTimes(2)
    expect((await asked({ by: "cookie", csrf: "proof" }, 403)).refused).not.toHaveBeenCalled()
    // A wrong password, typed to change it, ends no session.
    const wrong = { success: false, error: "", errorCode: "SIGN_IN_REFUSED" }
    expect((await asked({ by: "cookie", csrf: "proof" }, 401, wrong)).refused).not.toHaveBeenCalled()
  })

  it("signs in with neither", async () => {
    const sent = recorded()
    await strangersClient.ask("signIn", { body: { email: "a@example.com", password: "p", code: "000000" } })
    expect(sent).toEqual([{
      target: "/dashboard/api/sign-in",
      credentials: "same-origin",
      headers: { "content-type": "application/json", "idempotency-key": expect.any(String) as string }
    }])
  })
})

describe("an invitation in the address", () => {
  it("is taken out of it at once", () => {
    const replaced: Array<unknown> = []
    vi.stubGlobal("history", { replaceState: (_: unknown, __: string, link: string) => replaced.push(link) })
    vi.stubGlobal("location", { hash: "#/invitation/a%2Fb" })
    expect(takeInvitation()).toBe("a/b")
    expect(replaced).toEqual(["#/"])
    vi.stubGlobal("location", { hash: "#/deposits" })
    expect(takeInvitation()).toBeUndefined()
    vi.stubGlobal("location", { hash: "#/invitation" })
    expect(takeInvitation()).toBeUndefined()
    expect(replaced).toHaveLength(1)
  })
})

describe("a page with no one at it", () => {
  it("stops looking, so that the session may end, and looks again when somebody is back", () => {
    vi.useFakeTimers()
    const listeners = new Map<string, () => void>()
    vi.stubGlobal("addEventListener", (name: string, listener: () => void) => listeners.set(name, listener))
    vi.stubGlobal("removeEventListener", (name: string) => listeners.delete(name))
    let remind = (): void => undefined
    const tell = vi.fn<() => void>()
    const present = whilePresent((told) => {
      remind = told
      return () => undefined
    })
    const stop = present.remind(tell)
    vi.advanceTimersByTime(299_000)
    remind()
    expect([present.isHere(), tell.mock.calls.length]).toEqual([true, 1])
    vi.advanceTimersByTime(1_000)
    remind()
    expect([present.isHere(), tell.mock.calls.length]).toEqual([false, 1])
    listeners.get("keydown")?.()
    listeners.get("keydown")?.()
    expect([present.isHere(), tell.mock.calls.length]).toEqual([true, 2])
    stop()
    expect(listeners.size).toBe(0)
  })

  it("is notified of no change", async () => {
    const body = new Response("event: hello\ndata: {}\n\nevent: change\ndata: {\"id\":\"x\"}\n\n")
    const unused = () => Promise.reject(new Error("not asked"))
    const heard = vi.fn<() => void>()
    const states: Array<string> = []
    const client = { ask: unused, save: unused, listen: () => Promise.resolve(body) }
    const live = openLive(client, () => () => undefined, () => false)
    live.listen(heard)
    live.watch((state) => states.push(state))
    await vi.waitFor(() => expect(states).toContain("retrying"))
    live.close()
    expect(heard).not.toHaveBeenCalled()
  })
})
