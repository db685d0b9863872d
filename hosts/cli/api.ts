// The service over HTTP, as any client sees it: endpoints by their names, as the definition of the interface has them. A refusal becomes one line that says what to do; a secret never becomes part
// of one. Secrets that a sandbox keeps beside its database are used only with a service on this machine (0130).
import { isIP } from "node:net"
import { type Try, attempt } from "../client/attempt.ts"
import { type Input, targetOf } from "../client/call.ts"
import { thisMachine } from "../client/platform.ts"
import type { Route } from "../client/route.ts"
import { CliFailure, failed, misused } from "./failure.ts"
import { lostAnswer } from "./lost-answer.ts"
import { operatorRoutes } from "./operator-routes.ts"
import { pause } from "./pause.ts"
import type { Settings } from "./settings.ts"
import type { WorldShape } from "./world.ts"

type Bearer = "apiKey" | "operator" | "none"

/** What a request is made of beside its endpoint. */
export interface RequestParts extends Input {
  readonly headers?: Readonly<Record<string, string>>
  /** Whose secret goes along; that of the endpoint by default. */
  readonly as?: Bearer
}

export interface Answer {
  readonly status: number
  readonly body: Data
  /** The service's clock, as its header has it. */
  readonly date: string | undefined
  /** Whole seconds after which it may be asked again. */
  readonly retryAfter: number | undefined
}

/** An object of an answer. */
export type Data = Readonly<Record<string, unknown>>

export interface Api {
  readonly base: string
  /** Whether a flag or a variable said where it is. */
  readonly isNamed: boolean
  /** Asks an endpoint; fails where no answer comes, and answers whatever came else. */
  readonly ask: (route: Route, asked?: RequestParts) => Promise<Answer>
  /** The answer's `data`; fails on a refusal. */
  readonly data: (route: Route, asked?: RequestParts) => Promise<Data>
  /** The whole body; fails on a refusal. */
  readonly body: (route: Route, asked?: RequestParts) => Promise<Data>
  /** Sends a picture to an address that a registration gave, at this service. */
  readonly upload: (address: string, picture: Uint8Array<ArrayBuffer>) => Promise<void>
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
  ROLE_REQUIRED: "An owner can change the role with: pontepay operators role <operatorId> --role <role>",
  KYC_REQUIRED: "The holder's latest KYC attempt has to be APPROVED first",
  NOT_AVAILABLE_IN_SANDBOX: "The sandbox does not have it; it works in production"
}

const secretHint: Readonly<Record<Bearer, string>> = {
  apiKey:
    "Give an API key that opens by --api-key or PONTEPAY_API_KEY; another one is made by: pontepay keys create --account "
    + "<accountId>",
  operator: "Give the operator's token, or a service token, by --operator-token or PONTEPAY_OPERATOR_TOKEN",
  none: "The service does not take this without a key"
}

const refusalOf = ({ body, status }: Answer, as: Bearer): CliFailure => {
  const code = typeof body["errorCode"] === "string" ? body["errorCode"] : undefined
  const said = typeof body["error"] === "string" ? body["error"] : `the service answered ${status}`
  const details = Array.isArray(body["details"]) ? body["details"].filter(isObject) : undefined
  const message = `${detailsText(said, details ?? [])} (${status}${code === undefined ? "" : ` ${code}`})`
  const hint = status === 401 ? secretHint[as] : hints[code ?? ""]
  return new CliFailure({ message, hint, exitCode: 1, status, code, details })
}

/** Milliseconds after which a request that was too early is taken: nothing was done yet, so it may be made again. */
const askedToWait = ({ retryAfter, status }: Answer): number | undefined => {
  const ms = status === 429 && retryAfter !== undefined ? retryAfter * 1_000 : undefined
  return ms !== undefined && ms <= longestWaitMs ? ms : undefined
}

const operators: ReadonlySet<Route> = new Set(Object.values(operatorRoutes))

const bearerOf = (route: Route): Bearer => route.isPublic ? "none" : operators.has(route) ? "operator" : "apiKey"

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
  // One try: a command that changes something is not made again where no one knows what came of it.
  const send = async (target: string, request: Try["request"]): Promise<Answer> => {
    const base = baseOf(world, settings)
    const limit = AbortSignal.any([AbortSignal.timeout(patienceMs), world.stopping])
    let date: string | undefined
    const came = await attempt({
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        date = response.headers.get("date") ?? undefined
        return response
      },
      url: `${base}${target}`,
      request,
      timeoutMs: patienceMs,
      signal: limit,
      platform: thisMachine
    })
    if (came._tag === "Silent") throw lostAnswer(base, request.method, came.cause)
    const { retryAfter, status, text } = came
    return { status, body: parsed(text), date, retryAfter }
  }
  const askOnce = async (route: Route, asked: RequestParts): Promise<Answer> => {
    const { as = bearerOf(route), body, headers = {} } = asked
    const authorization = await bearer(as)
    const text = typeof body === "string" ? body : JSON.stringify(body ?? {})
    return send(targetOf(route, asked), {
      method: route.method,
      headers: { ...(route.body ? { "content-type": "application/json" } : {}), ...authorization, ...headers },
      ...(route.body ? { body: text } : {})
    })
  }
  const ask = async (route: Route, asked: RequestParts = {}): Promise<Answer> => {
    for (let waited = 0;;) {
      const answer = await askOnce(route, asked)
      const ms = askedToWait(answer)
      if (ms === undefined || waited + ms > waitsMs || world.stopping.aborted) return answer
      await pause(ms, world.stopping)
      waited += Math.max(ms, 1)
    }
  }
  const taken = (answer: Answer, as: Bearer): Data => {
    if (answer.status >= 200 && answer.status < 300) return answer.body
    throw refusalOf(answer, as)
  }
  const body = async (route: Route, asked: RequestParts = {}): Promise<Data> =>
    taken(await ask(route, asked), asked.as ?? bearerOf(route))
  const data = async (route: Route, asked?: RequestParts): Promise<Data> => {
    const { data: found } = await body(route, asked)
    if (isObject(found)) return found
    throw failed(`${route.path} did not answer as the service does`, "Is another program listening there?")
  }
  const upload = async (address: string, picture: Uint8Array<ArrayBuffer>): Promise<void> => {
    const headers = { "content-type": "image/jpeg", "if-none-match": "*" }
    taken(await send(new URL(address).pathname, { method: "PUT", headers, body: picture }), "none")
  }
  return {
    get base() {
      return baseOf(world, settings)
    },
    isNamed: givenUrl(world, settings) !== undefined,
    ask,
    data,
    body,
    upload,
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
