// Nothing but the public internet is connected to: every spelling ends without one connection attempt of the process,
// seen in the log of its dialler and by a listener on loopback, which the same spellings do reach when that is allowed.
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { describe, expect, it as test } from "vitest"
import { isPublicAddress } from "../../../../adapters/http-client/public-address.ts"
import { checkedLookup } from "../../../../adapters/http-client/public-lookup.ts"
import { type NotifierConfig, layer } from "../../../../adapters/node/notifier.ts"
import type { ReasonCode } from "../../../../core/base/reason/reason.ts"
import { Notifier } from "../../../../core/ports/notifier.ts"
import { diallerLog, receiver } from "./receiver.ts"
import { literals, names, urls } from "./ssrf-cases.ts"

// The parser gives names in lower-case ASCII, as a name server would be asked for them.
const resolvable = new Map(Object.entries(names).map(([name, ips]) => [new URL(`https://${name}/`).hostname, ips]))

const resolve = (host: string): Promise<ReadonlyArray<string>> => {
  const addresses = resolvable.get(host)
  return addresses === undefined ? Promise.reject(new Error(`unexpected name: ${host}`)) : Promise.resolve(addresses)
}

const posting = (config: NotifierConfig, url: string) =>
  Notifier.use((notifier) => notifier.post({ url, headers: {}, body: "{}" })).pipe(
    Effect.provide(layer(config), { local: true })
  )

const strict = { allowed: "public", timeoutMs: 5_000, resolve } as const

/** One URL, posted to as `config` says while a listener on loopback waits: nothing is connected to. */
const refusedBy =
  (config: NotifierConfig) => (title: string, url: (port: number) => string, ...codes: ReadonlyArray<ReasonCode>) =>
    it.live(title, () =>
      Effect.gen(function*() {
        const canary = yield* receiver((response) => response.end())
        const log = yield* diallerLog
        const answer = yield* posting(config, url(canary.port))
        expect(answer).toMatchObject({
          _tag: codes.includes("connectionFailed") ? "Unreached" : "NotAllowed",
          problem: { code: expect.toBeOneOf([...codes]) as unknown }
        })
        expect(log).toEqual([])
        expect(canary.connections()).toBe(0)
      }))

const emptyOrRefused = (ips: ReadonlyArray<string>): ReasonCode => ips.length === 0 ? "connectionFailed" : "notPublic"

const notAnAddress = ["notUrl", "notHttp", "notHttps", "notPublic", "notPort", "credentialsInUrl"] as const

describe("a notifier of the public internet", () => {
  test("is tried with enough spellings", () => {
    expect(new Set([...literals, ...Object.keys(names), ...urls]).size).toBeGreaterThan(190)
  })

  const refused = refusedBy(strict)

  for (const host of literals) {
    refused(`does not connect to ${host}`, () => `https://${host}/hook`, "notPublic")
  }
  for (const host of literals) {
    refused(`nor at the port of a listener to ${host}`, (port) => `https://${host}:${port}/`, "notPort")
  }
  for (const [name, ips] of Object.entries(names)) {
    refused(
      `does not connect to ${JSON.stringify(name)} at ${ips.join(", ") || "no address"}`,
      () => `https://${name}/`,
      emptyOrRefused(ips)
    )
  }
  for (const url of urls) {
    refused(`sends nothing to ${JSON.stringify(url)}`, () => url, ...notAnAddress)
  }

  it.live("says when a name is not known", () =>
    Effect.gen(function*() {
      const notFound = () =>
        Promise.reject(Object.assign(new Error("getaddrinfo secret.example"), { code: "ENOTFOUND" }))
      expect(yield* posting({ ...strict, resolve: notFound }, "https://secret.example/")).toEqual({
        _tag: "Unreached",
        problem: { code: "connectionFailed", detail: "ENOTFOUND" }
      })
    }))

  it.live("gives up on a name server that never answers", () =>
    Effect.gen(function*() {
      const log = yield* diallerLog
      const silent = () => new Promise<never>(() => undefined)
      expect(yield* posting({ ...strict, resolve: silent, timeoutMs: 50 }, "https://slow.example/")).toEqual({
        _tag: "Unreached",
        problem: { code: "noAnswerWithin", ms: 50 }
      })
      expect(log).toEqual([])
    }))
})

