// What may be asked of the wallet endpoints (spec "Wallet" endpoints). A PIN of any shape is taken as a try, so that its
// form tells nothing; it is wrapped as it is read and shows in no log.
import { Schema } from "effect"
import { WalletNetwork } from "../address/network.ts"
import { text } from "../text/text.ts"

const redacted = (minimum: number, maximum: number, description: string) =>
  Schema.RedactedFromValue(text({ minimum, maximum }).annotate({ description }))

/** The PIN of a wallet's holder. */
export const WalletPin = redacted(1, 64, "The holder's PIN: six digits")

/** The envelope of the keys endpoint. */
export const ProtectedSymmetricKey = redacted(1, 1_024, "From the keys endpoint, exactly as it was returned")

/** Names one wallet. */
export const WalletId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{24}$/i, { expected: "24 hexadecimal characters" })
).annotate({ description: "One wallet, exactly: no other takes its place" })

/** Names the holder. */
export const SubAccountId = text({ minimum: 1, maximum: 64 }).annotate({
  description: "Whose wallet; the caller's own by default"
})

/** A new PIN: six digits. */
export const NewPin = Schema.RedactedFromValue(
  Schema.String.check(Schema.isPattern(/^\d{6}$/, { expected: "six digits" }))
)

export const WalletCreateRequest = Schema.Struct({
  subAccountId: Schema.optionalKey(SubAccountId),
  network: WalletNetwork.annotate({ description: "The only network that the new wallet is on" }),
  walletPin: WalletPin
}).annotate({ identifier: "WalletCreateRequest" })
export type WalletCreateRequest = typeof WalletCreateRequest.Type

/** Which wallet is read. */
export const WalletSelection = Schema.Struct({
  subAccountId: Schema.optionalKey(SubAccountId),
  walletId: Schema.optionalKey(WalletId)
}).annotate({ identifier: "WalletSelection" })
export type WalletSelection = typeof WalletSelection.Type
