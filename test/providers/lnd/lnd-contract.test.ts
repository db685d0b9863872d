// The same suite through LND's own interface documents: nothing that the adapter sends or the front answers breaks them, and what
// is planted to break them is found.
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isKept, lightningNodeSuite, printReport, runSuite } from "../../../adapters/conformance/index.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { type LedgerBench, openLedgerBench } from "./bench.ts"
import { type Judge, documents, openJudge } from "./contract.ts"

describe.skipIf(documents === undefined)("LND's own documents (PONTEPAY_CONTRACTS names their folder)", () => {
  let judge: Judge
  let bench: LedgerBench

  const opened = async () => {
    bench = await openLedgerBench(async (front) => {
      judge.before(front)
      return judge.url
    })
    return bench
  }

  beforeAll(async () => {
    judge = await openJudge(documents ?? "", () => bench.front.state() === "whole")
  })

  afterAll(async () => {
    await judge.close()
  })

  it("hold for every call of the suite", async () => {
    const report = await runSuite("LND", lightningNodeSuite, opened)
    expect(isKept(report) ? "kept" : printReport(report)).toBe("kept")
    expect(judge.violations()).toEqual([])
    expect(judge.calls()).toBeGreaterThan(80)
  })

  it.each(
    [
      ["a wrong status of a payment", { status: "DONE" }],
      ["a number where text is", { fee_msat: 1_000 }],
      ["a reason that is none", { failure_reason: "FAILURE_REASON_WEATHER" }]
    ] as const
  )("find %s", async (_, change) => {
    await opened()
    bench.front.plant = (message) => Object.assign(message["result"] ?? {}, change)
    const bolt11 = bench.invoice("a", 5_000n)
    const answer = await Effect.runPromise(
      bench.node.pay({
        operationId: "mov_1",
        bolt11,
        sats: unitsUnsafe("BTC", 5_000n),
        maximumFee: unitsUnsafe("BTC", 100n)
      })
    )
    expect(answer._tag).toBe("Unknown")
    expect(judge.violations()).toHaveLength(1)
    await bench.close?.()
  })

  it("find a wrong field of a request", async () => {
    await opened()
    const answer = await fetch(`${judge.url}/v2/router/send`, {
      method: "POST",
      headers: { "content-type": "application/json", "grpc-metadata-macaroon": "00" },
      body: JSON.stringify({ payment_request: bench.invoice("a", 5_000n), timeout_seconds: "15" })
    })
    expect(answer.status).toBe(422)
    expect(judge.violations()).toHaveLength(1)
    expect(bench.front.calls).toEqual([])
    await bench.close?.()
  })
})
