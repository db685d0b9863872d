// liquidjs-lib and the WebAssembly of secp256k1-zkp, which are loaded when the first transaction is made or read: an embedder without
// Liquid never loads them. Both are CommonJS, and `require` gives the same of them under every loader.
import { createRequire } from "node:module"
import type zkp from "@vulpemventures/secp256k1-zkp"
import { Effect } from "effect"
import type liquidjs from "liquidjs-lib"

const require = createRequire(import.meta.url)

const load = async () => {
  const { Transaction } = require("liquidjs-lib") as typeof liquidjs
  const { default: secp } = require("@vulpemventures/secp256k1-zkp") as typeof zkp
  return { Transaction, secp: await secp() }
}

export type Library = Awaited<ReturnType<typeof load>>
export type Secp = Library["secp"]
export type Transaction = InstanceType<Library["Transaction"]>
export type Output = Transaction["outs"][number]

let loading: Promise<Library> | undefined

/** The library. What fails to load is a defect of the installation. */
export const library: Effect.Effect<Library> = Effect.promise(() => loading ??= load())

/** Reads bytes in hex, which may be anybody's; undefined where they are no transaction. */
export const transactionIn = ({ Transaction }: Library, raw: string): Transaction | undefined => {
  try {
    return Transaction.fromHex(raw)
  } catch {
    return undefined
  }
}
