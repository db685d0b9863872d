// Packages that one adapter needs and a plain install leaves out: they are loaded where that adapter is configured, and
// requested by name where they are missing (0151).
import { createRequire } from "node:module"
import { Effect } from "effect"

/** Loads what needs a package; fails with a sentence that says what to install. */
export const optionalPackage = <A>(name: string, load: () => Promise<A>): Effect.Effect<A, Error> =>
  Effect.tryPromise({ try: load, catch: (cause) => isMissing(cause) ? notInstalled(name) : brokenPackage(name, cause) })

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND"

/** What is said of a package that is missing. */
export const notInstalled = (name: string): Error =>
  new Error(`needs a package that is not installed: npm install ${name}`)

const brokenPackage = (name: string, cause: unknown): Error =>
  new Error(`the package ${name} cannot be loaded`, { cause })

const { resolve } = createRequire(import.meta.url)

/** Whether a package can be loaded, as far as can be seen without loading it. */
export const isInstalled = (name: string): boolean => {
  try {
    resolve(name)
    return true
  } catch {
    return false
  }
}

/** Makes receipts as PDF. */
export const receiptPackage = "pdfkit"
