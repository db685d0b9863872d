// Reads what was typed in a field, in the browser. It is sent as text, so the function names nothing from outside itself.
import type { FieldKind } from "./wizard-fields.ts"

/** What was typed as it is sent; undefined when it cannot be that. `country` is the one that the field is about. */
export const readField = (kind: FieldKind, typed: string, country: string, today: string): string | undefined => {
  const text = typed.trim()
  const plain = text.replace(/[\s.\-/()]/g, "").toUpperCase()
  // The last digits of CPF and CNPJ are sums of the others, each times its weight, modulo 11. A letter counts from "0".
  const checked = (value: string, heaviest: number): boolean =>
    [value.length - 2, value.length - 1].every((length) => {
      let weight = 2
      let sum = 0
      for (let at = length - 1; at >= 0; at -= 1) {
        sum += (value.charCodeAt(at) - 48) * weight
        weight = weight === heaviest ? 2 : weight + 1
      }
      const rest = sum % 11
      return value.charCodeAt(length) - 48 === (rest < 2 ? 0 : 11 - rest)
    })
  const when = (holds: boolean, value: string) => holds ? value : undefined
  switch (kind) {
    case "text":
      return when(text !== "", text)
    case "date":
      return when(/^\d{4}-\d{2}-\d{2}$/.test(text) && text <= today, text)
    case "personalTaxId":
      return country === "BRA"
        ? when(/^\d{11}$/.test(plain) && !/^(\d)\1*$/.test(plain) && checked(plain, 12), plain)
        : when(/^\d{1,32}$/.test(plain), plain)
    case "companyTaxId":
      return when(/^[0-9A-Z]{12}\d{2}$/.test(plain) && !/^(.)\1*$/.test(plain) && checked(plain, 9), plain)
    case "country":
      return when(/^[A-Z]{3}$/.test(plain), plain)
    case "state":
      return when(
        country === "BRA"
          ? /^(?:A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)$/.test(plain)
          : /^[A-Z0-9]{1,3}$/.test(plain),
        plain
      )
    case "email":
      return when(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text), text)
    case "phone": {
      const number = /^\d{10,11}$/.test(plain) ? `+55${plain}` : plain
      return when(/^\+[1-9]\d{6,14}$/.test(number), number)
    }
    case "amount": {
      // With a comma or a point before the cents, whatever the language: whole reais in groups of three use the other.
      const [, whole = "", cents] = /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(text) ??
        /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
      const reais = whole.replace(/[.,]/g, "")
      return when(/^\d{1,12}$/.test(reais), cents === undefined ? reais : `${reais}.${cents}`)
    }
  }
}
