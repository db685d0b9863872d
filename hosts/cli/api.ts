// The service over HTTP, as any client sees it. A refusal becomes one line that says what to do; a secret never becomes part
// of one. Secrets that a sandbox keeps beside its database are used only with a service on this machine (0130).
import { isIP } from "node:net"
import { CliFailure, failed, misused } from "./failure.ts"
import { lostAnswer } from "./lost-answer.ts"
import { pause } from "./pause.ts"
import type { Settings } from "./settings.ts"
import type { WorldShape } from "./world.ts"

type Bearer = "apiKey" | "operator" | "none"

export interface ApiRequest {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE" | "PUT"
  /** A path of the service, with its query. */
  readonly path: string
  /** JSON, unless bytes. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly as?: Bearer
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** An object of an answer. */
export type Data = Readonly<Record<string, unknown>>

export interface Api {
  readonly base: string
  /** Whether a flag or a variable said where it is. */
  readonly isNamed: boolean
  /** Sends a request; fails where no answer comes, and answers whatever came else. */
  readonly ask: (asked: ApiRequest) => Promise<Answered>
  /** The answer's `data`; fails on a refusal. */
  readonly data: (asked: ApiRequest) => Promise<Data>
  /** The whole body; fails on a refusal. */
  readonly body: (asked: ApiRequest) => Promise<Data>
  readonly apiKey: () => Promise<string>
  readonly operatorToken: () => Promise<string>
}

const patienceMs = 30_000
/** Longer waits than this are the caller's to decide on, and so is one request that waited this long in all. */
const longestWaitMs = 10_000
const waitsMs = 60_000

const isLoopback = (base: string): boolean => {
  const { hostname } = new URL(base)
  const bare = hostname.replace(/^\[(.*)\]$/, "$1")
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."))
}

const givenUrl = ({ env }: WorldShape, { url }: Settings): string | undefined =>
  url ?? (env["PONTEPAY_URL"] || undefined)

const baseOf = (world: WorldShape, settings: Settings): string => {
  const { env } = world
  const given = givenUrl(world, settings)
  if (given === undefined) return `http://127.0.0.1:${env["PORT"] || "3000"}`
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw misused(`${given} is not an address of a service`, "Give one as --url http://127.0.0.1:3000")
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw misused("the address of a service takes no user, query or fragment", "Give one as --url https://host/path")
  }
  // A proxy may keep the service under a path of its own.
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "")
}

const isObject = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value)

const parsed = (text: string): Data => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** How the sentence of a validation begins; the names of its fields follow, which their texts say again. */
const validation = "Validation failed"

// The sentence of a refusal may name the field already, or be the message of its only one.
const detailsText = (said: string, details: ReadonlyArray<Data>): string => {
  const texts = details.map(({ field, message }) => `${String(field)}: ${String(message)}`)
  if (texts.length === 0 || details.every(({ message }) => said.includes(String(message)))) return said
  return said.startsWith(validation) ? `${validation}: ${texts.join("; ")}` : `${said}: ${texts.join("; ")}`
}

const hints: Readonly<Record<string, string>> = {
  FEATURE_NOT_ENABLED: "Turn it on with: pontepay accounts update <accountId> --enable <FLAG>",
  KYC_REQUIRED: "The holder's latest KYC attempt has to be APPROVED first",
  NOT_AVAILABLE_IN_SANDBOX: "The sandbox does not have it; it works in production"
}

const secretHint: Readonly<Record<Bearer, string>> = {
  apiKey:
    "Give an API key that opens by --api-key or PONTEPAY_API_KEY; another one is made by: pontepay keys create --account "
    + "<accountId>",
  operator: "Give the operator's token by --operator-token or PONTEPAY_OPERATOR_TOKEN",
  none: "The service does not take this without a key"
}

const refusalOf = ({ body, status }: Answered, as: Bearer): CliFailure => {
  const code = typeof body["errorCode"] === "string" ? body["errorCode"] : undefined
  const said = typeof body["error"] === "string" ? body["error"] : `the service answered ${status}`
  const details = Array.isArray(body["details"]) ? body["details"].filter(isObject) : undefined
  const message = `${detailsText(said, details ?? [])} (${status}${code === undefined ? "" : ` ${code}`})`
  const hint = status === 401 ? secretHint[as] : hints[code ?? ""]
  return new CliFailure({ message, hint, exitCode: 1, status, code, details })
}

