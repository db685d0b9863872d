// What to say where no answer came: whether the request was sent decides whether it may simply be made again.
import { CliFailure, noAnswer, unanswered } from "./failure.ts"

// There was never a connection, so nothing was sent.
const neverSent: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"])

// What comes of a handshake with a server that answers in plain text.
const notTls = /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/

/** The reason of a fetch that failed; fetch itself only says that it did. */
const reasonOf = (cause: unknown): Error => {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  return error.cause instanceof Error ? error.cause : error
}

/** The failure of a request that got no answer. */
export const lostAnswer = (base: string, method: string, cause: unknown): CliFailure => {
  const reason = reasonOf(cause)
  if ("code" in reason && neverSent.has(String(reason.code))) {
    return new CliFailure({
      message: `no service answers at ${base}`,
      hint: "Start it with: pontepay start, or say where it is by --url or PONTEPAY_URL",
      exitCode: 1,
      status: unanswered
    })
  }
  if (base.startsWith("https:") && "code" in reason && notTls.test(String(reason.code))) {
    return new CliFailure({
      message: `what listens at ${base} does not speak https`,
      hint: `A service without a proxy speaks http: --url ${base.replace(/^https/, "http")}`,
      exitCode: 1,
      status: unanswered
    })
  }
  const message = `no answer came from ${base}: ${reason.message}`
  return method === "GET"
    ? new CliFailure({ message, hint: "Nothing was changed: ask again", exitCode: 1, status: unanswered })
    : new CliFailure({
      message,
      hint: "It may have been done: look, as with pontepay accounts, keys or webhooks list, before you do it again",
      exitCode: 1,
      code: noAnswer
    })
}
