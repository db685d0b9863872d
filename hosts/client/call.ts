// Turns a row of the routes table and its input into a request, and takes the envelope off its answer.
import { type CallOptions, type Line, send } from "./send.ts"
import type { Route } from "./route.ts"

type Value = string | number | boolean | ReadonlyArray<string> | undefined

/** What goes into a request. Fields that are undefined are left out. */
export interface Input {
  readonly params?: Readonly<Record<string, string>>
  /** Each field a text, a number, a boolean or a list of texts. */
  readonly query?: object
  readonly body?: unknown
}

/** Calls a route of the interface. */
export type Call = (route: Route, input: Input, options?: CallOptions) => Promise<unknown>

/** Calls by a line to the service. */
export const makeCall = (line: Line): Call => async (route, input, options) => {
  const answer: Answer = await send(line, {
    method: route.method,
    path: targetOf(route, input),
    // Written once: every try sends these bytes.
    body: route.body ? JSON.stringify(input.body ?? {}) : undefined,
    exact: route.exact,
    isPublic: route.isPublic,
    isRead: route.isRead
  }, options)
  const { data, success: _success, ...rest } = answer
  return typeof data === "object" && data !== null ? { ...data, ...rest } : rest
}

interface Answer {
  readonly data?: unknown
  readonly success?: unknown
}

/** The path of a call, with its query. Throws `TypeError` on an id that would name another path. */
export const targetOf = (route: Route, { params = {}, query = {} }: Input): string =>
  pathOf(route, params) + searchOf(query)

const pathOf = ({ path }: Route, values: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    // An empty id would name the list instead, and a dot another path.
    if (value === undefined || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} has to be an id`)
    return encodeURIComponent(value)
  })

const searchOf = (query: object): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query as Readonly<Record<string, Value>>)) {
    if (value === undefined) continue
    for (const each of typeof value === "object" ? value : [String(value)]) search.append(name, each)
  }
  const text = search.toString()
  return text === "" ? "" : `?${text}`
}
