// What is sent, what is tried again and when, and what is known in the end, against a line that fails in every way.
import { describe, expect, it } from "vitest"
import { type ClientOptions, clientOn } from "../../../hosts/client/client.ts"
import {
  ApiError,
  CancelledError,
  NetworkError,
  type RequestError,
  TimeoutError,
  UnexpectedAnswerError
} from "../../../hosts/client/errors.ts"
import { pauseAfter } from "../../../hosts/client/pause.ts"
import { thisMachine } from "../../../hosts/client/platform.ts"
import type { CallOptions } from "../../../hosts/client/send.ts"

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** What the line does with a request: an answer, a break, or nothing until it is ended. */
type Act = Response | "breaks" | "hangs"

const payout = { value: 5_000, network: "polygon", pixKey: "maria@example.com", walletPin: "123456" } as const

const refusal = (status: number, errorCode: string | null, headers: Record<string, string> = {}): Response =>
  Response.json({ success: false, error: `it is ${status}`, errorCode }, { status, headers })

const accepted = (): Response =>
  Response.json({ success: true, transactionId: "pay_1", status: "PROCESSING" }, { status: 202 })

const hanging = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)))

/** What tries here may take: these waits are real, and the pauses between tries are none. */
const timeouts: ReadonlySet<number> = new Set([20, 10_000, 2 ** 31 - 1])

/** A client on a line that does one act after the other, and what was sent and waited for. */
const onLine = (...acts: ReadonlyArray<Act>) => {
  const seen: Array<Seen> = []
  const slept: Array<number> = []
  const rest = [...acts]
  let keys = 0
  const client = clientOn({
    random: () => 0.5,
    uniqueKey: () => `key-${++keys}`,
    now: () => Date.UTC(2026, 10, 21),
    sleep: (milliseconds, signal) => {
      if (timeouts.has(milliseconds)) return thisMachine.sleep(milliseconds, signal)
      slept.push(milliseconds)
      return Promise.resolve()
    }
  }, {
    baseUrl: "https://pay.example/v/",
    apiKey: "pontepay_test_key",
    timeoutMs: 20,
    retries: 3,
    fetch: async (input, init) => {
      seen.push({
        method: init?.method ?? "",
        url: input as string,
        headers: init?.headers as Readonly<Record<string, string>>,
        body: init?.body
      })
      const act = rest.shift()
      if (act === undefined) return expect.fail("one request too many")
      if (act === "breaks") throw new TypeError("fetch failed")
      return act === "hangs" ? hanging(init?.signal as AbortSignal) : act
    }
  })
  const pay = (options?: CallOptions) => client.payouts.create(payout, options)
  const failed = (options?: CallOptions): Promise<RequestError> =>
    pay(options).then(() => expect.fail("it did not fail"), (error: unknown) => error as RequestError)
  return { client, failed, pay, seen, slept }
}

describe("a request", () => {
  it("carries the key of the account, a key of its own and its body §client-key", async () => {
    const { pay, seen } = onLine(accepted())
    expect(await pay()).toEqual({ transactionId: "pay_1", status: "PROCESSING" })
    expect(seen).toEqual([{
      method: "POST",
      url: "https://pay.example/v/api/wallet/payout",
      headers: {
        accept: "application/json",
        authorization: "Bearer pontepay_test_key",
        "idempotency-key": "key-1",
        "content-type": "application/json"
      },
      body: JSON.stringify(payout)
    }])
  })

  it("takes the key that it is given, and a new one for each call §client-key", async () => {
    const { pay, seen } = onLine(accepted(), accepted(), accepted())
    await pay({ idempotencyKey: "mine" })
    await pay()
    await pay()
    expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual(["mine", "key-1", "key-2"])
  })

  it("that reads has no key and no body", async () => {
    const { client, seen } = onLine(Response.json({ success: true, data: { transactionId: "p" } }))
    expect(await client.payouts.get("p")).toEqual({ transactionId: "p" })
    expect(seen[0]).toMatchObject({ method: "GET", body: undefined })
    expect(Object.keys(seen[0]?.headers ?? {})).toEqual(["accept", "authorization"])
  })

  it("that only reads has no key, though it is a POST §client-key", async () => {
    const { client, seen } = onLine("breaks", Response.json({ success: true, data: {} }))
    await client.wallets.getByBody({})
    expect(seen.map(({ headers, method }) => [method, "idempotency-key" in headers])).toEqual([
      ["POST", false],
      ["POST", false]
    ])
  })

  it("that needs no API key goes out without", async () => {
    const { client, seen } = onLine(Response.json({ success: true, data: {} }))
    await client.documents.validateLiveness({ validateLivenessToken: "t" })
    expect(seen[0]?.headers).not.toHaveProperty("authorization")
  })
})

