// Asks the dashboard's interface in the name of a token, or of the session in a cookie. A token is in a header alone; with a
// cookie, whatever writes carries the session's CSRF token. POSTs carry a key of their own, so that a click that is sent twice
// acts once.
import type { EndpointName } from "../../../http/api/definition/management.ts"
import { endpoints } from "./endpoints.ts"
import { Failure, failureIn } from "./failure.ts"
import type { Answer, Question, RequestParts } from "./wire.ts"

/** What a request is sent with. */
export type Credential =
  | { readonly by: "token"; readonly token: string }
  /** `csrf` is null until the session was read, and for whoever has none. */
  | { readonly by: "cookie"; readonly csrf: string | null }

/** Whoever has not signed in, or whose session is not known yet. */
export const stranger: Credential = { by: "cookie", csrf: null }

export interface Client {
  readonly ask: <N extends EndpointName>(name: N, asked: RequestParts<N>, signal?: AbortSignal) => Promise<Answer<N>>
  /** The same for an endpoint that gives a file. */
  readonly save: (name: "exportStatement", asked: RequestParts<"exportStatement">) => Promise<Blob>
  /** The live stream. */
  readonly listen: (signal: AbortSignal) => Promise<Response>
}

const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")

const searchOf = (query: Readonly<Record<string, unknown>>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== "") search.append(name, String(each))
    }
  }
  const text = search.toString()
  return text === "" ? "" : `?${text}`
}

const requestOf = <N extends EndpointName>(name: N, { body, params, query }: Question<N>) => {
  const line: string = endpoints[name]
  const [method = "GET", path = ""] = line.split(" ")
  const ids = (params ?? {}) as Readonly<Record<string, string>>
  const filled = path.replace(/:(\w+)/g, (_, id: string) => encodeURIComponent(ids[id] ?? ""))
  return { method, target: `${filled}${searchOf(query ?? {})}`, body }
}

const headersOf = (credential: Credential, method: string): Readonly<Record<string, string>> => {
  if (credential.by === "token") return { authorization: `Bearer ${credential.token}` }
  return method === "GET" || credential.csrf === null ? {} : { "x-csrf-token": credential.csrf }
}

/** Sends each request with the credential of that moment. `onRefused` is called when it opens nothing (any more). */
export const makeClient = (credentialNow: () => Credential, onRefused: () => void): Client => {
  const send = async <N extends EndpointName>(name: N, asked: Question<N>, signal?: AbortSignal): Promise<Response> => {
    const { body, method, target } = requestOf(name, asked)
    const credential = credentialNow()
    const response = await fetch(target, {
      method,
      headers: {
        ...headersOf(credential, method),
        ...(method === "POST" ? { "idempotency-key": randomKey() } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      cache: "no-store",
      credentials: credential.by === "token" ? "omit" : "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal })
    }).catch((thrown: unknown) => {
      if (signal?.aborted === true) throw thrown
      throw new Failure("", { status: 0, errorCode: "NETWORK" })
    })
    if (response.ok) return response
    const failure = await failureIn(response)
    // A wrong password or code is no end of the session that it was typed in.
    if (failure.status === 401 && failure.errorCode !== "SIGN_IN_REFUSED") onRefused()
    throw failure
  }
  return {
    ask: async <N extends EndpointName>(name: N, asked: RequestParts<N>, signal?: AbortSignal) => {
      const response = await send(name, asked, signal)
      return (await response.json() as { readonly data: Answer<N> }).data
    },
    save: async (name, asked) => (await send(name, asked)).blob(),
    listen: (signal) => send("live", {}, signal)
  }
}

/** Asks before anybody has signed in: who may come in, and how. */
export const strangersClient = makeClient(() => stranger, () => undefined)
