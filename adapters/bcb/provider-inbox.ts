// Callbacks of the central bank's interface: `POST …/pix` with several PIX and their returns. The body is a hint: each PIX is read
// back from the bank before it becomes a fact, and what the bank's record says counts.
import { Effect, Result, Schema } from "effect"
import { technical } from "../../core/base/reason/reason.ts"
import { ValidationFailed } from "../../core/base/errors/errors.ts"
import { EndToEndId } from "../../core/standards/pix/end-to-end-id.ts"
import { type ProviderFact, unreadable } from "../../core/ports/provider-fact.ts"
import { InboxUnavailable, type ProviderInbox } from "../../core/ports/provider-inbox.ts"
import type { Bank } from "./bank.ts"
import { makeProof } from "./callback-proof.ts"
import { readPix, receiptFact, returnFact } from "./received.ts"
import { as } from "./schema.ts"

/** Facts of an entry that is no PIX of ours to receive, such as one that we sent; undefined where it is one. */
export type ReadOwnEntry = (entry: unknown) => Effect.Effect<ReadonlyArray<ProviderFact>, InboxUnavailable> | undefined

const Body = Schema.Record(Schema.String, Schema.Unknown)
const Entries = Schema.Array(Schema.Unknown)

const Entry = Schema.Struct({
  endToEndId: EndToEndId,
  devolucoes: Schema.optionalKey(Schema.NullOr(
    Schema.Array(Schema.Struct({
      id: Schema.String,
      status: Schema.optionalKey(Schema.String)
    }))
  ))
})

/** Read-backs of one message that are under way at once: a bank asks us to wait for more. */
const atOnce = 4

const refused = (field: string, message: string) => new ValidationFailed({ details: [{ field, message }] })

const entriesOf = (body: Uint8Array): Effect.Effect<ReadonlyArray<unknown> | undefined, ValidationFailed> =>
  Effect.suspend(() => {
    const message = as(Schema.fromJsonString(Body), new TextDecoder().decode(body))
    if (message === undefined) return Effect.fail(refused("body", "must be a JSON object"))
    // A bank tries an address with a message of its own when it is registered.
    if (message["pix"] === undefined) return Effect.succeed(undefined)
    const entries = as(Entries, message["pix"])
    return entries === undefined
      ? Effect.fail(refused("pix", "must be a list"))
      : Effect.succeed(entries)
  })

const entryFacts = Effect.fnUntraced(function*(bank: Bank, value: unknown) {
  const entry = as(Entry, value)
  if (entry === undefined) return [unreadable("pix of a callback", value)]
  const found = yield* readPix(bank, entry.endToEndId)
  // A bank that reports a PIX and does not find it will find it later.
  if (found._tag !== "Done") {
    const reason = found._tag === "Absent" ? "the bank does not find the PIX yet" : technical(found.reason)
    return yield* new InboxUnavailable({ reason })
  }
  const pix = found.value
  const facts: Array<ProviderFact> = [receiptFact(pix)]
  for (const named of entry.devolucoes ?? []) {
    const devolucao = pix.devolucoes?.find(({ id }) => id === named.id)
    const isEnded = devolucao !== undefined && devolucao.status !== "EM_PROCESSAMENTO"
    // Ended in the message means ended, or soon so, in the record.
    if (!isEnded && named.status !== "EM_PROCESSAMENTO") {
      const reason = "the bank's record does not have the return yet"
      return yield* new InboxUnavailable({ reason, confirmed: facts })
    }
    if (isEnded) facts.push(returnFact(pix.endToEndId, devolucao))
  }
  return facts
})

/** The inbox of a bank; `readOwn` reads what the bank adds to the standard's callback. */
export const bankInbox = (bank: Bank, readOwn?: ReadOwnEntry): ProviderInbox["Service"] => {
  const prove = makeProof(bank.settings.callbacks)
  return {
    read: Effect.fnUntraced(function*(message) {
      yield* prove(message)
      const entries = yield* entriesOf(message.body)
      if (entries === undefined) return [{ _tag: "Unsupported", eventId: null, subscription: "no pix" }]
      const read = yield* Effect.forEach(
        entries,
        (entry) => Effect.result(readOwn?.(entry) ?? entryFacts(bank, entry)),
        { concurrency: atOnce }
      )
      const confirmed = read.flatMap((each) => Result.isSuccess(each) ? each.success : each.failure.confirmed ?? [])
      const later = read.find(Result.isFailure)?.failure
      if (later !== undefined) return yield* new InboxUnavailable({ reason: later.reason, confirmed })
      return confirmed
    })
  }
}
