// Sumsub, for KYC.
import { Effect } from "effect"
import { provider } from "./definition.ts"

const level = { kind: "text", pattern: /^[\w .:-]{1,100}$/, shape: "the name of a level" } as const

export const sumsubProvider = provider({
  name: "sumsub",
  title: "Sumsub",
  roles: ["KYC"],
  variables: {
    URL: { kind: "url", fallback: "https://api.sumsub.com", about: "Address of the interface" },
    APP_TOKEN_FILE: { kind: "secretFile", about: "The app token" },
    SECRET_KEY_FILE: { kind: "secretFile", about: "The secret key of the app token" },
    WEBHOOK_SECRET_FILE: { kind: "secretFile", about: "The secret of the webhook" },
    CLIENT_ID: {
      kind: "text",
      pattern: /^[\w.-]{1,100}$/,
      shape: "a client id",
      about: "The client id, which whoever shares an applicant names"
    },
    FORM_LEVEL: { ...level, about: "Level of forms; it asks for no liveness" },
    LIGHT_LEVEL: { ...level, about: "Level of hosted pages for `LIGHT`" },
    FULL_LEVEL: { ...level, about: "Level of hosted pages for `FULL`, and of imports" },
    COMPANY_LEVEL: { ...level, about: "Level of hosted pages of companies" },
    LIVENESS_LEVEL: {
      ...level,
      fallback: null,
      about: "Level that asks for a selfie alone, where liveness is captured there"
    }
  },
  adapters: (given) =>
    Effect.map(
      Effect.promise(() => import("../../../../adapters/sumsub/index.ts")),
      ({ sumsub }) =>
        sumsub({
          baseUrl: given.URL,
          appToken: given.APP_TOKEN_FILE,
          secretKey: given.SECRET_KEY_FILE,
          webhookSecret: given.WEBHOOK_SECRET_FILE,
          clientId: given.CLIENT_ID,
          levels: {
            form: given.FORM_LEVEL,
            light: given.LIGHT_LEVEL,
            full: given.FULL_LEVEL,
            company: given.COMPANY_LEVEL,
            liveness: given.LIVENESS_LEVEL
          }
        })
    )
})
