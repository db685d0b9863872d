// Requests to a wallet over a relay: encrypted with NIP-44 and nothing else, with an end (NIP-40), each answered by an event that the
// wallet signed and that names the request. Every failure says whether the request may have been received.
import { Cause, Clock, Effect, Option, Queue, Redacted, Result, Schema, Stream } from "effect"
import { type Event, finalizeEvent, getPublicKey, verifyEvent } from "nostr-tools/pure"
import * as nip44 from "nostr-tools/nip44"
import type { ProviderState } from "../../core/ports/provider-state.ts"
import { unixSeconds } from "../../core/base/time/instant.ts"
import { closed } from "../http-client/breaker.ts"
import { NoAnswer, NotAsked } from "../http-client/exchange.ts"
import { Health } from "../http-client/health.ts"
import type { ReadSecret } from "../http-client/secret-file.ts"
import { type Connection, parseConnection } from "./connection-string.ts"
import { Relay } from "./relay.ts"

const kinds = { info: 13_194, request: 23_194, answer: 23_195, notification: 23_197 } as const
const encryption = "nip44_v2"

export interface WalletAnswer {
  /** The code of an error; null where there is none. */
  readonly error: string | null
  readonly result: unknown
}

export interface Wallet {
  /** The public key that the wallet has for this connection, in hex. */
  readonly key: Effect.Effect<string, NotAsked>
  readonly ask: (method: string, params: object) => Effect.Effect<WalletAnswer, NotAsked | NoAnswer>
  /** Payment hashes of what the wallet says that it received, as it says it. */
  readonly received: Stream.Stream<string, NotAsked | NoAnswer>
  readonly state: Effect.Effect<ProviderState>
}

const Answer = Schema.Struct({
  result_type: Schema.String,
  error: Schema.optionalKey(Schema.NullOr(Schema.Struct({ code: Schema.String }))),
  result: Schema.optionalKey(Schema.Unknown)
})

const Received = Schema.Struct({
  notification_type: Schema.Literal("payment_received"),
  notification: Schema.Struct({ payment_hash: Schema.String })
})

/** Longer texts are not read. */
const mostCharacters = 131_072
/** So many notifications may wait. */
const mostWaiting = 1_024

// A connection may pay without being allowed to see the balance: that is no fault of it.
const isOfConnection = (method: string, error: string | null): boolean =>
  error === "UNAUTHORIZED" || error === "RESTRICTED" && method !== "get_balance"

const tagOf = (event: Event, name: string): string => event.tags.find(([tag]) => tag === name)?.[1] ?? ""

interface Line {
  readonly connection: Connection
  readonly relay: Relay
  readonly secret: Uint8Array
  readonly conversation: Uint8Array
  /** Whether the wallet says that it reads NIP-44; undefined until it says what it reads. */
  readsNip44: boolean | undefined
}

const lineOf = (connection: Connection): Line => {
  const secret = new Uint8Array(Buffer.from(Redacted.value(connection.secret), "hex"))
  const ours = getPublicKey(secret)
  const relay = new Relay(connection.relay, () => [
    { kinds: [kinds.info], authors: [connection.wallet], limit: 1 },
    { kinds: [kinds.answer, kinds.notification], authors: [connection.wallet], "#p": [ours], limit: 0 }
  ])
  const line: Line = {
    connection,
    relay,
    secret,
    conversation: nip44.getConversationKey(secret, connection.wallet),
    readsNip44: undefined
  }
  relay.listen({
    event: (event) => {
      if (event.kind !== kinds.info || event.pubkey !== connection.wallet || !verifyEvent(event)) return
      line.readsNip44 = tagOf(event, "encryption").split(" ").includes(encryption)
    },
    closed: () => undefined,
    refused: () => undefined
  })
  return line
}

// The text of an event that the wallet made for us; undefined where it did not.
const textOf = ({ connection, conversation }: Line, event: Event, kind: number): unknown => {
  if (event.kind !== kind || event.pubkey !== connection.wallet || event.content.length > mostCharacters) {
    return undefined
  }
  try {
    return verifyEvent(event) ? JSON.parse(nip44.decrypt(event.content, conversation)) : undefined
  } catch {
    return undefined
  }
}

