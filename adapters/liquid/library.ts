// liquidjs-lib and the WebAssembly of secp256k1-zkp, which are loaded when the first transaction is made or read: an embedder without
// Liquid never loads them. Both are CommonJS, and `require` gives the same of them under every loader.
import { createRequire } from "node:module"
import { Effect } from "effect"

const require = createRequire(import.meta.url)

const load = async () => {
  const { Transaction }: typeof import("liquidjs-lib") = require("liquidjs-lib")
  const zkp: typeof import("@vulpemventures/secp256k1-zkp") = require("@vulpemventures/secp256k1-zkp")
  return { Transaction, secp: await zkp.default() }
}

export type Library = Awaited<ReturnType<typeof load>>
export type Secp = Library["secp"]
export type Transaction = InstanceType<Library["Transaction"]>
export type Output = Transaction["outs"][number]

let loading: Promise<Library> | undefined

/** The library. What fails to load is a defect of the installation. */
export const library: Effect.Effect<Library> = Effect.promise(() => loading ??= load())
