// Between an adapter and the stand-in of its counterparty: calls are passed on as they are, and what is answered is changed as a test says.
import { type Listening, listening } from "./bcb/server.ts"

/** What becomes of an answer, by the path that was called. */
export type Lie = (answer: unknown, path: string) => unknown

export interface Liar extends Listening {
  lie: Lie
}

const honest: Lie = (answer) => answer

/** The headers that a call is passed on with: all but those of its own connection. */
const passedOn = (headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>) =>
  Object.entries(headers).flatMap(([name, value]): Array<[string, string]> =>
    /^(?:host|connection|content-length|transfer-encoding|accept-encoding|keep-alive)$/.test(name)
      ? []
      : [[name, String(value)]]
  )

/** Opens one before an address on this machine. */
export const openLiar = async (upstream: string): Promise<Liar> => {
  const served = await listening(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { headers, method = "GET", url = "/" } = request
    const found = await fetch(`${upstream}${url}`, {
      method,
      headers: passedOn(headers),
      ...method === "GET" ? {} : { body: Buffer.concat(chunks) }
    })
    const text = await found.text()
    const said = found.ok && text !== "" ? JSON.stringify(liar.lie(JSON.parse(text), url)) : text
    response.writeHead(found.status, { "content-type": found.headers.get("content-type") ?? "" }).end(said)
  })
  const liar: Liar = { ...served, lie: honest }
  return liar
}

/** The answer with another value wherever it has a field of this name. */
export const otherwise = (field: string, value: unknown): Lie => {
  const changed = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(changed)
    if (typeof part !== "object" || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([name, each]) => [name, name === field && each !== null ? value : changed(each)])
    )
  }
  return changed
}

/** Both, one after the other. */
export const both = (first: Lie, second: Lie): Lie => (answer, path) => second(first(answer, path), path)
