// What a backend and an operator ask of the service, over HTTP as anybody does.
import { setTimeout as sleep } from "node:timers/promises"

/** The data of an answer. */
export type Data = Readonly<Record<string, unknown>>

export interface Call {
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  /** Bearer: a key of the account, or the operator's token. */
  readonly bearer?: string
}

/** Asks once. What it answers besides 2xx is an error that says what was asked. */
export const ask = async (base: string, { bearer, body, method, path }: Call): Promise<Data> => {
  const answer = await fetch(`${base}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      "content-type": "application/json",
      ...bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    },
    ...body === undefined ? {} : { body: JSON.stringify(body) }
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method ?? ""} ${path}: ${answer.status} ${text}`)
  const whole = JSON.parse(text) as Data
  return { ...whole, ...whole["data"] as Data | undefined }
}

const pollMs = 150

/** Reads again until it is as wanted; a service that is away is asked again. */
export const until = async (
  what: string,
  withinMs: number,
  read: () => Promise<Data>,
  isWanted: (data: Data) => boolean
): Promise<Data> => {
  const end = Date.now() + withinMs
  let last: unknown
  while (Date.now() < end) {
    try {
      const data = await read()
      if (isWanted(data)) return data
      last = data
    } catch (cause) {
      last = cause
    }
    await sleep(pollMs)
  }
  throw new Error(`${what} did not happen within ${withinMs} ms: ${JSON.stringify(last) ?? last}`, { cause: last })
}
