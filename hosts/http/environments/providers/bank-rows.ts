// The variables of every bank of the central bank's interface: who we are to it, and how it proves its callbacks.
import type { BankSettings } from "../../../../adapters/bcb/bank.ts"
import type { ConfigProblem } from "../../settings/config.ts"
import { type Given, variableOf } from "./definition.ts"

/** Rows for the table of a bank. */
export const bankRows = {
  CLIENT_ID: { kind: "text", about: "the client id that the bank gave out" },
  CLIENT_SECRET_FILE: { kind: "secretFile", about: "the client secret that the bank gave out" },
  CERTIFICATE_FILE: {
    kind: "certificateFile",
    key: "KEY_FILE",
    about: "our client certificate with its chain, in PEM, shown to the bank on every call"
  },
  KEY_FILE: { kind: "secretFile", about: "the private key of the client certificate, in PEM" },
  PIX_KEY: {
    kind: "text",
    pattern: /^\S{1,77}$/,
    shape: "a PIX key",
    about: "our PIX key at the bank, as the directory has it: charges ask for it, and payments come from its account"
  },
  CALLBACK_SECRET_FILE: {
    kind: "secretFile",
    fallback: null,
    about: "the secret that callbacks carry as `hmac` in their address, where TLS ends before this process"
  },
  CALLBACK_FINGERPRINTS: {
    kind: "text",
    pattern: /^[0-9A-Fa-f]{2}(?::?[0-9A-Fa-f]{2}){31}(?:,[0-9A-Fa-f]{2}(?::?[0-9A-Fa-f]{2}){31})*$/,
    shape: "SHA-256 fingerprints in hex, with commas between them",
    fallback: null,
    about: "SHA-256 fingerprints of the client certificate that the bank calls with, where this process ends TLS"
  }
} as const

/** What these rows say of a bank; the addresses are the bank's own. */
export const bankSettings = (given: Given<typeof bankRows>): Omit<BankSettings, "baseUrl"> => {
  const { CALLBACK_FINGERPRINTS: fingerprints, CALLBACK_SECRET_FILE: secret } = given
  return {
    tls: { certificate: given.CERTIFICATE_FILE, key: given.KEY_FILE },
    clientId: given.CLIENT_ID,
    clientSecret: given.CLIENT_SECRET_FILE,
    key: given.PIX_KEY,
    callbacks: {
      ...fingerprints === undefined ? {} : { fingerprints: fingerprints.split(",") },
      ...secret === undefined ? {} : { secret }
    }
  }
}

/** Without a proof nothing that the bank reports would be taken. */
export const proofProblems = (
  name: string,
  given: Pick<Given<typeof bankRows>, "CALLBACK_FINGERPRINTS" | "CALLBACK_SECRET_FILE">
): ReadonlyArray<ConfigProblem> =>
  given.CALLBACK_SECRET_FILE === undefined && given.CALLBACK_FINGERPRINTS === undefined
    ? [{
      variable: variableOf(name, "CALLBACK_SECRET_FILE"),
      message: `is required by the provider ${name}, unless ${variableOf(name, "CALLBACK_FINGERPRINTS")} is set`
    }]
    : []
