// Rejected credentials and pages of gateways are about no movement: adapters that take them for an answer are found, over
// HTTP and at every port, and a subject that cannot produce them is told so.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { technical } from "../../core/base/reason/reason.ts"
import {
  type Finding,
  type Line,
  type LineState,
  type Opening,
  type PixRailBench,
  type Suite,
  chainSuite,
  kycProviderSuite,
  lightningNodeSuite,
  pixRailSuite,
  runSuite
} from "../../adapters/conformance/index.ts"
import { type LookUp, type Outcome, absent, done, held, refused, unknown } from "../../core/ports/outcome.ts"
import { subject } from "../../examples/custom-adapter/subject.ts"
import { fakeChainBench, fakeKycBench, fakeNodeBench, fakeRailBench } from "./benches.ts"

const about = / (?:that is answered 401 or 403|that a gateway answers with an HTML page) /

/** What became of the checks of rejected credentials and of pages of gateways. */
const findingsOf = async <S>(suite: Suite<S>, opening: S) => {
  const checks = suite.checks.filter(({ name }) => about.test(name))
  return (await runSuite("a mistake", { ...suite, checks }, opening)).findings
}

/** The broken ones, none of which threw. */
const brokenOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => {
  const broken = findings.filter(({ result }) => result === "broken")
  expect(broken.filter(({ detail }) => detail.includes("it threw"))).toEqual([])
  return broken.map(({ name }) => name)
}

interface Disturbed {
  readonly line?: Line
  readonly close?: () => Promise<void>
}

/** In a state of the line one answer, and otherwise the right one. */
type When = <A, B, E>(
  state: LineState,
  wrong: Effect.Effect<A>,
  right: () => Effect.Effect<B, E>
) => Effect.Effect<A | B, E>

type Mistake<B> = (bench: B, when: When) => Partial<B>

/** A bench with a mistake, which knows how its line is. */
const with_ = <B extends Disturbed>(open: Opening<B>, mistake: Mistake<B>): Opening<B> => async () => {
  const bench = await open()
  let state: LineState = "whole"
  const line: Line = {
    states: bench.line?.states ?? [],
    set: async (next) => {
      state = next
      await bench.line?.set(next)
    }
  }
  const when: When = <A, B, E>(wanted: LineState, wrong: Effect.Effect<A>, right: () => Effect.Effect<B, E>) =>
    Effect.suspend((): Effect.Effect<A | B, E> => state === wanted ? wrong : right())
  return { ...bench, line, ...mistake(bench, when) }
}

type Rail = PixRailBench["rail"]

const mistaken = (mistake: (rail: Rail) => Partial<Rail>, through: "line" | "gateway"): Opening<PixRailBench> =>
  with_(subject(undefined, through), ({ rail }) => ({ rail: { ...rail, ...mistake(rail) } }))

/** Takes an answer for another one where the provider, or what stands before it, gave a status. */
const taking = <A extends LookUp<unknown>>(status: number, wrong: A) => <B>(answer: LookUp<B> | A): LookUp<B> | A =>
  answer._tag === "Unknown" && technical(answer.reason).includes(`answered ${status}`) ? wrong : answer

const paying = (status: number) => (rail: Rail): Partial<Rail> => ({
  pay: (request) =>
    Effect.map(
      rail.pay(request),
      (answer) =>
        answer._tag === "Held"
          ? answer
          : taking(status, refused("failed", `answered ${status}`))(answer) as Outcome<never>
    )
})

const looking = (status: number, wrong: LookUp<never>) => (rail: Rail): Partial<Rail> => ({
  lookUpPayment: (id) => Effect.map(rail.lookUpPayment(id), taking(status, wrong))
})

const overHttp: ReadonlyArray<
  readonly [what: string, mistake: (rail: Rail) => Partial<Rail>, through: "line" | "gateway", breaks: RegExp]
