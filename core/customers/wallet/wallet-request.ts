// What may be asked of the wallet endpoints (spec "Wallet" endpoints). PIN and key are wrapped as they are read and show in
// no log.
import { Schema } from "effect"
import { WalletNetwork } from "../../standards/address/network.ts"
import { text } from "../../base/text/text.ts"
import { WalletPin } from "./pin.ts"

/** The envelope of the keys endpoint. */
export const ProtectedSymmetricKey = Schema.RedactedFromValue(
  text({ minimum: 1, maximum: 1_024 }).annotate({ description: "From the keys endpoint, exactly as it was returned" })
)

/** Names one wallet. */
export const WalletId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{24}$/i, { expected: "24 hexadecimal characters" })
).annotate({ description: "One wallet, exactly: no other takes its place" })

/** Names the holder. */
export const SubAccountId = text({ minimum: 1, maximum: 64 }).annotate({
  description: "Whose wallet; the caller's own by default"
})

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
