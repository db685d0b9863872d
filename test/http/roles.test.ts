// Several real processes on one PostgreSQL: one that serves, others that work. What one takes in another delivers at once,
// a worker that is stopped or killed loses nothing, and a worker answers nothing but probes.
import { afterAll, describe, expect, it } from "vitest"
import { type HostProcess, declared, eventually, keyOf, secretsKey, startProcess } from "../support/host.ts"
import { bodyOf, dataOf, expectFailure, send, sendPatiently } from "../support/http.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import { Proxy } from "../support/proxy.ts"
import { makeDeposit, recordOf, settleWithKey } from "./sandbox.ts"

const running: Array<HostProcess> = []
const proxies: Array<Proxy> = []
afterAll(async () => {
  for (const { child } of running) child.kill("SIGKILL")
  for (const proxy of proxies) await proxy.close()
})

const key = keyOf("acme")
const token = "the operator's token of these tests"

const started = async (url: string, role: "http" | "worker"): Promise<HostProcess> => {
  const host = await startProcess({
    accounts: [declared("acme")],
    variables: {
      DATABASE_URL: url,
      PONTEPAY_ROLE: role,
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_OPERATOR_TOKEN: token,
      PONTEPAY_AUDIT_INTERVAL_SECONDS: "0"
    }
  })
  running.push(host)
  return host
}

const baseOf = (host: HostProcess): string => /Probes\s+(http:\/\/[^/\s]+)/.exec(host.output().stdout)?.[1] ?? host.base

/** Longer than work takes on a machine that has little time for it. */
const longMs = 60_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

await describePostgres("processes on one PostgreSQL", () => {
  describe("a process that serves and others that work", () => {
    it(
      "share the work: told at once, stopped and killed without a loss, idle in silence §role-http §role-worker §queue-notified",
      async () => {
        const { proxy, url } = await Proxy.before(await freshDatabase())
        proxies.push(proxy)
        const http = await started(url, "http")
        const statusOf = async (id: string) => (await recordOf(http.base, key, id))["status"]

        // No one works yet: what is settled stays until somebody does.
        const first = await makeDeposit(http.base, key, { externalId: "first" })
        await settleWithKey(http.base, key, first.trackId)
        await pause(300)
        expect(await statusOf("first")).not.toBe("COMPLETED")
        const worker = await started(url, "worker")
        await eventually(() => statusOf("first"), (status) => status === "COMPLETED", longMs)

        // The worker is told: looking now and then alone would take up to five seconds.
        const waits: Array<number> = []
        for (let n = 0; n < 5; n++) {
          const { trackId } = await makeDeposit(http.base, key, { externalId: `told-${n}` })
          await pause(200)
          const answeredAt = performance.now()
          await settleWithKey(http.base, key, trackId)
          await eventually(() => statusOf(`told-${n}`), (status) => status === "COMPLETED", longMs)
          waits.push(performance.now() - answeredAt)
        }
        console.log(`delivered by the other process after ${waits.map(Math.round).join(", ")} ms`)
        expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(2_500)

        // Stopped and killed in the middle of the work; another goes on.
        const other = await started(url, "worker")
        const made = await Promise.all(
          Array.from({ length: 60 }, (_, n) => makeDeposit(http.base, key, { externalId: `many-${n}` }))
        )
        const settling = Promise.all(made.map(({ trackId }) => settleWithKey(http.base, key, trackId)))
        await pause(30)
        const [stopped] = await Promise.all([worker.stop(), settling])
        expect(stopped.code).toBe(0)
        other.child.kill("SIGKILL")
        const killedAt = performance.now()
        const [third, fourth] = await Promise.all([started(url, "worker"), started(url, "worker")])
        for (let n = 0; n < 60; n++) {
          await eventually(() => statusOf(`many-${n}`), (status) => status === "COMPLETED", longMs)
        }
        console.log(`all done ${Math.round(performance.now() - killedAt)} ms after the kill`)
        const queue = async () => dataOf(await sendPatiently(http.base, { path: "/admin/queue", key: token }))
        await eventually(queue, ({ due, leased }) => due === 0 && leased === 0, longMs)
        expect((await queue())["dead"]).toBe(0)

        // Three processes that have nothing to do but what recurs, once a second has passed in which none asked anything.
        for (let last = -1; last !== proxy.statementsAnswered; await pause(1_000)) last = proxy.statementsAnswered
        const before = proxy.statementsAnswered
        await pause(10_000)
        const asked = proxy.statementsAnswered - before
        console.log(`three idle processes: ${asked} transactions in ten seconds`)
        expect(asked).toBeLessThan(60)

        // A worker answers probes and nothing else.
        const probed = baseOf(third)
        expect(bodyOf(await send(probed, { path: "/health" }))).toEqual({ status: "ok" })
        expect(bodyOf(await send(probed, { path: "/ready" }))["ready"]).toBe(true)
        expect((await send(baseOf(fourth), { path: "/metrics" })).text).toContain("jobs{")
        for (const path of ["/api/subaccount", "/admin/queue", "/docs", "/openapi.json", "/provider/webhook"]) {
          expectFailure(await send(probed, { path, key }), { status: 404, errorCode: "NOT_FOUND" })
        }
        for (const host of [third, fourth, http]) expect((await host.stop()).code).toBe(0)
      },
      240_000
    )
  })
})