> = [
  ["takes 401 for a refusal", paying(401), "line", /^a payment that is answered 401 or 403 is Unknown or Held/],
  ["takes 403 for a refusal", paying(403), "gateway", /^a payment that is answered 401 or 403 is Unknown or Held/],
  ["takes 401 for Absent", looking(401, absent), "line", /^a look-up of a payment that is answered 401 or 403/],
  [
    "takes 403 for a refusal it finds",
    looking(403, refused("failed", "403")),
    "gateway",
    /^a look-up of a payment that is ans/
  ],
  ["takes an HTML 404 for a refusal", paying(404), "line", /^a payment that a gateway answers/],
  ["takes an HTML 404 for Absent", looking(404, absent), "line", /^a look-up of a payment that a gateway answers/],
  ["takes an HTML 502 for a refusal", paying(502), "gateway", /^a payment that a gateway answers/],
  ["takes an HTML 502 for Absent", looking(502, absent), "gateway", /^a look-up of a payment that a gateway answers/],
  [
    "never asks again once its credentials were rejected",
    (rail) => {
      let isLockedOut = false
      return {
        pay: (request) =>
          isLockedOut
            ? Effect.succeed(unknown("noAnswer", "locked out"))
            : Effect.tap(rail.pay(request), (answer) =>
              Effect.sync(() => {
                isLockedOut = answer._tag === "Unknown" && technical(answer.reason).includes("answered 401")
              }))
      }
    },
    "line",
    /^a payment that is answered 401 or 403 is made once/
  ]
]

describe("rejected credentials and pages of gateways, over HTTP", () => {
  it.each(["line", "gateway"] as const)("the example's rail keeps its promises, through its %s", async (through) => {
    const findings = await findingsOf(pixRailSuite, subject(undefined, through))
    expect(findings.filter(({ name }) => / payment /.test(name)).map(({ result }) => result)).toEqual(
      Array(6).fill("kept")
    )
  })

  it.each(overHttp)("finds a rail that %s", async (_, mistake, through, breaks) => {
    expect(brokenOf(await findingsOf(pixRailSuite, mistaken(mistake, through)))).toEqual([
      expect.stringMatching(breaks)
    ])
  })

  it("says why a refusal on 401 is wrong", async () => {
    const findings = await findingsOf(pixRailSuite, mistaken(paying(401), "line"))
    expect(findings.find(({ result }) => result === "broken")?.detail).toMatch(
      new RegExp([
        "  done      had every request answered 401 or 403",
        "            asked for a payment of 1 cent as payment\\/\\S+",
        "            the answer was Refused: failed: answered 401",
        "            mended the line",
        "  expected  Unknown or Held",
        "  came      Refused: failed: answered 401",
        "  because   it is about our credentials, and says nothing of what was requested: on Refused the service gives"
      ].join("\n"))
    )
  })
})

const no = Effect.succeed(refused("failed", "401 Unauthorized"))
const notThere = Effect.succeed(absent)

const found = <B extends Disturbed>(suite: Suite<Opening<B>>, open: Opening<B>, mistake: Mistake<B>) => () =>
  findingsOf(suite, with_(open, mistake))

