// Inboxes keep the promises of their port: the sandbox's, whose messages are signed, and one like a bank's, which has a secret
// in its address and several PIX in a message. The suite finds the mistakes that an inbox can make.
import { createHmac } from "node:crypto"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type ProviderInboxBench, providerInboxSuite, runSuite } from "../../adapters/conformance/index.ts"
import * as sandboxInbox from "../../adapters/sandbox/provider-inbox.ts"
import { invalidField } from "../../core/base/errors/errors.ts"
import type { FactOf } from "../../core/ports/provider-fact.ts"
import { ProofRefused, ProviderInbox, type ProviderMessage } from "../../core/ports/provider-inbox.ts"
import { endToEndIdAt } from "../support/ids.ts"
import { conforms, notShown } from "./conforms.ts"

type Inbox = ProviderInbox["Service"]

const secret = "the secret of the tests"
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const arrived = (body: Uint8Array, now: number): ProviderMessage => ({
  path: "/provider/bank/webhook",
  query: {},
  headers: {},
  body,
  peer: null,
  remote: null,
  now
})

const paid = (n: number, eventId: string): FactOf<"ChargePaid"> => ({
  _tag: "ChargePaid",
  eventId,
  trackId: `tkt_${n}`,
  endToEndId: endToEndIdAt(n),
  value: null,
  paidAt: null,
  payer: null
})

const openSandbox = async (): Promise<Inbox> =>
  Context.get(
    await Effect.runPromise(Effect.scoped(Layer.build(sandboxInbox.layer({ secret: Redacted.make(secret) })))),
    ProviderInbox
  )

const sandboxBench = async (): Promise<ProviderInboxBench> => {
  const ticket = { type: "DEPOSIT-SUCCESS", ticket: { id: "tkt_1", endToEndId: endToEndIdAt(1) } }
  return {
    inbox: await openSandbox(),
    send: (body, now) => {
      const timestamp = String(Math.floor(now / 1_000))
      const signature = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")
      const headers = { "x-provider-timestamp": timestamp, "x-provider-signature": signature }
      return { ...arrived(body, now), headers }
    },
    withoutProof: (message) => ({ ...message, headers: {} }),
    sample: {
      body: bytes({ event: { id: "evt-1", subscription: "TICKET", data: ticket } }),
      facts: [{ ...paid(1, "evt-1"), isMadeUp: false }]
    },
    unknown: bytes({ event: { id: "evt-2", subscription: "SOMETHING-NEW", data: {} } }),
    coversBody: true,
    toleranceMs: 300_000,
    reopen: openSandbox
  }
}

conforms("the sandbox", providerInboxSuite, sandboxBench, [
  ...notShown("a message of the sandbox has one fact", /^a message with several facts/)
])

const Callback = Schema.fromJsonString(Schema.Struct({
  pix: Schema.optionalKey(Schema.Array(Schema.Struct({ txid: Schema.String, endToEndId: Schema.String })))
}))
const readCallback = Schema.decodeUnknownEffect(Callback)

const bank: Inbox = {
  read: ({ body, query }) =>
    query["hmac"] === secret
      ? readCallback(new TextDecoder().decode(body)).pipe(
        Effect.mapError(() => invalidField("body", "is no callback")),
        Effect.map(({ pix }) =>
          pix === undefined
            ? [{ _tag: "Unsupported" as const, eventId: null, subscription: "other" }]
            : pix.map(({ endToEndId, txid }) => ({ ...paid(1, endToEndId), trackId: txid, endToEndId }))
        )
      )
      : Effect.fail(new ProofRefused({ proof: "missing", problem: "no secret in the address" }))
}

const pixOf = (n: number) => ({ txid: `tkt_${n}`, endToEndId: endToEndIdAt(n) })

const bankBench = async (): Promise<ProviderInboxBench> => ({
  inbox: bank,
  send: (body, now) => ({ ...arrived(body, now), query: { hmac: secret } }),
  withoutProof: (message) => ({ ...message, query: {} }),
  sample: { body: bytes({ pix: [pixOf(1)] }), facts: [paid(1, endToEndIdAt(1))] },
  many: {
    body: bytes({ pix: [pixOf(1), pixOf(2), pixOf(3)] }),
    facts: [1, 2, 3].map((n) => paid(n, endToEndIdAt(n)))
  },
  unknown: bytes({ rec: [] }),
  coversBody: false,
  reopen: async () => bank
})

conforms("an inbox with a secret in its address", providerInboxSuite, bankBench, [
  ...notShown("a secret does not cover the body", /^a message that was changed/),
  ...notShown("a secret has no time", /^a message whose proof is too old/)
])

describe("the suite of inboxes", () => {
  const asSent = (message: ProviderMessage): ProviderMessage => ({ ...message, query: { hmac: secret } })
  const mistakes: ReadonlyArray<readonly [string, (right: Inbox) => Inbox, () => Promise<ProviderInboxBench>, RegExp]> =
    [
      [
        "asks for no proof",
        (right) => ({ read: (message) => right.read(asSent(message)) }),
        bankBench,
        /^a message without/
      ],
      [
        "takes the first fact of a message alone",
        (right) => ({ read: (message) => Effect.map(right.read(message), (facts) => facts.slice(0, 1)) }),
        bankBench,
        /^a message with several facts/
      ],
      [
        "makes up an event id each time",
        (right) => {
          let ids = 0
          return {
            read: (message) =>
              Effect.map(right.read(message), (facts) => facts.map((fact) => ({ ...fact, eventId: String(++ids) })))
          }
        },
        bankBench,
        /^a proven message gives its facts/
      ],
      [
        "refuses kinds that it does not know",
        (right) => ({
          read: (message) =>
            Effect.flatMap(right.read(message), (facts) =>
              facts.some(({ _tag }) => _tag === "Unsupported")
                ? Effect.fail(invalidField("body", "is of an unknown kind"))
                : Effect.succeed(facts))
        }),
        bankBench,
        /^a kind that the adapter does not know/
      ],
      [
        "throws on what it cannot read",
        (right) => ({ read: (message) => Effect.orDie(right.read(message)) }),
        bankBench,
        /^a proven body/
      ],
      [
        "does not look at the time of a signature",
        (right) => ({
          read: (message) =>
            right.read({ ...message, now: Number(message.headers["x-provider-timestamp"] ?? 0) * 1_000 })
        }),
        sandboxBench,
        /^a message whose proof is too old/
      ],
      [
        "does not look at the bytes",
        (right) => ({
          read: (message) =>
            message.headers["x-provider-signature"] === undefined ? right.read(message) : Effect.succeed([])
        }),
        sandboxBench,
        /^a message that was changed/
      ]
    ]

  it.each(mistakes)("finds an inbox that %s", async (_what, mistake, open, broken) => {
    const report = await runSuite("a mistake", providerInboxSuite, async () => {
      const bench = await open()
      return { ...bench, inbox: mistake(bench.inbox) }
    })
    const found = report.findings.filter(({ result }) => result === "broken").map(({ name }) => name)
    expect(found.filter((name) => broken.test(name))).not.toEqual([])
  })
})