/** Milliseconds after which a request that was too early is taken: nothing was done yet, so it may be made again. */
const askedToWait = ({ headers, status }: Answered): number | undefined => {
  const seconds = headers.get("retry-after") ?? ""
  const ms = status === 429 && /^\d{1,4}$/.test(seconds) ? Number(seconds) * 1_000 : undefined
  return ms !== undefined && ms <= longestWaitMs ? ms : undefined
}

const encoded = (body: unknown): { readonly body?: BodyInit; readonly type?: string } => {
  if (body === undefined) return {}
  if (body instanceof Uint8Array) return { body: new Uint8Array(body) }
  return { body: typeof body === "string" ? body : JSON.stringify(body), type: "application/json" }
}

/** The service that the settings name. Nothing is asked before the first request. */
export const connect = (world: WorldShape, settings: Settings): Api => {
  const { env, tools } = world
  const secretOf = async (
    given: string | undefined,
    variable: string,
    name: "apiKey" | "operatorToken",
    flag: string
  ): Promise<string> => {
    const told = given ?? (env[variable] || undefined)
    if (told !== undefined) return told
    const base = baseOf(world, settings)
    if (!isLoopback(base)) {
      throw misused(`${base} is not on this machine, so its secrets are not known here`, `Give ${flag} or ${variable}`)
    }
    const found = await tools.sandboxSecrets()
    const secret = found[name]
    if (secret !== undefined) return secret
    throw misused(`no ${flag} was given, and no sandbox keeps one at ${found.place}`, `Give ${flag} or ${variable}`)
  }
  const apiKey = () => secretOf(settings.apiKey, "PONTEPAY_API_KEY", "apiKey", "--api-key")
  const operatorToken = () =>
    secretOf(settings.operatorToken, "PONTEPAY_OPERATOR_TOKEN", "operatorToken", "--operator-token")
  const bearer = async (as: Bearer): Promise<Readonly<Record<string, string>>> => {
    if (as === "none") return {}
    const secret = await (as === "operator" ? operatorToken() : apiKey())
    if (!/^[\x21-\x7e]+$/.test(secret)) throw misused("the key or token holds characters that no key has")
    return { authorization: `Bearer ${secret}` }
  }
  const askOnce = async (asked: ApiRequest): Promise<Answered> => {
    const { as = "apiKey", body, headers = {}, path } = asked
    const method = asked.method ?? (body === undefined ? "GET" : "POST")
    const base = baseOf(world, settings)
    const sent = encoded(body)
    const authorization = await bearer(as)
    try {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { ...(sent.type === undefined ? {} : { "content-type": sent.type }), ...authorization, ...headers },
        ...(sent.body === undefined ? {} : { body: sent.body }),
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(patienceMs), world.stopping])
      })
      return { status: answer.status, headers: answer.headers, body: parsed(await answer.text()) }
    } catch (cause) {
      throw lostAnswer(base, method, cause)
    }
  }
  const ask = async (asked: ApiRequest): Promise<Answered> => {
    for (let waited = 0;;) {
      const answer = await askOnce(asked)
      const ms = askedToWait(answer)
      if (ms === undefined || waited + ms > waitsMs || world.stopping.aborted) return answer
      await pause(ms, world.stopping)
      waited += Math.max(ms, 1)
    }
  }
  const body = async (asked: ApiRequest): Promise<Data> => {
    const answer = await ask(asked)
    if (answer.status >= 200 && answer.status < 300) return answer.body
    throw refusalOf(answer, asked.as ?? "apiKey")
  }
  const data = async (asked: ApiRequest): Promise<Data> => {
    const { data: found } = await body(asked)
    if (isObject(found)) return found
    throw failed(`${asked.path} did not answer as the service does`, "Is another program listening there?")
  }
  return {
    get base() {
      return baseOf(world, settings)
    },
    isNamed: givenUrl(world, settings) !== undefined,
    ask,
    data,
    body,
    apiKey,
    operatorToken
  }
}

/** The rows under a name of an answer. */
export const rowsOf = (data: Data, name: string): ReadonlyArray<Data> => {
  const rows = data[name]
  return Array.isArray(rows) ? rows.filter(isObject) : []
}

/** A text of an answer; fails where there is none. */
export const textOf = (data: Data, name: string): string => {
  const value = data[name]
  if (typeof value === "string") return value
  throw failed(`the service did not answer a ${name}`, "Is it a service of the same version?")
}

/** A field of an answer as text: empty where there is none. */
export const fieldOf = (data: Data, name: string): string => {
  const value = data[name]
  if (typeof value === "string") return value
  return value === undefined || value === null ? "" : JSON.stringify(value)
}
