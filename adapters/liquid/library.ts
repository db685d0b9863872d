// liquidjs-lib and the WebAssembly of secp256k1-zkp, which are imported when the first transaction is made or read: an embedder without
// Liquid never loads them.
import { Effect } from "effect"

const load = async () => {
  const [liquid, zkp] = await Promise.all([import("liquidjs-lib"), import("@vulpemventures/secp256k1-zkp")])
  return { Transaction: liquid.default.Transaction, secp: await zkp.default.default() }
}

export type Library = Awaited<ReturnType<typeof load>>
export type Secp = Library["secp"]
export type Transaction = InstanceType<Library["Transaction"]>
export type Output = Transaction["outs"][number]

let loading: Promise<Library> | undefined

/** The library. What fails to load is a defect of the installation. */
export const library: Effect.Effect<Library> = Effect.promise(() => loading ??= load())