describe("a notifier of the public internet and of loopback", () => {
  const local = { ...strict, allowed: "loopback" } as const
  const isLoopbackUrl = (url: string) =>
    URL.canParse(url) && /^https?:\/\/(?:127\.[\d.]+|\[::1\]|localhost)[:/]/.test(new URL(url).href)
  const isLoopback = (host: string) => isLoopbackUrl(`http://${host}/`)
  const listened = literals.filter((host) => new URL(`http://${host}/`).hostname === "127.0.0.1")
  const refused = refusedBy(local)

  it.live.each([...listened, "localhost", "LOCALHOST"])(
    "sends plain HTTP at any port to %s §webhook-loopback",
    (host) =>
      Effect.gen(function*() {
        const canary = yield* receiver((response) => response.end())
        const log = yield* diallerLog
        expect(yield* posting(local, `http://${host}:${canary.port}/hook`)).toEqual({ _tag: "Answered", status: 200 })
        expect(canary.requests.map(({ url }) => url)).toEqual(["/hook"])
        expect(log.filter((line) => !/^(?:127\.0\.0\.1|::1|localhost) /.test(line))).toEqual([])
      })
  )

  it.live("sends to the other loopback addresses too, and nowhere else §webhook-loopback", () =>
    Effect.gen(function*() {
      const log = yield* diallerLog
      for (const host of ["127.255.255.254", "[::1]"]) {
        expect(yield* posting(local, `http://${host}:9/`)).toMatchObject({ _tag: "Unreached" })
      }
      expect(log).toEqual(["127.255.255.254 9", "::1 9"])
    }))

  it.live("follows no redirect §webhook-loopback", () =>
    Effect.gen(function*() {
      const elsewhere = yield* receiver((response) => response.end())
      const canary = yield* receiver((response) =>
        response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/` }).end()
      )
      expect(yield* posting(local, `http://127.0.0.1:${canary.port}/`)).toEqual({ _tag: "Answered", status: 307 })
      expect(elsewhere.connections()).toBe(0)
    }))

  for (const host of literals.filter((each) => !isLoopback(each))) {
    refused(`does not connect to ${host}`, () => `https://${host}/hook`, "notPublic")
    refused(
      `nor in plain HTTP at the port of a listener to ${host}`,
      (port) => `http://${host}:${port}/`,
      "notHttps"
    )
  }
  for (const [name, ips] of Object.entries(names).filter(([each]) => !isLoopback(each))) {
    refused(
      `does not connect to ${JSON.stringify(name)} at ${ips.join(", ") || "no address"} §webhook-loopback`,
      () => `https://${name}/`,
      emptyOrRefused(ips)
    )
    refused(`nor in plain HTTP to ${JSON.stringify(name)}`, (port) => `http://${name}:${port}/`, "notHttps")
  }
  for (const url of urls.filter((each) => !isLoopbackUrl(each))) {
    refused(`sends nothing to ${JSON.stringify(url)}`, () => url, ...notAnAddress)
  }
})

describe("checkedLookup", () => {
  const looking = (lookup: ReturnType<typeof checkedLookup>, all: boolean) =>
    new Promise<unknown>((done) =>
      lookup("hooks.example", { all }, (cause, address) => done(cause?.message ?? address))
    )

  test("answers with what it checked, once for each connection", async () => {
    const answers = [["1.1.1.1", "2606:4700::1111"], ["1.1.1.1"], ["10.0.0.1"], ["1.1.1.1", "127.0.0.1"]]
    const lookup = checkedLookup(() => Promise.resolve(answers.shift() ?? []), isPublicAddress)
    expect(await looking(lookup, true)).toEqual([
      { address: "1.1.1.1", family: 4 },
      { address: "2606:4700::1111", family: 6 }
    ])
    expect(await looking(lookup, false)).toBe("1.1.1.1")
    expect(await looking(lookup, true)).toBe("not a public address")
    expect(await looking(lookup, false)).toBe("not a public address")
    expect(answers).toEqual([])
  })
})

describe("a notifier of private addresses too", () => {
  it.live.each([
    "127.0.0.1",
    "127.1",
    "0",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "１２７.０.０.１",
    "[::ffff:127.0.0.1]",
    "localhost"
  ])("connects to %s, so that the log and the listener see what they should", (host) =>
    Effect.gen(function*() {
      const canary = yield* receiver((response) => response.end())
      const log = yield* diallerLog
      expect(yield* posting({ allowed: "private" }, `http://${host}:${canary.port}/`)).toMatchObject({ status: 200 })
      expect(log.length).toBeGreaterThan(0)
      expect(canary.connections()).toBe(1)
    }))

  it.live("connects to the address it was given, though the name has moved since", () =>
    Effect.gen(function*() {
      const canary = yield* receiver((response) => response.end())
      const log = yield* diallerLog
      const asked: Array<string> = []
      const moving = (host: string) => Promise.resolve(asked.push(host) === 1 ? ["127.0.0.1"] : ["127.0.0.2"])
      const url = `http://moving.example:${canary.port}/`
      expect(yield* posting({ allowed: "private", resolve: moving }, url)).toMatchObject({ status: 200 })
      expect(asked).toEqual(["moving.example"])
      expect(log).toEqual([`127.0.0.1 ${canary.port}`])
      expect(canary.requests[0]?.headers.host).toBe(`moving.example:${canary.port}`)
    }))

  it.live.each(["ftp://127.0.0.1/", "http://user:password@127.0.0.1/", "nowhere", "file:///etc/passwd"])(
    "still sends nothing to %s §delivery-private",
    (url) =>
      Effect.gen(function*() {
        const log = yield* diallerLog
        expect(yield* posting({ allowed: "private" }, url)).toMatchObject({ _tag: "NotAllowed" })
        expect(log).toEqual([])
      })
  )
})
