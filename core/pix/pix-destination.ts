// Who a PIX goes to, read from its destination: a PIX key, or a BR Code that names its receiver and may hold a key.
import { Option, Result } from "effect"
import { parseBrCode } from "./br-code.ts"
import { parsePixKey } from "./pix-key.ts"

/** A key in its normal form, or the text of a BR Code. */
export type PixKeyOrBrCode =
  | { readonly by: "key"; readonly key: string }
  | { readonly by: "brCode"; readonly brCode: string }

/** The receiver as far as the destination names it. The key is in its normal form. */
export interface NamedReceiver {
  readonly name: string | null
  readonly key: string | null
}

const normalKey = (text: string): string =>
  Result.match(parsePixKey(text), { onSuccess: ({ value }) => value, onFailure: () => text })

/** The receiver that a destination names; of a dynamic code the name alone. */
export const namedReceiver = (destination: PixKeyOrBrCode): NamedReceiver => {
  if (destination.by === "key") return { name: null, key: destination.key }
  return Option.match(Result.getSuccess(parseBrCode(destination.brCode)), {
    onNone: () => ({ name: null, key: null }),
    onSome: (code) => ({ name: code.merchantName, key: code.kind === "static" ? normalKey(code.key) : null })
  })
}
