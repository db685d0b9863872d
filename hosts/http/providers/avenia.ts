// Avenia, for PIX.
import { Effect } from "effect"
import { provider } from "./definition.ts"

export const aveniaProvider = provider({
  name: "avenia",
  title: "Avenia",
  roles: ["PIX"],
  variables: {
    URL: { kind: "url", fallback: "https://api.avenia.io:8443", about: "Address of the interface, without `/v2`" },
    API_KEY_FILE: { kind: "secretFile", about: "The API key" },
    PRIVATE_KEY_FILE: { kind: "secretFile", about: "The RSA key in PEM whose public half the API key was made with" },
    WALLET: {
      kind: "text",
      pattern: /^0x[0-9a-fA-F]{40}$/,
      shape: "an address, as 0x and 40 hex digits",
      about: "Address of the account's wallet, out of which payments go"
    }
  },
  adapters: (given) =>
    Effect.map(
      Effect.promise(() => import("../../../adapters/avenia/index.ts")),
      ({ avenia }) =>
        avenia({
          baseUrl: given.URL,
          apiKey: given.API_KEY_FILE,
          privateKey: given.PRIVATE_KEY_FILE,
          walletAddress: given.WALLET
        })
    )
})
