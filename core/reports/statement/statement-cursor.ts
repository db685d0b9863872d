// The cursor of a statement: the last row that was shown and the window that it was shown in, so that every page is of the
// same window although time goes on. Opaque, and never trusted: it names a place in the asker's own statement alone.
import { base64urlnopad, utf8 } from "@scure/base"
import { Effect, Schema } from "effect"
import { type ValidationFailed, invalidField } from "../../base/errors/errors.ts"

const Cursor = Schema.Struct({
  /** Unix milliseconds, as the window of the first page. */
  from: Schema.Int,
  to: Schema.Int,
  /** The operation that the last row was of. */
  createdAt: Schema.Int,
  id: Schema.String.check(Schema.isPattern(/^[\w/-]{1,96}$/)),
  /** Whether its FEE row is still to be shown. */
  feeIsNext: Schema.Boolean
})
export type Cursor = typeof Cursor.Type

const Text = Schema.fromJsonString(Cursor)
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeUnknownEffect(Text, { onExcessProperty: "error" })

/** The text of a cursor. */
export const printCursor = (cursor: Cursor): string => base64urlnopad.encode(utf8.decode(encode(cursor)))

/** The cursor of a text; refuses one that is none. */
export const readCursor = (text: string): Effect.Effect<Cursor, ValidationFailed> =>
  Effect.try(() => utf8.encode(base64urlnopad.decode(text))).pipe(
    Effect.flatMap(decode),
    Effect.mapError(() => invalidField("cursor", "not a cursor of this statement"))
  )
