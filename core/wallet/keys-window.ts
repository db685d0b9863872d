// When the keys of a wallet were last given out: once a minute and wallet (spec "Limits", Keys endpoint).
import { limits } from "../limits/limits.ts"
import { Schema } from "effect"
import { recordKind } from "../ports/records.ts"

const KeysRead = Schema.Struct({
  /** The wallet's own id. */
  id: Schema.String,
  owner: Schema.String,
  readAt: Schema.Int
})
export type KeysRead = typeof KeysRead.Type

export const KeysReads = recordKind({ kind: "keysRead", schema: KeysRead })

/** Unix milliseconds from which the keys can be read again. */
export const keysOpenAt = ({ readAt }: KeysRead): number => readAt + limits.keysRateMs
