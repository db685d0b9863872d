// Timing: a credential that is wrong in its first character takes as long to refuse as one that is wrong in its last. The same test
// finds a comparison that stops at the first difference. It measures, so the deep tier alone runs it; that comparisons go through
// the one function is held by test/tidy/comparisons.test.ts.
import { createHmac } from "node:crypto"
import { Context, Effect, Layer, Redacted } from "effect"
import { beforeAll, expect, it } from "vitest"
import { layer as inboxLayer } from "../../adapters/sandbox/provider-inbox.ts"
import { readReceiptToken } from "../../core/customers/access/proofs.ts"
import { readUploadToken } from "../../core/customers/kyc/document-token.ts"
import { ProviderInbox } from "../../core/ports/provider-inbox.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"
import { equalInConstantTime } from "../../core/base/text/text.ts"
import { tokenCheck } from "../../hosts/http/api/request/token-check.ts"
import { secretsOfTests } from "../support/secrets.ts"
import { differs, timingOf } from "./dudect.ts"

const samples = 100_000
const copies = 256

// What is put together is kept in parts, which take time of their own to read; and where a text lies in memory does too, so that
// there are many copies of each, made in turn.
const flat = (text: string): string => Buffer.from(text).toString("latin1")

// Neither kind always lies before the other.
const inAnyOrder = (first: string, last: string): readonly [first: string, last: string] => {
  if (Math.random() < 0.5) return [flat(first), flat(last)]
  const after = flat(last)
  return [flat(first), after]
}

const otherThan = (digit: string | undefined): string => digit === "0" ? "1" : "0"

/** Copies of a text that is wrong in its first character, and of one that is wrong in its last. */
const wrongOf = (text: string): (isFirst: boolean, sample: number) => string => {
  const pairs = Array.from(
    { length: copies },
    () => inAnyOrder(otherThan(text[0]) + text.slice(1), text.slice(0, -1) + otherThan(text.at(-1)))
  )
  return (isFirst, sample) => pairs[sample % copies]?.[isFirst ? 0 : 1] ?? ""
}

const right = "1123456789abcdef".repeat(4)
const signed = createHmac("sha256", "the secret").update("1000000.{}").digest("hex")
const digests = () => wrongOf(right)
const signatures = () => wrongOf(signed)
/** Digests inside of something else. */
const within = (before: string) => () => {
  const digest = digests()
  const all = Array.from(
    { length: copies },
    (_, at) => inAnyOrder(before + digest(true, at), before + digest(false, at))
  )
  return (isFirst: boolean, sample: number): string => all[sample % copies]?.[isFirst ? 0 : 1] ?? ""
}

const stopsEarly = (a: string, b: string): boolean => {
  for (let at = 0; at < a.length; at++) if (a.charCodeAt(at) !== b.charCodeAt(at)) return false
  return true
}

let inbox: ProviderInbox["Service"]
let secrets: Secrets["Service"]
beforeAll(async () => {
  const layers = Layer.merge(
    inboxLayer({ secret: Redacted.make("the secret") }),
    secretsOfTests()
  )
  const built = await Effect.runPromise(Effect.scoped(Layer.build(layers)))
  inbox = Context.get(built, ProviderInbox)
  secrets = Context.get(built, Secrets)
})

const message = (proof: string) => ({
  path: "/provider/webhook",
  query: {},
  headers: { "x-provider-timestamp": "1000000", "x-provider-signature": proof },
  body: new TextEncoder().encode("{}"),
  peer: null,
  remote: null,
  now: 1_000_000_000
})

const isOperators = tokenCheck(Redacted.make(right))

interface Comparison {
  readonly inputs: () => (isFirst: boolean, sample: number) => string
  readonly run: (wrong: string) => unknown
  readonly calls?: number
}

const comparisons: Readonly<Record<string, Comparison>> = {
  "two digests": { inputs: digests, calls: 20, run: (wrong) => equalInConstantTime(wrong, right) },
  "an operator's token": {
    inputs: digests,
    run: (wrong) => isOperators(Redacted.make(wrong))
  },
  "the digest of a key": {
    inputs: within("pontepay_test_"),
    run: (wrong) => equalInConstantTime(Effect.runSync(secrets.keyDigest(Redacted.make(wrong))), right)
  },
  "the token of an upload": {
    inputs: within("doc_1.front."),
    run: (wrong) => readUploadToken(wrong)?.holds(right)
  },
  "the token of a receipt": {
    inputs: within("pay_1.1."),
    run: (wrong) => readReceiptToken(wrong)?.holds(right)
  },
  "a provider's signature": {
    inputs: signatures,
    run: (wrong) => Effect.runSyncExit(inbox.read(message(wrong)))
  }
}

it("refuses what it is shown here", () => {
  const refusals = [signatures()(true, 0), signatures()(false, 0), signed].map((proof) =>
    String(Effect.runSyncExit(inbox.read(message(proof)))).includes("ProofRefused")
  )
  expect(refusals).toEqual([true, true, false])
  expect([digests()(true, 0), digests()(false, 0), right].map((text) => equalInConstantTime(text, right))).toEqual([
    false,
    false,
    true
  ])
})

it.each(Object.entries(comparisons))(
  "%s: where it is wrong makes no difference of time",
  (name, { calls = 1, inputs, run }) => {
    const t = timingOf({ inputs, run, samples, calls })
    process.stdout.write(`${name}: t = ${t.toFixed(1)}\n`)
    expect(t).toBeLessThan(differs)
  }
)

it("finds a comparison that stops at the first difference", () => {
  const t = timingOf({ inputs: digests, run: (wrong) => stopsEarly(wrong, right), samples, calls: 20 })
  process.stdout.write(`one that stops early: t = ${t.toFixed(1)}\n`)
  expect(t).toBeGreaterThan(differs)
})

it("finds one that stops at the first eight that differ", () => {
  const inEights = (a: string, b: string): boolean => {
    for (let at = 0; at < a.length; at += 8) {
      if (!equalInConstantTime(a.slice(at, at + 8), b.slice(at, at + 8))) return false
    }
    return true
  }
  const t = timingOf({ inputs: digests, run: (wrong) => inEights(wrong, right), samples, calls: 20 })
  process.stdout.write(`one that stops after eight: t = ${t.toFixed(1)}\n`)
  expect(t).toBeGreaterThan(differs)
})
