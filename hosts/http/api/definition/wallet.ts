// Wallet endpoints (spec "Endpoints", Wallet). The holder's PIN and the keys made of it go in and out as they are; neither
// is ever kept in the clear.
import { Schema } from "effect"
import { WalletNetwork } from "../../../../core/standards/address/network.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { SubAccountId, WalletCreateRequest, WalletSelection } from "../../../../core/customers/wallet/wallet-request.ts"
import { ApiKeyRequired } from "./authorization.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { Scope, Upstream } from "./needs.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })
const walletId = described(Schema.String, "24 hexadecimal characters")
const envelope = described(
  Schema.String,
  "NIP-44 version 2, base64: the symmetric key under the Argon2id key of PIN and e-mail"
)
const holder = described(Schema.NullOr(Schema.String), "Null for the caller's own wallet")

export const createWallet = HttpApiEndpoint.post("createWallet", "/api/wallet/create", {
  payload: WalletCreateRequest,
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      id: described(Schema.String, "24 hexadecimal characters; save it as `walletId`"),
      address: Schema.String,
      network: WalletNetwork,
      chainId: described(Schema.Int, "Where the network settles; 84532 for every network of the sandbox"),
      balance: described(Schema.Finite, "Whole units of the network's first asset: USDT, on base USDC"),
      protectedSymmetricKey: envelope
    })
  }).annotate({ identifier: "WalletCreated" }).pipe(HttpApiSchema.status(201)),
  error: failsWith(...bodyFailures, "forbidden", "notFound", "notImplemented")
}).annotate(Scope, "payouts").annotate(Upstream, "walletVault").annotateMerge(OpenApi.annotations({
  summary: "Create a wallet",
  description:
    "Another wallet of a holder, on the network that is named alone, under the PIN that the holder has. Calling it again "
    + "creates another one, up to 20. Three wrong PINs lock all wallets of the holder for 24 hours."
}))

const WalletRecord = Schema.Struct({
  userId: Schema.String,
  subAccountId: holder,
  syncedAt: described(
    Schema.NullOr(Schema.String.annotate({ format: "date-time" })),
    "When the balances were read from the chain"
  ),
  addresses: described(Schema.Record(Schema.String, Schema.String), "Address by network; Solana is not shown"),
  balances: Schema.Array(
    Schema.Struct({ asset: Schema.String, network: Schema.String, amount: described(Schema.String, "Whole units") })
  ),
  walletId: Schema.optionalKey(described(walletId, "Only when one was named"))
}).annotate({ identifier: "WalletRecord" })

const walletAnswer = Schema.Struct({ success: Schema.Literal(true), data: WalletRecord })

export const readWallet = HttpApiEndpoint.get("readWallet", "/api/wallet", {
  query: WalletSelection.fields,
  success: walletAnswer,
  error: failsWith("badRequest", "notFound")
}).annotateMerge(OpenApi.annotations({
  summary: "Read a wallet",
  description:
    "Addresses and balances of the wallet that is named, or of the holder's first one. In the sandbox the first call "
    + "provisions it with the PIN 123456."
}))

export const getWallet = HttpApiEndpoint.post("getWallet", "/api/wallet/get", {
  payload: WalletSelection,
  success: walletAnswer,
  error: failsWith(...bodyFailures, "notFound")
}).annotate(Scope, "read").annotateMerge(OpenApi.annotations({
  summary: "Read a wallet, by a body",
  description: "The same as GET /api/wallet, for callers who keep ids out of addresses."
}))

export const readWalletKeys = HttpApiEndpoint.post("readWalletKeys", "/api/wallet/keys", {
  query: WalletSelection.fields,
  payload: WalletSelection,
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      walletId,
      protectedSymmetricKey: envelope,
      email: described(Schema.String, "Salts the Argon2id key of the PIN"),
      subAccountId: holder
    })
  }).annotate({ identifier: "WalletKeys" }),
  error: failsWith(...bodyFailures, "forbidden", "notFound")
}).annotate(Scope, "payouts").annotateMerge(OpenApi.annotations({
  summary: "Read the keys of a wallet",
  description:
    "Fields come in the query or in a JSON body, which may be left out; the body wins. One request a minute and wallet, "
    + `and ${limits.keysPerHour} wallets of an account in an hour; beyond that 429, and a review for the operator. `
    + "Both values change only when the holder sets another PIN. Needs the flag WALLET_PAYOUT_API."
}))

export const startPinSession = HttpApiEndpoint.post("startPinSession", "/api/wallet/pin-session", {
  payload: Schema.Struct({ subAccountId: Schema.optionalKey(SubAccountId) }),
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      sessionId: Schema.String,
      url: described(
        Schema.String,
        "Send the holder there; it works once. Pass it on as it is: the fragment is the proof"
      ),
      expiresAt: Schema.String.annotate({ format: "date-time" })
    })
  }).annotate({ identifier: "PinSession" }).pipe(HttpApiSchema.status(201)),
  error: failsWith(...bodyFailures, "notFound", "notImplemented")
}).annotate(Scope, "payouts").annotateMerge(OpenApi.annotations({
  summary: "Let a holder set or change the PIN",
  description:
    "Answers with the address of a page on which the holder sets the PIN, which makes his first wallet, or changes it. The "
    + "PIN itself never passes through the key owner. In the sandbox every PIN is 123456, so there is none to set: 501."
}))

export const wallets = HttpApiGroup.make("wallets")
  .add(createWallet, readWallet, getWallet, readWalletKeys, startPinSession)
  .middleware(ApiKeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Wallets", description: "PIN-protected wallets of holders." }))
