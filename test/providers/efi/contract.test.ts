// The adapter through a proxy that judges every exchange by the central bank's official document, in both directions. What is
// Efí's own goes past it: that has no official document.
import { Context, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pixRailSuite, runSuite } from "../../../adapters/conformance/index.ts"
import { RailBooks } from "../../../core/ports/rail-books.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { type Judge, hasContract, notRun, openJudge } from "../bcb/contract.ts"
import { type Listening, answering, listening } from "../bcb/server.ts"
import { type EfiBench, type Surroundings, built, openEfi, ourKey } from "./bench.ts"
import { StandInEfi } from "./stand-in.ts"

describe.runIf(hasContract)(`the official document of the central bank${notRun} §bank-contract`, () => {
  const bank = new StandInEfi(ourKey)
  let standIn: Listening
  let judge: Judge
  const opened: Array<EfiBench> = []

  beforeAll(async () => {
    standIn = await listening(answering(bank.handle))
    judge = await openJudge(standIn.url)
    // The first call of a route takes longest.
    const routes = [
      "/cob/a",
      "/pix/a",
      "/pix/a/devolucao/a",
      "/pix?inicio=2026-11-24T00:00:00Z&fim=2026-11-24T01:00:00Z"
    ]
    for (const path of routes) await (await fetch(`${judge.url}${path}`)).text()
  })
  afterAll(async () => {
    judge.close()
    await standIn.close()
  })

  const between = (path: string): string =>
    /^\/v2\/(?:cob|pix)\b/.test(path) ? `${judge.url}${path.slice("/v2".length)}` : `${standIn.url}${path}`

  const open = (about: Partial<Surroundings> = {}) => async (): Promise<EfiBench> => {
    const bench = await openEfi({ between, shared: { bank, url: standIn.url }, timeoutMs: 1_000, ...about })()
    opened.push(bench)
    return bench
  }

  const violations = (): ReadonlyArray<string> => opened.flatMap(({ front }) => front.violations)

  conforms("efi by the official document", pixRailSuite, open(), [
    ...notShown(
      "the interface has no return that stays open until the bank is told",
      /^a return that was accepted and is not settled/,
      /^an open return that is refused later/
    )
  ])

  it("lists are read as the document has them", async () => {
    const bench = await open()()
    const { endToEndId } = bank.receive("37.00", { txid: "a".repeat(32), horario: "2026-12-01T12:00:00.000Z" })
    const books = Context.get(await built(bench.adapters().railBooks), RailBooks)
    const from = Date.parse("2026-12-01T00:00:00Z")
    const read = (page: string) =>
      Effect.runPromise(books?.movements({ from, until: from + 86_400_000 }, page) ?? Effect.die("no books"))
    const received = await read("received/0")
    expect(received.facts).toMatchObject([{ _tag: "ChargePaid", endToEndId, value: 3_700n, trackId: "a".repeat(32) }])
    expect((await read("returned/0")).next).toBe("sent/0")
    await bench.close?.()
  })

  it("no exchange broke the document", () => {
    expect(violations()).toEqual([])
    expect(opened.reduce((sum, { front }) => sum + front.calls(), 0)).toBeGreaterThan(100)
  })

  /** How charges fare with a mistake, and what the proxy found. */
  const charges = async (about: Partial<Surroundings>) => {
    opened.length = 0
    const checks = pixRailSuite.checks.filter(({ name }) => name === "a charge asks for exactly its value")
    const { findings } = await runSuite("with a mistake", { ...pixRailSuite, checks }, open(about))
    return { results: findings.map(({ result }) => result), violations: violations().length }
  }

  it("a wrong field of ours is found", async () => {
    const changed = (body: string): string => body.replace(/"original":"(\d+)\.\d{2}"/, "\"original\":\"$1\"")
    const { results, violations: found } = await charges({ changed })
    expect(results).toEqual(["broken"])
    expect(found).toBeGreaterThan(0)
  })

  it("a wrong status of the bank is found", async () => {
    bank.planted = (call, act) => {
      const given = act()
      return call.path.startsWith("/cob/") ? { ...given, json: { ...given.json as object, status: "ABERTA" } } : given
    }
    const { results, violations: found } = await charges({})
    bank.planted = undefined
    expect(results).toEqual(["broken"])
    expect(found).toBeGreaterThan(0)
  })
})
