// BR Codes whose lengths were counted in bytes of UTF-8. A program that prints names with accents so makes codes that break
// at some field after the name, where no one would look for the cause.
import { utf8 } from "@scure/base"
import { type BrCodeField, readBrCodeFields } from "./br-code-fields.ts"
import type { Fault } from "./reading.ts"

/** Every byte as one character, so that lengths are lengths in bytes. */
const bytesAsText = (text: string): string =>
  Array.from(utf8.decode(text), (byte) => String.fromCharCode(byte)).join("")

const asText = (bytes: string): string => utf8.encode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))

/** Fields that hold text themselves, the inner ones in place of those around them. */
const leaves = (fields: ReadonlyArray<BrCodeField>): ReadonlyArray<BrCodeField> =>
  fields.flatMap((field) => field.fields === undefined ? [field] : leaves(field.fields))

/** The cause, where counting in bytes makes sense of a code that makes none otherwise. */
export const byteCounted = (text: string): Pick<Fault, "at" | "message" | "reason"> | undefined => {
  if (!text.isWellFormed() || /^[\x00-\x7f]*$/.test(text)) return undefined
  const bytes = bytesAsText(text)
  const { broken, fields } = readBrCodeFields(bytes)
  const field = leaves(fields).find(({ value }) => /[^\x00-\x7f]/.test(value))
  if (broken !== undefined || field === undefined) return undefined
  const value = asText(field.value)
  return {
    reason: "byteLength",
    message: `The length of field ${field.path} (${field.name}) was counted in bytes: "${value}" has ${value.length} `
      + `characters and the code says ${field.value.length}. Print names without accents.`,
    at: asText(bytes.slice(0, field.at)).length + 2
  }
}
