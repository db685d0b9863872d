// The live stream of the dashboard: what changes is told to whoever may see it, and ends when its reader or the host does.
import { once } from "node:events"
import { type AddressInfo, connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Clock, Effect } from "effect"
import { Events, emit } from "../../core/engine/event/event.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { fetchHandler } from "../../hosts/http/server/fetch.ts"
import { makeAdmission } from "../../hosts/http/server/admission.ts"
import { makeServer, stopServer } from "../../hosts/http/server/node-server.ts"
import { openHost, sqliteDatabase } from "../support/host.ts"
import { expectFailure } from "../support/http.ts"
import { staff } from "../support/staff.ts"
import { type DashboardWorld, openDashboard, ownerKey, prefix, strangerKey } from "./dashboard-world.ts"

interface Change {
  readonly kind: string
  readonly id: string
  readonly accountId: string
}

/** How often a stream looks whether its key still opens anything. */
const heartbeatMs = 15_000

/** Reads a stream until told otherwise; with a key or token, or the cookie of a session. */
const listen = async (base: string, key: string | { readonly cookie: string }) => {
  const stop = new AbortController()
  const headers = typeof key === "string" ? { authorization: `Bearer ${key}` } : { cookie: key.cookie }
  const response = await fetch(`${base}${prefix}/live`, { headers, signal: stop.signal })
  const changes: Array<Change> = []
  let text = ""
  let isOver = false
  const reading = (async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader?.read() ?? { done: true, value: "" }
      if (done) break
      text += value
      changes.length = 0
      for (const [, data = ""] of text.matchAll(/event: change\ndata: (.*)\n\n/g)) {
        changes.push(JSON.parse(data) as Change)
      }
    }
  })().catch(() => undefined).finally(() => {
    isOver = true
  })
  const until = async (holds: (changes: ReadonlyArray<Change>) => boolean): Promise<void> => {
    for (let tries = 0; tries < 500 && !holds(changes); tries++) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(holds(changes) ? "told" : changes).toBe("told")
  }
  return {
    response,
    changes,
    until,
    text: () => text,
    isOver: () => isOver,
    close: async () => {
      stop.abort()
      await reading
    },
    reading
  }
}

