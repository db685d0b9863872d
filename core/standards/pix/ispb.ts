// ISPB, the eight-character code of a participant of the payment system (BCB PIX API 2.9.0). It is the root of the
// participant's CNPJ, so letters are allowed (C33).
import { Schema } from "effect"

const pattern = /^[0-9A-Z]{8}$/

/** A participant code: eight digits or upper-case letters. */
export const Ispb = Schema.String.check(Schema.isPattern(pattern, { expected: "an ISPB of eight characters" }))
  .pipe(Schema.brand("Ispb"))
export type Ispb = typeof Ispb.Type

/** The participant code written in any case; `undefined` when it is none. */
export const parseIspb = (text: string): Ispb | undefined => {
  const upper = text.toUpperCase()
  return pattern.test(upper) ? upper as Ispb : undefined
}
