// The kit itself: each promise of the example's rail, once broken, is found broken, in words; and what is run, registered
// and reported is what the suite says.
import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import {
  NotShown,
  type Opening,
  type PixRailBench,
  type Suite,
  isKept,
  jobQueueSuite,
  lightningNodeSuite,
  pixRailSuite,
  printReport,
  register,
  runSuite,
  storeSuite
} from "../../adapters/conformance/index.ts"
import { layer as memory } from "../../adapters/memory/store.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { type PixRailAdapter, lightningNodeAdapter, pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { absent, done, refused, unknown } from "../../core/ports/outcome.ts"
import { Store } from "../../core/engine/store/store.ts"
import { subject } from "../../examples/custom-adapter/subject.ts"
import { FakeLightning, lightningLayer } from "../support/lightning.ts"
import { FakeRail, railLayer } from "../support/ports.ts"
import { type InvoiceParts, repeat } from "../vectors/address/encode.ts"

type Rail = PixRailAdapter

/** The example's rail with a mistake in it, made anew at each restart. */
const mistaken = (mistake: (rail: Rail) => Partial<Rail>): Opening<PixRailBench> => async () => {
  const bench = await subject()()
  const with_ = (rail: Rail): Rail => ({ ...rail, ...mistake(rail) })
  return { ...bench, rail: with_(bench.rail), reopen: async () => with_(await bench.reopen?.() ?? bench.rail) }
}

/** The checks of a suite that some patterns name: the others would say nothing of the mistake, and some wait for long. */
const only = <Subject>(suite: Suite<Subject>, names: ReadonlyArray<RegExp>): Suite<Subject> => ({
  ...suite,
  checks: suite.checks.filter(({ name }) => names.some((each) => each.test(name)))
})

const brokenBy = async (mistake: (rail: Rail) => Partial<Rail>, checks: ReadonlyArray<RegExp>) => {
  const report = await runSuite("a mistake", only(pixRailSuite, checks), mistaken(mistake))
  return { report, broken: report.findings.filter(({ result }) => result === "broken").map(({ name }) => name) }
}

let copies = 0

const mistakes: ReadonlyArray<{
  readonly what: string
  readonly mistake: (rail: Rail) => Partial<Rail>
  readonly breaks: ReadonlyArray<RegExp>
}> = [
  {
    what: "rounds to whole reais",
    mistake: (rail) => ({
      pay: (request) => rail.pay({ ...request, value: unitsUnsafe("BRL", request.value - request.value % 100n) })
    }),
    breaks: [/^a payment is made once, of its exact amount/]
  },
  {
    what: "makes an id of its own each time",
    mistake: (rail) => ({ pay: (request) => rail.pay({ ...request, paymentId: `${request.paymentId}/${++copies}` }) }),
    breaks: [/^a look-up finds a payment/, /^a payment is made once/, /^a payment whose answer was lost is one with/]
  },
  {
    what: "says that it keeps ids, and sends under another what it heard no answer to",
    mistake: (rail) => {
      const unheard = new Set<string>()
      return {
        absentAfterMs: { payments: 0 },
        pay: (request) => {
          const { paymentId } = request
          return Effect.tap(
            rail.pay(unheard.has(paymentId) ? { ...request, paymentId: `${paymentId}/${++copies}` } : request),
            ({ _tag }) => Effect.sync(() => _tag === "Unknown" && unheard.add(paymentId))
          )
        }
      }
    },
    breaks: [/^a payment whose answer was lost is one with what is sent again at once/]
  },
  {
    what: "takes whatever was paid under its id for what was ordered",
    mistake: (rail) => {
      const paid = new Map<string, Parameters<Rail["pay"]>[0]>()
      return {
        pay: (request) => {
          paid.set(request.paymentId, request)
          return rail.pay(request)
        },
        lookUpPayment: (request) => rail.lookUpPayment(paid.get(request.paymentId) ?? request)
      }
    },
    breaks: [/^a look-up that asks for another amount than was paid is not Done/]
  },
  {
    what: "knows what it paid from its memory alone",
    mistake: (rail) => {
      const paid = new Map<string, Effect.Success<ReturnType<Rail["pay"]>>>()
      return {
        pay: (request) =>
          Effect.tap(rail.pay(request), (answer) => Effect.sync(() => paid.set(request.paymentId, answer))),
        lookUpPayment: ({ paymentId }) => Effect.succeed(paid.get(paymentId) ?? absent)
      }
    },
    breaks: [
      /^a payment is found by an adapter that was started again/,
      /^a payment that was accepted and is not settled/
    ]
  },
  {
    what: "says Absent of what it cannot ask",
    mistake: (rail) => ({
      lookUpPayment: (id) =>
        Effect.map(
          rail.lookUpPayment(id),
          (answer) => answer._tag === "Unknown" && answer.reason.code !== "underWay" ? absent : answer
        )
    }),
    breaks: [/^a look-up of a payment that cannot ask, the line being cut/, /the line being silent/]
  },
  {
    what: "says Unknown of what it never heard of",
    mistake: (rail) => ({
      lookUpPayment: (id) =>
        Effect.map(rail.lookUpPayment(id), (answer) => answer._tag === "Absent" ? unknown("notFound") : answer)
    }),
    breaks: [/^a payment that was never requested is Absent/]
  },
  {
    what: "takes accepted for paid",
    mistake: (rail) => ({
      pay: (request) =>
        Effect.map(rail.pay(request), (answer) =>
          answer._tag === "Unknown" && answer.reason.code === "underWay"
            ? done({ endToEndId: "E", paidAt: 0, payerIspb: null, receiver: null })
            : answer)
    }),
    breaks: [/^a payment that was accepted and is not settled is Unknown/]
  },
  {
    what: "takes a refusal for a fault",
    mistake: (rail) => ({
      pay: (request) =>
        Effect.map(rail.pay(request), (answer) => answer._tag === "Refused" ? unknown(answer.reason) : answer),
      lookUpPayment: (id) =>
        Effect.map(rail.lookUpPayment(id), (answer) => answer._tag === "Refused" ? unknown(answer.reason) : answer)
    }),
    breaks: [/^a refused payment is refused for good/, /^an open payment that is refused later/]
  },
  {
    what: "throws what it does not understand",
    mistake: () => ({ pay: () => Effect.die(new Error("cannot read properties of undefined")) }),
    breaks: [/^a payment is made once/]
  }
]

