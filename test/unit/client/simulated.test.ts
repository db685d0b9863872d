// A client in virtual time, made from the package's entry alone: no timer of this machine runs, and two runs are the same.
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { type Platform, TimeoutError, clientOn } from "../../../hosts/client/index.ts"

interface Waiting {
  readonly at: number
  readonly wake: () => void
}

/** Time that stands still until everybody waits, and then goes on to whoever is first. */
const virtualTime = () => {
  let now = Date.UTC(2026, 10, 21)
  let made = 0
  const waiting = new Set<Waiting>()
  const platform: Platform = {
    random: () => 0.25,
    uniqueKey: () => `key-${++made}`,
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const each = { at: now + milliseconds, wake: resolve }
        waiting.add(each)
        signal?.addEventListener("abort", () => {
          waiting.delete(each)
          resolve()
        })
      })
  }
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  }
  const run = async (): Promise<void> => {
    for (await settled(); waiting.size > 0; await settled()) {
      const [first] = [...waiting].toSorted((one, other) => one.at - other.at)
      if (first === undefined) return
      waiting.delete(first)
      now = first.at
      first.wake()
    }
  }
  return { platform, run }
}

beforeEach(() => {
  vi.spyOn(globalThis, "setTimeout").mockImplementation(() => expect.fail("a timer of this machine"))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A payout on a host that hangs, is busy until a date, and hangs from then on. */
const simulated = async (): Promise<{ readonly log: ReadonlyArray<string>; readonly error: unknown }> => {
  const { platform, run } = virtualTime()
  const startedAt = platform.now()
  const log: Array<string> = []
  const client = clientOn(platform, {
    baseUrl: "https://pay.example",
    apiKey: "pontepay_test_key",
    fetch: (_input, init) => {
      const key = new Headers(init?.headers).get("idempotency-key") ?? ""
      log.push(`${platform.now() - startedAt} ${key}`)
      if (log.length === 2) {
        const headers = { "retry-after": new Date(platform.now() + 10_000).toUTCString() }
        return Promise.resolve(Response.json({ error: "busy" }, { status: 503, headers }))
      }
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error))
      )
    }
  })
  const paid = client.payouts.create({ value: 5_000, network: "polygon", pixKey: "maria@example.com", walletPin: "1" })
  const ended = paid.then(() => expect.fail("it was answered"), (error: unknown) => error)
  await run()
  log.push(`${platform.now() - startedAt} ended`)
  return { log, error: await ended }
}

it("takes its clock, pauses, time-outs, chance and keys from the platform §client-simulated", async () => {
  const { error, log } = await simulated()
  // A try ends after 30 s. What is left until the date is rounded up, to 10 s.
  expect(log).toEqual(["0 key-1", "30062.5 key-1", "40187.5 key-1", "70187.5 ended"])
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error).toMatchObject({ attempts: 3, idempotencyKey: "key-1", outcomeUnknown: true })
  expect((await simulated()).log).toEqual(log)
})