const atPorts: ReadonlyArray<readonly [what: string, findings: () => ReturnType<typeof findingsOf>, breaks: RegExp]> = [
  [
    "a rail that refuses charges on 401",
    found(pixRailSuite, fakeRailBench, ({ rail }, when) => ({
      rail: { ...rail, createCharge: (request) => when("unauthorised", no, () => rail.createCharge(request)) }
    })),
    /^a charge that is answered 401 or 403/
  ],
  [
    "a rail that takes a page for a charge without payments",
    found(pixRailSuite, fakeRailBench, ({ rail }, when) => ({
      rail: { ...rail, lookUpCharge: (id) => when("gateway", Effect.succeed(done([])), () => rail.lookUpCharge(id)) }
    })),
    /^a look-up of a paid charge that a gateway answers/
  ],
  [
    "a rail that takes 401 for a charge that is not there",
    found(pixRailSuite, fakeRailBench, ({ rail }, when) => ({
      rail: { ...rail, lookUpCharge: (id) => when("unauthorised", notThere, () => rail.lookUpCharge(id)) }
    })),
    /^a look-up of a paid charge that is answered 401/
  ],
  [
    "a rail that refuses returns on 401",
    found(pixRailSuite, fakeRailBench, ({ rail }, when) => ({
      rail: { ...rail, sendReturn: (request) => when("unauthorised", no, () => rail.sendReturn(request)) }
    })),
    /^a return that is answered 401 or 403 is Unknown or Held/
  ],
  [
    "a rail that says Held of what it sent by another way",
    found(pixRailSuite, fakeRailBench, ({ line, rail }, when) => ({
      rail: {
        ...rail,
        pay: (request) =>
          when(
            "unauthorised",
            Effect.promise(() => line?.set("whole") ?? Promise.resolve()).pipe(
              Effect.andThen(rail.pay(request)),
              Effect.as(held("custody", "the key has expired"))
            ),
            () => rail.pay(request)
          )
      }
    })),
    /^a payment that is answered 401 or 403 is Unknown or Held/
  ],
  [
    "a chain that refuses spends on 403",
    found(chainSuite, fakeChainBench, ({ chain }, when) => ({
      chain: {
        ...chain,
        sign: (order, seed) =>
          when("unauthorised", Effect.succeed({ ...order, payload: "signed here" }), () => chain.sign(order, seed)),
        submit: (spend) => when("unauthorised", no, () => chain.submit(spend))
      }
    })),
    /^a spend that is answered 401 or 403 is Unknown or Held/
  ],
  [
    "a chain that takes a page for Absent",
    found(chainSuite, fakeChainBench, ({ chain }, when) => ({
      chain: { ...chain, lookUp: (order) => when("gateway", notThere, () => chain.lookUp(order)) }
    })),
    /^a look-up of a (?:delivery|spend) that a gateway answers/
  ],
  [
    "a node that takes a page for a failed payment",
    found(lightningNodeSuite, fakeNodeBench, ({ node }, when) => ({
      node: { ...node, pay: (payment) => when("gateway", no, () => node.pay(payment)) }
    })),
    /^a payment that a gateway answers/
  ],
  [
    "a node that takes 401 for an invoice that is not there",
    found(lightningNodeSuite, fakeNodeBench, ({ node }, when) => ({
      node: { ...node, lookUpInvoice: (hash) => when("unauthorised", notThere, () => node.lookUpInvoice(hash)) }
    })),
    /^a look-up of a paid invoice that is answered 401/
  ],
  [
    "an identity provider that turns everybody down on 401",
    found(kycProviderSuite, fakeKycBench, ({ provider }, when) => ({
      provider: { ...provider, submit: (request) => when("unauthorised", no, () => provider.submit(request)) }
    })),
    /^an attempt that is answered 401 or 403/
  ],
  [
    "an identity provider that takes a page for an attempt that is not there",
    found(kycProviderSuite, fakeKycBench, ({ provider }, when) => ({
      provider: { ...provider, lookUp: (id) => when("gateway", notThere, () => provider.lookUp(id)) }
    })),
    /^a look-up of an attempt that a gateway answers/
  ]
]

describe("rejected credentials and pages of gateways, at every port", () => {
  it.each(atPorts)("finds %s", async (_, findings, breaks) => {
    const broken = brokenOf(await findings())
    expect(broken).not.toEqual([])
    for (const name of broken) expect(name).toMatch(breaks)
  })

  it("are not shown by a subject whose line cannot produce them", async () => {
    const findings = await findingsOf(
      pixRailSuite,
      with_(fakeRailBench, ({ line }) => ({ line: { states: ["whole", "cut"], set: line?.set ?? (async () => {}) } }))
    )
    expect(new Set(findings.map(({ detail, result }) => `${result}: ${detail}`))).toEqual(
      new Set(["unauthorised", "gateway"].map((state) => `not shown: the subject's line cannot be ${state}`))
    )
  })
})