describe("another try", () => {
  it("is the same key and the same bytes §client-same-bytes", async () => {
    const { pay, seen } = onLine("breaks", "hangs", refusal(503, "UPSTREAM_UNAVAILABLE"), accepted())
    expect(await pay()).toMatchObject({ transactionId: "pay_1" })
    expect(seen).toHaveLength(4)
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1)
  })

  it.each([429, 502, 503, 504])("comes after %i §client-retries", async (status) => {
    const { pay, seen } = onLine(refusal(status, null), accepted())
    await pay()
    expect(seen).toHaveLength(2)
  })

  it.each([400, 401, 403, 404, 408, 409, 410, 413, 415, 421, 500, 501])(
    "does not come after %i §client-retries",
    async (status) => {
      const { failed, seen } = onLine(refusal(status, null))
      expect(await failed()).toBeInstanceOf(ApiError)
      expect(seen).toHaveLength(1)
    }
  )

  it("does not come after a 502 that is final §client-retries", async () => {
    const { failed, seen } = onLine(refusal(502, "IMPORT_NOT_ENABLED"))
    expect(await failed()).toMatchObject({ errorCode: "IMPORT_NOT_ENABLED" })
    expect(seen).toHaveLength(1)
  })

  it("comes as often as it may, and no more §client-retries", async () => {
    const all = () => onLine("breaks", "breaks", "breaks", "breaks")
    const usual = all()
    expect(await usual.failed()).toMatchObject({ attempts: 4 })
    expect(usual.slept).toHaveLength(3)
    const never = all()
    expect(await never.failed({ retries: 0 })).toMatchObject({ attempts: 1 })
    expect(never.slept).toEqual([])
  })

  it("comes for reads as well §client-retries", async () => {
    const { client, seen } = onLine("breaks", Response.json({ success: true, data: { transactionId: "p" } }))
    await client.payouts.get("p")
    expect(seen).toHaveLength(2)
  })

  it("waits for Retry-After and a random part on top §client-pause", async () => {
    const { pay, slept } = onLine(refusal(429, "RATE_LIMITED", { "retry-after": "7" }), "breaks", accepted())
    await pay()
    expect(slept).toEqual([7_125, 250])
  })

  it("understands a date in Retry-After §client-pause", async () => {
    const { pay, slept } = onLine(refusal(503, null, { "retry-after": "Sat, 21 Nov 2026 00:00:09 GMT" }), accepted())
    await pay()
    expect(slept).toEqual([9_125])
  })

  it("does not come when it would have to wait for more than 20 s §client-pause", async () => {
    const { failed, slept } = onLine(refusal(429, "RATE_LIMITED", { "retry-after": "21" }))
    expect(await failed()).toMatchObject({ errorCode: "RATE_LIMITED", retryAfter: 21 })
    expect(slept).toEqual([])
    const waits = onLine(refusal(429, "RATE_LIMITED", { "retry-after": "20" }), accepted())
    await waits.pay()
    expect(waits.slept).toEqual([20_125])
  })
})

