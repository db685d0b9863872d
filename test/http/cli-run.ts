// The command line in this process: what it prints, and the code that it would end with.
import { run } from "../../hosts/cli/run.ts"
import { tools } from "../../hosts/cli/tools/index.ts"
import type { Tools, WorldShape } from "../../hosts/cli/world.ts"
import { type TestHost, bannerKey, providerSecret } from "../support/host.ts"
import { openReceiver } from "../support/receiver.ts"

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly tools?: Partial<Tools>
  readonly columns?: number
  readonly canAnimate?: boolean
  readonly stopping?: AbortSignal
  /** Gets what is printed as it is printed. */
  readonly seen?: (text: string) => void
}

/** The variables of a terminal beside a host, with the key of its sandbox account. */
export const besides = (host: TestHost): Readonly<Record<string, string>> => ({
  PONTEPAY_URL: host.base,
  PONTEPAY_API_KEY: bannerKey(host),
  PONTEPAY_SANDBOX_PROVIDER_SECRET: providerSecret
})

/** Runs a command line. */
export const cli = async (args: ReadonlyArray<string>, options: RunOptions = {}): Promise<Ran> => {
  const { canAnimate = false, columns, env = {}, seen = () => undefined, stopping } = options
  let [out, err] = ["", ""]
  const world: WorldShape = {
    env,
    out: (text) => {
      out += text
      seen(text)
    },
    err: (text) => void (err += text),
    columns,
    canAnimate,
    canColor: false,
    stopping: stopping ?? new AbortController().signal,
    now: Date.now,
    tools: { ...tools(env), ...options.tools }
  }
  const code = await run(args, world)
  return { code, out, err }
}

/** Runs a command line that prints JSON. */
export const cliJson = async (args: ReadonlyArray<string>, options: RunOptions = {}) => {
  const ran = await cli([...args, "--json"], options)
  return { ...ran, json: ran.out === "" ? {} : JSON.parse(ran.out) as Record<string, unknown> }
}

/** An endpoint for events; `statusOf` says what the n-th is answered, 204 by default. */
export const openEndpoint = async (statusOf: (n: number) => number = () => 204) => {
  const { at, base, close } = await openReceiver((_path, n) => statusOf(n))
  return {
    url: `${base}/hook`,
    /** What came, in order, each with what its signature is made of. */
    get got() {
      return at("/hook").map(({ at, body, headers }) => {
        const text = body.toString()
        const { event } = JSON.parse(text) as { readonly event: string }
        return {
          event,
          id: String(headers["x-service-event-id"]),
          at,
          signed: {
            body: text,
            timestamp: String(headers["x-service-timestamp"]),
            signature: String(headers["x-service-signature"])
          }
        }
      })
    },
    close
  }
}
