// Who a PIX is paid to, as a request names it: by a key or by a BR Code. Everything here depends on the request alone.
import { Effect, Result } from "effect"
import type { Caller } from "../access/caller.ts"
import { Environment } from "../environment/environment.ts"
import { type ValidationFailed, invalidField } from "../errors/errors.ts"
import type { Cents } from "../money/units.ts"
import type { PixPayment } from "./pix-payment.ts"
import { type BrCode, type BrCodeError, parseBrCode } from "../pix/br-code.ts"
import { type PixKeyError, type PixKeyType, parsePixKey } from "../pix/pix-key.ts"

/** The fields of a request that name it. */
interface DestinationFields {
  readonly pixKey?: string | undefined
  readonly pixKeyType?: PixKeyType | undefined
  readonly qrCode?: string | undefined
}

/** Where each kind of BR Code can be paid: one that authorises a recurrence pays nothing, and the sandbox's own is no PIX. */
const payableCodes: Readonly<Record<BrCode["kind"], ReadonlyArray<Environment>>> = {
  static: Environment.literals,
  dynamic: Environment.literals,
  sandbox: ["sandbox"],
  recurrence: []
}

/** The destination of a request, or what is wrong with it: one of key and code, and a code that can be paid with this value. */
export const destinationOf = (
  caller: Caller,
  { pixKey, pixKeyType, qrCode }: DestinationFields,
  value: Cents
): Effect.Effect<PixPayment["destination"], ValidationFailed> => {
  if (pixKey !== undefined && qrCode !== undefined) {
    return Effect.fail(invalidField("qrCode", "send either pixKey or qrCode, not both"))
  }
  if (pixKey !== undefined) return keyOf(pixKey, pixKeyType)
  if (qrCode !== undefined) return codeOf(caller, qrCode, value)
  return Effect.fail(invalidField("pixKey", "send pixKey or qrCode"))
}

const keyProblems: Readonly<Record<PixKeyError["reason"], string>> = {
  empty: "is empty",
  tooLong: "is longer than a PIX key",
  unknownType: "is no PIX key",
  typeRequired: "may be a phone number or a CPF: send pixKeyType",
  format: "has not the shape of this type of key",
  repeated: "is one digit all the way, which is never issued",
  checkDigits: "has wrong check digits"
}

const keyOf = (
  pixKey: string,
  type: PixKeyType | undefined
): Effect.Effect<PixPayment["destination"], ValidationFailed> =>
  Result.match(parsePixKey(pixKey, type), {
    onSuccess: (key) => Effect.succeed({ by: "key" as const, key: key.value, keyType: key.type }),
    onFailure: ({ reason }) => Effect.fail(invalidField("pixKey", keyProblems[reason]))
  })

const codeOf = (
  caller: Caller,
  qrCode: string,
  value: Cents
): Effect.Effect<PixPayment["destination"], ValidationFailed> =>
  Result.match(parseBrCode(qrCode), {
    onSuccess: (code) => {
      const problem = codeProblem(caller, code, value)
      return problem === undefined
        ? Effect.succeed({ by: "brCode" as const, brCode: qrCode })
        : Effect.fail(invalidField("qrCode", problem))
    },
    onFailure: (error) => Effect.fail(invalidField("qrCode", unreadable(error)))
  })

const unreadable = ({ field, reason }: BrCodeError): string =>
  reason === "crcMismatch" ? "its checksum is wrong" : `is no BR Code: ${reason}${field === "" ? "" : ` in ${field}`}`

const codeProblem = ({ account }: Caller, code: BrCode, value: Cents): string | undefined => {
  if (!payableCodes[code.kind].includes(account.environment)) {
    return code.kind === "recurrence" ? "authorises a recurrence and pays nothing" : "cannot be paid by a PIX"
  }
  if (code.kind === "static" && code.withdrawalIspb !== undefined) return "hands out cash and takes no payment"
  return code.amount === undefined || code.amount === value ? undefined : "asks for another amount than value"
}