describe("a pause", () => {
  const silent = { _tag: "Silent", why: "network", cause: undefined } as const

  it("doubles up to eight seconds §client-pause", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 40].map((number) => pauseAfter(silent, number, 1))).toEqual([
      250,
      500,
      1_000,
      2_000,
      4_000,
      8_000,
      8_000,
      8_000
    ])
  })

  it("may be anything below that §client-pause", () => {
    expect(pauseAfter(silent, 3, 0)).toBe(0)
    expect(pauseAfter(silent, 3, 0.25)).toBe(250)
  })
})

describe("what is known in the end", () => {
  const may: ReadonlyArray<readonly [string, ReadonlyArray<Act>, new(...parts: ReadonlyArray<never>) => RequestError]> =
    [
      ["nothing came", ["breaks"], NetworkError],
      ["nothing came in time", ["hangs"], TimeoutError],
      ["a fault of the service", [refusal(500, "INTERNAL")], ApiError],
      ["a gateway that gave up", [new Response("<html>", { status: 504 })], ApiError],
      ["silence, and then a limit", ["hangs", refusal(429, "RATE_LIMITED")], ApiError],
      ["silence, and then a key that is gone", ["breaks", refusal(401, "UNAUTHORIZED")], ApiError],
      ["an answer that is no JSON", [new Response("yes", { status: 200 })], UnexpectedAnswerError],
      ["silence, and then a refusal", ["hangs", refusal(400, "INSUFFICIENT_FUNDS")], ApiError],
      ["silence, and then a redirect", ["breaks", new Response(null, { status: 302 })], UnexpectedAnswerError]
    ]

  it.each(may)("%s: it may have happened §client-outcome", async (_what, acts, kind) => {
    const error = await onLine(...acts).failed({ retries: acts.length - 1 })
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ outcomeUnknown: true, idempotencyKey: "key-1", attempts: acts.length })
  })

  const not: ReadonlyArray<readonly [string, ReadonlyArray<Act>]> = [
    ["a refusal", [refusal(400, "INSUFFICIENT_FUNDS")]],
    ["a limit", [refusal(429, "RATE_LIMITED")]],
    ["what does not exist here", [refusal(501, "NOT_AVAILABLE_IN_SANDBOX")]]
  ]

  it.each(not)("%s: it did not happen §client-outcome", async (_what, acts) => {
    const error = await onLine(...acts).failed({ retries: acts.length - 1 })
    expect(error).toBeInstanceOf(ApiError)
    expect(error.outcomeUnknown).toBe(false)
  })

  it("a read that fails changed nothing §client-outcome", async () => {
    const { client } = onLine("breaks")
    await expect(client.payouts.get("p", { retries: 0 })).rejects.toMatchObject({
      outcomeUnknown: false,
      idempotencyKey: undefined
    })
  })
})

describe("the end of a call", () => {
  it("comes by the clock, try by try §client-timeout", async () => {
    const { failed, seen } = onLine("hangs", "hangs", "hangs", "hangs")
    const error = await failed()
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error.message).toBe("POST /api/wallet/payout was not answered in time")
    expect(seen).toHaveLength(4)
  })

  it("comes when the body stops in its middle §client-timeout", async () => {
    const stuck = new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([123])) }))
    const { client } = onLine(stuck)
    const body = stuck.text.bind(stuck)
    // A real fetch ends the body with its signal; this stands for it.
    stuck.text = () => Promise.race([body(), hanging(AbortSignal.timeout(30))])
    await expect(client.health.live({ retries: 0, timeoutMs: 20 })).rejects.toBeInstanceOf(TimeoutError)
  })

  it("comes by the caller's signal, before, while it is sent and between tries §client-cancel", async () => {
    const reason = new Error("the user left")
    const before = onLine()
    expect(await before.failed({ signal: AbortSignal.abort(reason) })).toMatchObject({
      name: "AbortError",
      cause: reason,
      attempts: 0,
      outcomeUnknown: false
    })
    expect(before.seen).toEqual([])

    const leaving = new AbortController()
    const during = onLine("hangs").failed({ signal: leaving.signal, timeoutMs: 10_000 })
    setTimeout(() => leaving.abort(reason), 5)
    const error = await during
    expect(error).toBeInstanceOf(CancelledError)
    expect(error).toMatchObject({ cause: reason, attempts: 1, outcomeUnknown: true })

    const between = new AbortController()
    const waiting = onLine(refusal(429, "RATE_LIMITED"))
    waiting.slept.push = () => {
      between.abort(reason)
      return 0
    }
    expect(await waiting.failed({ signal: between.signal })).toMatchObject({
      name: "AbortError",
      cause: reason,
      attempts: 1,
      outcomeUnknown: false
    })
  })
})

