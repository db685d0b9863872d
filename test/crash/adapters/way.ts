// The way to a provider over HTTP, which hands on what is asked as it is. One request may be late: whoever sent it hears that the
// connection ended, and it arrives when the trial lets it through.
import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http"
import { buffer } from "node:stream/consumers"
import { onLoopback } from "../../support/loopback.ts"

interface Arrived extends Pick<IncomingMessage, "headers" | "method" | "url"> {
  readonly body: Buffer
}

export interface Way {
  readonly url: string
  /** What is late arrives. */
  readonly land: () => Promise<void>
  readonly close: () => Promise<void>
}

const handedOn = (upstream: string, { body, headers, method, url }: Arrived): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options = { headers, ...method === undefined ? {} : { method } }
    request(`${upstream}${url ?? "/"}`, options, resolve).on("error", reject).end(body)
  })

/** Opens it; `isLate` says which request is late, of which the first is. */
export const openWay = async (upstream: string, isLate: (call: string) => boolean): Promise<Way> => {
  let late: "none" | "arrived" | Arrived = "none"
  const serve = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers, method, url } = asked
    const arrived = { headers, method, url, body: await buffer(asked) } as Arrived
    if (late === "none" && isLate(`${method} ${url}`)) {
      late = arrived
      response.destroy()
      return
    }
    const answer = await handedOn(upstream, arrived)
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  }
  const { base, close } = await onLoopback(
    createServer((asked, response) => void serve(asked, response).catch(() => response.destroy()))
  )
  return {
    url: base,
    land: async () => {
      if (typeof late === "string") return
      const arrives = late
      late = "arrived"
      await buffer(await handedOn(upstream, arrives))
    },
    close
  }
}
