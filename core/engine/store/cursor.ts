// Cursors of lists. A store counts places over everything that it holds, so a cursor that showed its place would show how much
// that is: it is sealed for its list instead (0199). The same place of the same list always has the same cursor, so pages that
// are read twice are equal.
import { Effect } from "effect"
import { invalidField } from "../../base/errors/errors.ts"
import { equalInConstantTime } from "../../base/text/text.ts"
import { Secrets } from "./secrets.ts"

// In hex: a tag of 16 bytes, which only we can make of list and place, and the place of 8 bytes under a mask made of the tag.
const tagDigits = 32
const placeDigits = 16
const form = new RegExp(`^[0-9a-f]{${tagDigits + placeDigits}}$`)

const digest = (purpose: string, text: string, digits: number) =>
  Effect.map(Secrets.use((secrets) => secrets.digest(purpose, text)), (hex) => hex.slice(0, digits))

const tagOf = (list: string, place: string) => digest("cursor", `${list} ${place}`, tagDigits)

const masked = (tag: string, place: string) =>
  Effect.map(
    digest("cursor-mask", tag, placeDigits),
    (mask) => inHex(BigInt(`0x${mask}`) ^ BigInt(`0x${place}`))
  )

const inHex = (place: bigint): string => place.toString(16).padStart(placeDigits, "0")

/** The cursor of a place in a list. The name of the list says whose it is, so that the cursor opens no one else's. */
export const cursorAt = Effect.fnUntraced(function*(list: string, seq: bigint) {
  const place = inHex(seq)
  const tag = yield* tagOf(list, place)
  return tag + (yield* masked(tag, place))
})

/** The place of a cursor; refuses one of another list, and text that is none. */
export const placeOf = Effect.fnUntraced(function*(list: string, cursor: string) {
  if (!form.test(cursor)) return yield* notOfThisList()
  const tag = cursor.slice(0, tagDigits)
  const place = yield* masked(tag, cursor.slice(tagDigits))
  return equalInConstantTime(yield* tagOf(list, place), tag) ? BigInt(`0x${place}`) : yield* notOfThisList()
})

const notOfThisList = () => invalidField("cursor", "not a cursor of this list")
