// Woovi, for PIX.
import { Effect } from "effect"
import { provider } from "./definition.ts"

export const wooviProvider = provider({
  name: "woovi",
  title: "Woovi",
  roles: ["PIX"],
  variables: {
    URL: { kind: "url", fallback: "https://api.woovi.com", about: "Address of the interface" },
    APP_ID_FILE: { kind: "secretFile", about: "The AppID" },
    WEBHOOK_KEYS_FILE: {
      kind: "secretFile",
      about: "Woovi's public keys of webhooks in PEM, one after the other: two while it changes them"
    },
    WEBHOOK_AUTHORIZATION_FILE: {
      kind: "secretFile",
      about: "A value of your own that webhooks carry as `authorization`"
    }
  },
  adapters: (given) =>
    Effect.map(
      Effect.promise(() => import("../../../../adapters/woovi/index.ts")),
      ({ woovi }) =>
        woovi({
          baseUrl: given.URL,
          appId: given.APP_ID_FILE,
          webhook: { publicKeys: given.WEBHOOK_KEYS_FILE, authorization: given.WEBHOOK_AUTHORIZATION_FILE }
        })
    )
})
