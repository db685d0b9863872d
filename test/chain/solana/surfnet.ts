// A Solana node for tests: surfpool on free loopback ports, offline, with the real token programs. Accounts can be written as a test wants
// them; what is transferred is run by the programs.
import { realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

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
    const folder = realpathSync(join(import.meta.dirname, "node"))
    const loaded: Package = createRequire(join(folder, "package.json"))("@solana/surfpool-linux-x64-gnu")
    return loaded
  } catch {
    return undefined
  }
}

const loaded = load()

/** Whether the node is there for this platform; where it is not, tests on it say that they were not run. */
export const hasSurfnet = loaded !== undefined

const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" ? context?.source : value

/** What a test reads of an answer; numbers are text. */
export type Answer = any

export interface Surfnet {
  readonly url: string
  readonly ask: (method: string, ...params: ReadonlyArray<unknown>) => Promise<Answer>
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
    ask: async (method, ...params) => {
      const response = await fetch(node.rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
      })
      const { error, result } = JSON.parse(await response.text(), exact) as Answer
      if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
      return result
    },
    stop: () => {
      clearInterval(draining)
      node.stop()
    }
  }
}
