// Avenia, for PIX and KYC.
import { Effect } from "effect"
import { provider, variableOf } from "./definition.ts"

export const aveniaProvider = provider({
  name: "avenia",
  title: "Avenia",
  roles: ["PIX", "KYC"],
  variables: {
    URL: { kind: "url", fallback: "https://api.avenia.io:8443", about: "Address of the interface, without `/v2`" },
    API_KEY_FILE: { kind: "secretFile", about: "The API key" },
    PRIVATE_KEY_FILE: { kind: "secretFile", about: "The RSA key in PEM whose public half the API key was made with" },
    WALLET: {
      kind: "text",
      fallback: null,
      pattern: /^0x[0-9a-fA-F]{40}$/,
      shape: "an address, as 0x and 40 hex digits",
      about: "For PIX: address of the account's wallet, out of which payments go"
    },
    IMPORT_CLIENT_ID: {
      kind: "text",
      fallback: null,
      pattern: /^[\w.-]{1,100}$/,
      shape: "a client id",
      about: "For KYC: Avenia's client at Sumsub, which whoever shares an applicant names"
    }
  },
  adapters: Effect.fnUntraced(function*(given, chosen) {
    const isForPix = chosen.includes("PIX")
    if (isForPix && given.WALLET === undefined) {
      return yield* Effect.fail([{ variable: variableOf("avenia", "WALLET"), message: "is required for PIX" }])
    }
    const { avenia } = yield* Effect.promise(() => import("../../../../adapters/avenia/index.ts"))
    const { kycProvider, livenessProvider, pixRail, providerInboxes, providers } = avenia({
      baseUrl: given.URL,
      apiKey: given.API_KEY_FILE,
      privateKey: given.PRIVATE_KEY_FILE,
      walletAddress: given.WALLET ?? "",
      importClientId: given.IMPORT_CLIENT_ID
    })
    const pix = isForPix ? { pixRail } : {}
    const kyc = chosen.includes("KYC") ? { kycProvider, livenessProvider } : {}
    const ports = Object.keys({ ...pix, ...kyc })
    return { ...pix, ...kyc, providerInboxes, providers: providers.map((each) => ({ ...each, ports })) }
  })
})