/** A wallet by its connection string. `timeoutMs` is for one answer. */
export const openWallet = (connectionString: ReadSecret, timeoutMs: number): Wallet => {
  const health = new Health()
  let current: { readonly version: string; readonly line: Line } | undefined

  const lineNow = Effect.gen(function*() {
    const { text, version } = yield* connectionString
    if (current?.version === version) return current.line
    const parsed = parseConnection(text)
    if (Result.isFailure(parsed)) return yield* new NotAsked({ reason: `the connection string: ${parsed.failure}` })
    current = { version, line: lineOf(parsed.success) }
    return current.line
  }).pipe(
    Effect.catchTag("FileUnusable", ({ path, problem }) => Effect.fail(new NotAsked({ reason: `${path}: ${problem}` })))
  )

  const opened = Effect.gen(function*() {
    const line = yield* lineNow
    const socket = yield* Effect.tryPromise({
      try: () => line.relay.open(),
      catch: (cause) => new NotAsked({ reason: cause instanceof Error ? cause.message : "the relay cannot be reached" })
    })
    if (line.readsNip44 === true) return { line, socket }
    return yield* new NotAsked({
      reason: line.readsNip44 === false ? "the wallet does not read NIP-44" : "the relay knows nothing of the wallet"
    })
  })

  const exchanged = (
    { line, socket }: { readonly line: Line; readonly socket: WebSocket },
    event: Event,
    method: string
  ) =>
    Effect.callback<WalletAnswer, NotAsked | NoAnswer>((resume) => {
      const stop = line.relay.listen({
        event: (came) => {
          if (tagOf(came, "e") !== event.id) return
          const answer = Option.getOrUndefined(Schema.decodeUnknownOption(Answer)(textOf(line, came, kinds.answer)))
          if (answer?.result_type !== method) return
          end(Effect.succeed({ error: answer.error?.code ?? null, result: answer.result }))
        },
        closed: (reason) => end(Effect.fail(new NoAnswer({ reason }))),
        // It says so itself, and may have passed it on all the same.
        refused: (id) => {
          if (id === event.id) end(Effect.fail(new NoAnswer({ reason: "the relay did not take the request" })))
        }
      })
      const end = (exit: Effect.Effect<WalletAnswer, NotAsked | NoAnswer>): void => {
        stop()
        resume(exit)
      }
      if (!Relay.publish(socket, event)) end(Effect.fail(new NotAsked({ reason: "the connection to the relay ended" })))
      return Effect.sync(stop)
    }).pipe(
      Effect.timeoutOption(timeoutMs),
      Effect.flatMap(Option.match({
        onNone: () => Effect.fail(new NoAnswer({ reason: `no answer of the wallet within ${timeoutMs} ms` })),
        onSome: (answer) => Effect.succeed(answer)
      }))
    )

  const asked = Effect.fnUntraced(function*(method: string, params: object) {
    const at = yield* opened
    const now = yield* Clock.currentTimeMillis
    const { connection, conversation, secret } = at.line
    const event = finalizeEvent({
      kind: kinds.request,
      created_at: unixSeconds(now),
      tags: [
        ["p", connection.wallet],
        ["encryption", encryption],
        ["expiration", String(unixSeconds(now + timeoutMs))]
      ],
      content: nip44.encrypt(JSON.stringify({ method, params }), conversation)
    }, secret)
    return yield* exchanged(at, event, method)
  })

  const noted = (problem: string | null) => Effect.map(Clock.currentTimeMillis, (now) => health.note(now, problem))

  return {
    key: Effect.map(lineNow, ({ connection }) => connection.wallet),
    ask: (method, params) =>
      asked(method, params).pipe(
        Effect.tap(({ error }) => noted(isOfConnection(method, error) ? "our connection was refused" : null)),
        Effect.tapError(({ reason }) => noted(reason)),
        Effect.withSpan(method, { kind: "client", attributes: { "pontepay.provider": "nwc" } })
      ),
    received: Stream.unwrap(
      Effect.map(opened, ({ line }) =>
        Stream.callback<string, NoAnswer>((queue) =>
          Effect.acquireRelease(
            Effect.sync(() =>
              line.relay.listen({
                event: (came) => {
                  const text = textOf(line, came, kinds.notification)
                  const received = Option.getOrUndefined(Schema.decodeUnknownOption(Received)(text))
                  if (received !== undefined) Queue.offerUnsafe(queue, received.notification.payment_hash)
                },
                closed: (reason) => void Queue.failCauseUnsafe(queue, Cause.fail(new NoAnswer({ reason }))),
                refused: () => undefined
              })
            ),
            (stop) => Effect.sync(stop)
          ), { bufferSize: mostWaiting }))
    ),
    state: Effect.map(Clock.currentTimeMillis, (now) => health.state(closed, null, now))
  }
}
