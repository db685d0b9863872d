// Dead letters over the wire: the operator lists them, tries one again, and sees what is left to do about a record.
import { Option } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Deposits } from "../../core/payments/deposit/deposit.ts"
import { find } from "../../core/engine/store/records.ts"
import * as books from "../../hosts/http/api/definition/admin-books.ts"
import * as api from "../../hosts/http/api/definition/admin-job.ts"
import { type TestHost, bannerKey, openHost } from "../support/host.ts"
import { dataOf, expectFailure, expectSuccess } from "../support/http.ts"
import { asOperator, bury } from "./as-operator.ts"
import { makeDeposit } from "./sandbox.ts"

type Job = Readonly<Record<string, unknown>>

describe("dead letters", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ worker: false })
  })
  afterAll(() => host.close())

  const ask = (method: string, path: string) => asOperator(host)(method, path)
  const pageOf = async (cursor?: string) => {
    const answer = await ask("GET", `/admin/dead-jobs${cursor === undefined ? "" : `?cursor=${cursor}`}`)
    return expectSuccess(api.listDeadJobs, answer)["data"] as { jobs: ReadonlyArray<Job>; nextCursor: string | null }
  }

  it("are listed by pages, tried once more with a trace, and seen beside their record §admin-dead-jobs §admin-dead-job-retry §admin-explain-jobs", async () => {
    expect(await pageOf()).toEqual({ jobs: [], nextCursor: null })
    const made = await makeDeposit(host.base, bannerKey(host))
    const trackId = Option.getOrThrow(await host.inSandbox(find(Deposits, "trackId", made.trackId))).value.id
    const explain = async () =>
      expectSuccess(books.explain, await ask("GET", `/admin/explain/${trackId}`))["data"] as Record<string, unknown>
    const explained = await explain()
    expect(explained["jobs"]).toMatchObject([{ task: "expire-deposit", attempt: 0, dead: false, problem: null }])
    expect((explained["jobs"] as ReadonlyArray<Job>)[0]?.["nextAttemptAt"]).toMatch(/^2\d{3}-.*Z$/)

    await bury(host, ["mend/1"], trackId)
    const { jobs: [dead] } = await pageOf()
    expect(dead).toMatchObject({
      jobId: "mend/1",
      task: "broken",
      subject: trackId,
      attempt: 1,
      dead: true,
      nextAttemptAt: null,
      heldUntil: null,
      problem: "the step did not end: TypeError"
    })
    expect(((await explain())["jobs"] as ReadonlyArray<Job>).map(({ dead }) => dead)).toContain(true)

    const path = `/admin/dead-jobs/${encodeURIComponent("mend/1")}/retry`
    const retried = await ask("POST", path)
    expect(retried.status).toBe(202)
    expect(expectSuccess(api.retryDeadJob, retried, 202)["data"]).toMatchObject({
      jobId: "mend/1",
      dead: false,
      attempt: 1
    })
    expect(await pageOf()).toEqual({ jobs: [], nextCursor: null })
    expectFailure(await ask("POST", path), { status: 404, errorCode: "NOT_FOUND" })
    expectFailure(await ask("POST", "/admin/dead-jobs/none/retry"), { status: 404, errorCode: "NOT_FOUND" })

    const acts = dataOf(await ask("GET", "/admin/audit"))["acts"] as ReadonlyArray<Job>
    const act = acts.filter(({ action }) => action === "job.retry")
    expect(act).toMatchObject([{
      subject: "mend/1",
      detail: { task: "broken", subject: trackId, problem: { code: "stepFailed", detail: "TypeError" } }
    }])
    expect(act[0]?.["accountId"]).toBe(explained["accountId"])
    expect(dataOf(await ask("GET", "/admin/queue"))).toMatchObject({ due: 1, dead: 0 })
  })

  it("go on over pages to the last, and refuse what is no cursor §admin-dead-jobs", async () => {
    await bury(host, Array.from({ length: 120 }, (_, n) => `page/${n}`), "nothing")
    const found: Array<unknown> = []
    let cursor: string | undefined
    do {
      const page = await pageOf(cursor)
      found.push(...page.jobs.map(({ jobId }) => jobId))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(found).size).toBe(120)
    expect(found).toHaveLength(120)
    for (const wrong of ["x", "p1", Buffer.from("x y").toString("base64url")]) {
      expectFailure(await ask("GET", `/admin/dead-jobs?cursor=${wrong}`), {
        status: 400,
        errorCode: "VALIDATION_FAILED",
        fields: ["cursor"]
      })
    }
  })
})
