// A Solana node for tests: surfpool on free loopback ports, offline, with the real token programs. Accounts can be written as a test wants
// them; what is transferred is run by the programs.
import { createRequire } from "node:module"

interface Native {
  readonly rpcUrl: string
  readonly drainEvents: () => unknown
  readonly stop: () => void
}

interface Package {
  readonly Surfnet: {
    readonly startWithConfig: (config: {
      readonly offline: boolean
      readonly slotTimeMs: number
      readonly blockProductionMode: "clock"
    }) => Native
  }
}

const load = (): Package | undefined => {
  try {
    const folder = createRequire(import.meta.url).resolve("pontepay-solana-node/package.json")
    const built = `${process.platform}-${process.arch}${process.platform === "linux" ? "-gnu" : ""}`
    const loaded: Package = createRequire(folder)(`@solana/surfpool-${built}`)
    return loaded
  } catch {
    return undefined
  }
}

const loaded = load()

/** Whether the node is there for this platform. */
export const hasSurfnet = loaded !== undefined

/** What tests on it have in their name where it is not. */
export const notRun = hasSurfnet ? "" : " (not run: the node is not there for this platform)"

const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" ? context?.source : value

export interface Surfnet {
  readonly url: string
  /** Asks a question; numbers of the answer are text. */
  readonly ask: <A>(method: string, ...params: ReadonlyArray<unknown>) => Promise<A>
  readonly stop: () => void
}

const drainEveryMs = 50

/** Starts a node whose blocks come every so many milliseconds. */
export const startSurfnet = (slotMs = 20): Surfnet => {
  if (loaded === undefined) throw new Error("the Solana node is not there for this platform")
  const node = loaded.Surfnet.startWithConfig({ offline: true, slotTimeMs: slotMs, blockProductionMode: "clock" })
  // It keeps what it reports of itself until somebody takes it, and stands still when it can keep no more.
  const draining = setInterval(() => void node.drainEvents(), drainEveryMs)
  draining.unref()
  return {
    url: node.rpcUrl,
    ask: async <A>(method: string, ...params: ReadonlyArray<unknown>) => {
      const response = await fetch(node.rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
      })
      const { error, result } = JSON.parse(await response.text(), exact) as {
        readonly error?: unknown
        readonly result: A
      }
      if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
      return result
    },
    stop: () => {
      clearInterval(draining)
      node.stop()
    }
  }
}