/** A rail that makes charges, on a line that can be cut, with a mistake in it. */
const chargingRail = (mistake: (rail: Rail) => Partial<Rail>): Opening<PixRailBench> => async () => {
  const fake = new FakeRail()
  const rail = pixRailAdapter.of(await Effect.runPromise(Effect.scoped(Layer.build(railLayer(fake)))))
  return {
    rail: { ...rail, ...mistake(rail) },
    paid: { by: "key", keyType: "EMAIL", key: "maria@example.com" },
    payments: async () => [],
    payCharge: async (trackId, value) => fake.payCharge(trackId, value),
    line: {
      states: ["whole", "cut"],
      set: async (state) => {
        fake.isDark = state === "cut"
      }
    }
  }
}

// M18
const chargeMistakes: ReadonlyArray<readonly [what: string, mistake: (rail: Rail) => Partial<Rail>, breaks: RegExp]> = [
  [
    "tells of the first payment alone",
    (rail) => ({
      lookUpCharge: (trackId) =>
        Effect.map(
          rail.lookUpCharge(trackId),
          (found) => found._tag === "Done" ? done(found.value.slice(0, 1)) : found
        )
    }),
    /^every payment of a charge is found/
  ],
  [
    "gives every payment the value of the charge",
    (rail) => ({
      lookUpCharge: (trackId) =>
        Effect.map(rail.lookUpCharge(trackId), (found) =>
          found._tag === "Done"
            ? done(found.value.map((payment) => ({ ...payment, value: unitsUnsafe("BRL", 100n) })))
            : found)
    }),
    /^every payment of a charge is found/
  ],
  [
    "says unpaid of what it cannot ask",
    (rail) => ({
      lookUpCharge: (trackId) =>
        Effect.map(rail.lookUpCharge(trackId), (found) => found._tag === "Unknown" ? done([]) : found)
    }),
    /^a look-up of a charge that cannot ask/
  ]
]

const planeMistakes: ReadonlyArray<{
  readonly what: string
  readonly store?: (store: Store["Service"]) => Partial<Store["Service"]>
  readonly queue?: (queue: JobQueue["Service"]) => Partial<JobQueue["Service"]>
  readonly breaks: ReadonlyArray<RegExp>
}> = [
  {
    what: "says that it applied what it refused",
    store: ({ commit }) => ({ commit: (changes) => Effect.ignore(commit(changes)) }),
    breaks: [/^refuses an entry that was made/, /^never overdraws under 50/, /^answers 80 random commits/]
  },
  {
    what: "loses the entries of a commit",
    store: ({ commit }) => ({ commit: (changes) => commit({ ...changes, entries: [] }) }),
    breaks: [/^gives balances that are the sums/, /^reads the journal in the order/]
  },
  {
    what: "gives the journal in another order",
    store: ({ journal }) => ({ journal: (page) => Effect.map(journal(page), (rows) => rows.toReversed()) }),
    breaks: [/^reads the journal in the order/, /^follows a journal that others write/]
  },
  {
    what: "passes over the last row of a page",
    store: ({ feed }) => ({ feed: (page) => Effect.map(feed(page), (rows) => rows.length > 1 ? rows.slice(1) : rows) }),
    breaks: [/^lists newest first and feeds oldest first/]
  },
  {
    what: "gives no job back",
    queue: () => ({ retry: () => Effect.void }),
    breaks: [/^runs a retried job again at its time/]
  },
  {
    what: "counts nothing that waits",
    queue: () => ({ depth: () => Effect.succeed({ due: 0, leased: 0, dead: 0, oldestDueAt: null }) }),
    breaks: [/^accepts the commit of a worker whose lease ended but was not taken over/]
  }
]

