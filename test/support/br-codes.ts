// Codes of charges as a customer would scan them.
import { Result } from "effect"
import { printBrCode } from "../../core/standards/pix/br-code.ts"

const common = { merchantName: "LOJA", merchantCity: "SAO PAULO", categoryCode: "0000" }

/** A dynamic code, whose amount is at the place that it names. */
export const printDynamic = (location: string): string =>
  Result.getOrThrow(printBrCode({ kind: "dynamic", ...common, singleUse: true, location }))

/** A code of a key. */
export const printStatic = (key: string): string =>
  Result.getOrThrow(printBrCode({ kind: "static", ...common, singleUse: false, key }))