describe("the live stream", () => {
  let world: DashboardWorld
  beforeAll(async () => {
    world = await openDashboard()
  })
  afterAll(() => world.close())

  it("names a deposit that is paid to its owner and the operator, and to no one else §dashboard-live", async () => {
    const { id } = await world.deposit()
    const [owner, stranger, operator] = await Promise.all(
      [ownerKey, strangerKey, world.token].map((key) => listen(world.host.base, key))
    )
    if (owner === undefined || stranger === undefined || operator === undefined) throw new Error("three streams")
    expect(owner.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    expect(owner.response.headers.get("cache-control")).toBe("no-store")
    await world.write(ownerKey, `/sandbox/deposits/${id}/pay`, {})
    for (const stream of [owner, operator]) {
      await stream.until((changes) => changes.some((change) => change.kind === "deposit" && change.id === id))
    }
    // What is the stranger's own comes through, and nothing came before it.
    const own = await world.paidDeposit(strangerKey)
    await stranger.until((changes) => changes.some((change) => change.id === own.id))
    expect(stranger.changes.filter(({ accountId }) => accountId !== world.stranger)).toEqual([])
    expect(stranger.text()).toMatch(/^retry: 2000\nevent: hello\ndata: \{\}\n\n/)
    await owner.until((changes) => changes.some(({ kind }) => kind === "event"))
    expect(owner.changes.filter(({ accountId }) => accountId !== world.acme)).toEqual([])
    await Promise.all([owner.close(), stranger.close(), operator.close()])
  })

  it("is bounded: one more stream than a viewer may have is refused until one ends §dashboard-live-bound", async () => {
    const streams = await Promise.all(Array.from({ length: 8 }, () => listen(world.host.base, strangerKey)))
    expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200))
    expectFailure(await world.ask(strangerKey, "GET", "/live"), { status: 429, errorCode: "RATE_LIMITED" })
    await streams[0]?.close()
    let again = await listen(world.host.base, strangerKey)
    for (let tries = 0; tries < 100 && again.response.status !== 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      again = await listen(world.host.base, strangerKey)
    }
    expect(again.response.status).toBe(200)
    await Promise.all([...streams, again].map((stream) => stream.close()))
  })

  it("ends when the key that opened it is revoked §dashboard-live-key", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    try {
      const made = await world.write(world.token, `/admin/accounts/${world.acme}/keys`)
      const [stream, operator] = [
        await listen(world.host.base, String(made["secret"])),
        await listen(world.host.base, world.token)
      ]
      await stream.until(() => stream.text().includes("event: hello"))
      await vi.advanceTimersByTimeAsync(heartbeatMs)
      const { id } = await world.deposit()
      await stream.until((changes) => changes.some((change) => change.id === id))
      await world.write(world.token, `/admin/accounts/${world.acme}/keys/${String(made["keyId"])}`, undefined, "DELETE")
      await vi.advanceTimersByTimeAsync(heartbeatMs)
      await stream.reading
      expect([stream.isOver(), operator.isOver()]).toEqual([true, false])
      await operator.close()
    } finally {
      vi.useRealTimers()
    }
  })

  it("ends with the session or the service token that opened it §operator-sign-out", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    try {
      const { base } = world.host
      const { cookie, operatorId } = await staff(base, world.token, "support")
      const request = { name: "Watcher", role: "support", expiresInDays: 1 }
      const made = await world.write(world.token, "/admin/service-tokens", request)
      const streams = [await listen(base, { cookie }), await listen(base, String(made["secret"]))]
      const operator = await listen(base, world.token)
      for (const stream of streams) await stream.until(() => stream.text().includes("event: hello"))
      await vi.advanceTimersByTimeAsync(heartbeatMs)
      const { id } = await world.deposit()
      for (const stream of streams) await stream.until((changes) => changes.some((change) => change.id === id))
      await world.write(world.token, `/admin/operators/${operatorId}`, undefined, "DELETE")
      await world.write(world.token, `/admin/service-tokens/${String(made["tokenId"])}`, undefined, "DELETE")
      await vi.advanceTimersByTimeAsync(heartbeatMs)
      await Promise.all(streams.map(({ reading }) => reading))
      expect([...streams, operator].map((stream) => stream.isOver())).toEqual([true, true, false])
      await operator.close()
    } finally {
      vi.useRealTimers()
    }
  })

  it("is given back where no one reads it §dashboard-live-bound", async () => {
    const handler = fetchHandler(world.host.service.app)
    const headers = { authorization: `Bearer ${strangerKey}` }
    const url = `${world.host.base}${prefix}/live`
    for (let n = 0; n < 10; n++) {
      expect((await handler(new Request(url, { method: "HEAD", headers }))).status).toBe(200)
      expect((await fetch(url, { method: "HEAD", headers })).status).toBe(200)
    }
  })

  it("is given back when its reader left before it began §dashboard-live-bound", async () => {
    const came = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const given = Promise.withResolvers<string>()
    const body: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: () => {
          given.resolve("given back")
          return Promise.resolve({ done: true, value: undefined })
        }
      })
    }
    const server = makeServer(async () => {
      came.resolve()
      await left.promise
      return { status: 200, headers: {}, body }
    }, makeAdmission([]))
    // Gone is who has closed on both sides.
    server.on("request", (_, response) => response.once("close", () => setImmediate(left.resolve)))
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const client = connect(port, "127.0.0.1", () => client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
    await came.promise
    client.destroy()
    expect(await given.promise).toBe("given back")
    await stopServer(server, 100)
  })

  it("tells what another process of the plane made happen §dashboard-live", async () => {
    const variables = { DATABASE_URL: sqliteDatabase().url, PONTEPAY_OPERATOR_TOKEN: "the token of both processes" }
    const one = await openHost({ variables, worker: false })
    const two = await openHost({ variables, worker: false })
    const stream = await listen(one.base, "the token of both processes")
    const made = (id: string) =>
      two.inSandbox(Effect.gen(function*() {
        const createdAt = yield* Clock.currentTimeMillis
        const rows = yield* Store.use((store) => store.list({ kind: "account", list: "all", value: "all", limit: 1 }))
        const owner = rows[0]?.record.owner ?? ""
        const { write } = emit({ id, owner, name: "KYC_APPROVED", subject: "kyc_x", createdAt }, {})
        yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
      }))
    // The stream sends what is newer than the first read of its process, and no one sees when that is: write until one is sent.
    let [isOver, count] = [false, 0]
    const making = (async () => {
      while (!isOver) {
        await made(`evt_elsewhere${++count}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })()
    await stream.until((changes) =>
      changes.some(({ id, kind }) => kind === Events.kind && id.startsWith("evt_elsewhere"))
    )
    isOver = true
    await making
    await Promise.all([one.close(), two.close()])
    await stream.reading
    expect(stream.isOver()).toBe(true)
  }, 20_000)
})