describe("the kit", () => {
  it("finds nothing wrong with the example's rail", async () => {
    const report = await runSuite("the example", pixRailSuite, subject())
    expect(report.findings.filter(({ result }) => result === "broken")).toEqual([])
    expect(report.findings.filter(({ result }) => result === "kept").length).toBeGreaterThan(18)
    expect(isKept(report)).toBe(true)
    expect(printReport(report)).toMatch(/\nNot shown, because the subject has no returns:\n {2}a return is made once/)
  })

  it("says what the mistake of the example costs", async () => {
    const report = await runSuite(
      "the example in a hurry",
      pixRailSuite,
      subject((detail) => refused("failed", detail))
    )
    expect(isKept(report)).toBe(false)
    expect(printReport(report)).toMatch(
      new RegExp([
        "PixRail: a payment whose answer was lost is Unknown, and never Refused",
        "  done      had the other side act and break the connection before it answers",
        "            asked for a payment of 1 cent as payment\\/\\S+",
        "            the answer was Refused: failed: TypeError: fetch failed",
        "            mended the line",
        "  expected  Unknown or Done",
        "  came      Refused: failed: TypeError: fetch failed",
        "  because   it may have happened: a cut connection that is answered Refused has the service refund money that was paid"
      ].join("\n"))
    )
  })

  it("says of what an adapter throws what it is and where, and not what the check is about", async () => {
    const { report } = await brokenBy(
      () => ({ pay: () => Effect.die(new TypeError("no field `id`")) }),
      [/^a payment is made once/]
    )
    const detail = report.findings.find(({ name }) => name.startsWith("a payment is made once"))?.detail
    expect(detail).toMatch(
      new RegExp([
        "  expected  a port answers with an outcome; it does not throw",
        "  came      it threw TypeError: no field `id`",
        "            at .*kit\\.test\\.ts:\\S+",
        "  because   whoever asked learns nothing from it: the order stays open until a person looks$"
      ].join("\n"))
    )
  })

  it("waits between look-ups for what takes its time", async () => {
    let lookUps = 0
    const slow = mistaken((rail) => ({
      lookUpPayment: (id) =>
        Effect.suspend(() => ++lookUps % 10 === 0 ? rail.lookUpPayment(id) : Effect.succeed(unknown("underWay")))
    }))
    const before = Date.now()
    expect(isKept(await runSuite("a slow rail", only(pixRailSuite, [/^a payment that is Done has/]), slow))).toBe(true)
    expect(lookUps).toBe(10)
    expect(Date.now() - before).toBeGreaterThanOrEqual(9 * 20)
  })

  it("says which wake was missing and how long it waited, each check with its own reason", async () => {
    const layer = Layer.effectContext(
      Effect.map(Effect.context<Store | JobQueue>(), (context) =>
        Context.add(context, JobQueue, {
          ...Context.get(context, JobQueue),
          wake: () => Effect.never
        }))
    ).pipe(
      Layer.provide(memory)
    )
    const wakes = only(jobQueueSuite, [/^wakes a worker when a job that is soon/])
    const [finding] = (await runSuite("asleep", wakes, { layer })).findings
    expect(finding?.detail).toMatch(
      /expected {2}wake\(1000\) of the worker to end within 3000 ms of this: a job that is due/
    )
    expect(finding?.detail).toMatch(/came {6}it was waited for 3000 ms and did not end/)
    expect(new Set(jobQueueSuite.checks.map(({ why }) => why)).size).toBeGreaterThan(jobQueueSuite.checks.length - 3)
  })

  it.each(mistakes)("finds a rail that $what", async ({ breaks, mistake }) => {
    const { broken } = await brokenBy(mistake, breaks)
    for (const check of breaks) expect(broken.filter((name) => check.test(name))).not.toEqual([])
  })

  it("finds nothing wrong with the look-ups of a rail that makes charges", async () => {
    const report = await runSuite(
      "charges",
      only(pixRailSuite, [/ of a charge /, /^a charge that no one/]),
      chargingRail(() => ({}))
    )
    expect(report.findings.map(({ result }) => result)).toEqual(["kept", "kept", "kept"])
  })

  it.each(chargeMistakes)("finds a rail that %s", async (_, mistake, breaks) => {
    const report = await runSuite("a mistake", only(pixRailSuite, [breaks]), chargingRail(mistake))
    expect(report.findings.map(({ result }) => result)).toEqual(["broken"])
  })

  it.each(planeMistakes)("finds a data plane that $what", async ({ breaks, queue, store }) => {
    const layer = Layer.effectContext(Effect.map(Effect.context<Store | JobQueue>(), (context) => {
      const [right, rightQueue] = [Context.get(context, Store), Context.get(context, JobQueue)]
      return Context.make(Store, { ...right, ...store?.(right) }).pipe(
        Context.add(JobQueue, { ...rightQueue, ...queue?.(rightQueue) })
      )
    })).pipe(Layer.provide(memory))
    const reports = [
      await runSuite("a mistake", only(storeSuite, breaks), { layer }),
      await runSuite("a mistake", only(jobQueueSuite, breaks), { layer })
    ]
    const broken = reports.flatMap(({ findings }) => findings.filter(({ result }) => result === "broken"))
    for (const check of breaks) expect(broken.filter(({ name }) => check.test(name))).not.toEqual([])
    expect(broken[0]?.detail).toMatch(/\n {2}done {6}[^]*\n {2}expected {2}[^]*\n {2}came {6}[^]*\n {2}because {3}/)
  })

  // C59
  it.each<[string, InvoiceParts, RegExp]>([
    ["another amount", { hrp: "lnbc2500u" }, /The invoice is for 250000000 millisatoshis instead of 1000\./],
    ["no amount", { hrp: "lnbc" }, /The invoice names no amount/],
    ["an hour behind it", { timestamp: 1_700_000_000 }, /The invoice has expired\./],
    ["a signature that no key made", { signature: repeat(0, 104) }, /No key can have made the signature/],
    ["another network", { hrp: "lnbcrt10n" }, /The invoice is of Bitcoin's regtest, not of mainnet\./]
  ])("finds a Lightning address that gives an invoice of %s", async (_, parts, came) => {
    const fake = new FakeLightning()
    fake.dishonest = parts
    const checks = lightningNodeSuite.checks.filter(({ name }) => name.startsWith("a Lightning address gives"))
    const node = lightningNodeAdapter.of(await Effect.runPromise(Effect.scoped(Layer.build(lightningLayer(fake)))))
    const bench = { node, invoice: () => "", paid: async () => [], address: "ana@example.com" }
    const [finding] = (await runSuite("a liar", { ...lightningNodeSuite, checks }, async () => bench)).findings
    expect(finding?.result).toBe("broken")
    expect(finding?.detail).toMatch(came)
  })

  const fails = new Error("PixRail: broken")
  const suite: Suite<string> = {
    port: "Port",
    checks: [
      { name: "one", why: "", run: async (subject) => expect(subject).toBe("subject") },
      { name: "two", why: "", run: () => Promise.reject(fails) },
      { name: "three", why: "", run: () => Promise.reject(new NotShown("it has no line")) }
    ]
  }

  it("hands each check to a test runner, and skips what is not shown with its reason", async () => {
    const named: Array<string> = []
    const tests = new Map<string, (context: { skip?: (note?: string) => void }) => Promise<void>>()
    register("mine", suite, "subject", {
      describe: (name, inner) => {
        named.push(name)
        inner()
      },
      it: (name, run) => void tests.set(name, run)
    })
    expect(named).toEqual(["mine: Port"])
    expect([...tests.keys()]).toEqual(["one", "two", "three"])
    await tests.get("one")?.({})
    await expect(tests.get("two")?.({})).rejects.toBe(fails)
    const notes: Array<string | undefined> = []
    await tests.get("three")?.({ skip: (note) => void notes.push(note) })
    expect(notes).toEqual(["not shown: it has no line"])
    await expect(tests.get("three")?.({})).rejects.toThrow("it has no line")
  })

  it("reports what became of each check", async () => {
    const report = await runSuite("mine", suite, "subject")
    expect(report.findings.map(({ result }) => result)).toEqual(["kept", "broken", "not shown"])
    expect(isKept(report)).toBe(false)
    expect(printReport(report)).toBe([
      "mine: Port",
      "  ok      one",
      "  BROKEN  two",
      "\nNot shown, because it has no line:",
      "  three",
      "\nPixRail: broken",
      "\nmine: 1 kept, 1 broken, 1 not shown"
    ].join("\n"))
  })
})