describe("what can never work", () => {
  const wrong: ReadonlyArray<readonly [string, CallOptions]> = [
    ["timeoutMs", { timeoutMs: Infinity }],
    ["timeoutMs", { timeoutMs: Number.NaN }],
    ["timeoutMs", { timeoutMs: 0 }],
    ["timeoutMs", { timeoutMs: 2 ** 31 }],
    ["retries", { retries: Number.NaN }],
    ["retries", { retries: Infinity }],
    ["retries", { retries: -1 }],
    ["idempotencyKey", { idempotencyKey: "pedido-✓" }],
    ["idempotencyKey", { idempotencyKey: "pedido-ç" }],
    ["idempotencyKey", { idempotencyKey: "a\nb" }],
    ["idempotencyKey", { idempotencyKey: "" }],
    ["idempotencyKey", { idempotencyKey: " " }],
    ["idempotencyKey", { idempotencyKey: "k".repeat(256) }]
  ]

  it.each(wrong)("as %s of a call is refused before it is sent: %o §client-outcome", async (name, options) => {
    const { pay, seen } = onLine()
    const refused = pay(options)
    await expect(refused).rejects.toThrow(TypeError)
    await expect(refused).rejects.toThrow(name)
    expect(seen).toEqual([])
  })

  it.each<CallOptions>([
    { timeoutMs: 2 ** 31 - 1 },
    { retries: 0 },
    { idempotencyKey: "k".repeat(255) },
    { idempotencyKey: " order 1: ~! " },
    { idempotencyKey: "k" }
  ])("is not what the service takes: %o §client-key", async (options) => {
    const { pay, seen } = onLine(accepted())
    await pay(options)
    expect(seen).toHaveLength(1)
  })

  it("as a key does not matter to what only reads", async () => {
    const { client, seen } = onLine(Response.json({ success: true, data: {} }))
    await client.wallets.getByBody({}, { idempotencyKey: "pedido-✓" })
    expect(seen).toHaveLength(1)
  })
})

it.each<ClientOptions>([
  { baseUrl: "ftp://pay.example" },
  { baseUrl: "pay.example" },
  { baseUrl: "https://user@pay.example" },
  { baseUrl: "https://:word@pay.example" },
  { baseUrl: "https://pay.example?x=1" },
  { baseUrl: "https://pay.example", apiKey: "a\nb" },
  { baseUrl: "https://pay.example", apiKey: "" },
  { baseUrl: "https://pay.example", timeoutMs: 0 },
  { baseUrl: "https://pay.example", timeoutMs: Number.NaN },
  { baseUrl: "https://pay.example", timeoutMs: 2 ** 31 },
  { baseUrl: "https://pay.example", retries: Infinity },
  { baseUrl: "https://pay.example", retries: 1.5 },
  { baseUrl: "https://pay.example", retries: -1 }
])("refuses %o at once", (options) => {
  const platform = { random: () => 0, uniqueKey: () => "", now: () => 0, sleep: () => Promise.resolve() }
  expect(() => clientOn(platform, options)).toThrow(TypeError)
})
