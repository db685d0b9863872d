// What is refused before anything happens: a number that is none, or a name that no one knows, would quietly make another
// world than the one that was requested. Every refusal names the field.
import { Cause, Effect, Exit } from "effect"
import { type BootstrapAccount, readBootstrapFile } from "../../core/operations/provisioning/bootstrap-file.ts"
import { ValidationFailed } from "../../core/base/errors/errors.ts"
import { type FaultRates, faults as known } from "./faults.ts"
import type { Own } from "./own.ts"
import { type Scenario, stores } from "./scenario.ts"

const wrong = (field: string, must: string, value: unknown): never => {
  throw new RangeError(`${field} must be ${must}, not ${String(value)}`)
}

const unknownName = (field: string, names: ReadonlyArray<string>, value: unknown): never => {
  throw new TypeError(`${field} must be one of ${names.join(", ")}, not ${String(value)}`)
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value)

/** A number above 0. */
export const checkAbove0 = (field: string, value: unknown): void => {
  if (!isNumber(value) || value <= 0) wrong(field, "a number above 0", value)
}

/** A number that may be 0. */
export const checkFrom0 = (field: string, value: unknown): void => {
  if (!isNumber(value) || value < 0) wrong(field, "a number from 0 on", value)
}

const checkWhole = (field: string, value: unknown): void => {
  if (!Number.isSafeInteger(value)) wrong(field, "a whole number", value)
}

export const checkSeed = (seed: unknown): void => checkWhole("seed", seed)

/** How often faults are drawn. */
export const checkRates = (rates: FaultRates): void => {
  for (const [fault, rate] of Object.entries(rates) as ReadonlyArray<[string, unknown]>) {
    checkFault("a name in faults", fault)
    if (!isNumber(rate) || rate < 0 || rate > 1) wrong(`faults.${fault}`, "a rate from 0 to 1", rate)
  }
}

export const checkStore = (store: unknown): void => {
  if (!stores.some((name) => name === (store ?? "memory"))) unknownName("store", stores, store)
}

/** A scenario as it was drawn or written down. */
export const checkScenario = ({ faults, seed, startsAt, steps, store }: Scenario): void => {
  checkSeed(seed)
  checkWhole("startsAt", startsAt)
  checkStore(store)
  steps.forEach(({ atMs, number }, index) => {
    checkWhole(`steps.${index}.number`, number)
    checkFrom0(`steps.${index}.atMs`, atMs)
  })
  if (!("script" in faults)) return checkRates(faults)
  for (const [place, fault] of Object.entries(faults.script)) {
    checkFault(`faults.script[${JSON.stringify(place)}]`, fault)
  }
}

/** What an embedder brings. */
export const checkOwn = ({ accounts = [], apps = [] }: Own, taken: ReadonlyArray<BootstrapAccount>): void => {
  checkAccounts(accounts, taken)
  apps.forEach(({ account }, index) => {
    if (accounts[account] === undefined) {
      wrong(`apps.${index}.account`, `the number of one of the ${accounts.length} accounts, from 0 on`, account)
    }
  })
}

const checkFault = (field: string, fault: string): void => {
  if (!Object.hasOwn(known, fault)) unknownName(field, Object.keys(known), fault)
}

// The rules of the bootstrap file; the simulation is a sandbox, and a key has one account.
const checkAccounts = (accounts: ReadonlyArray<BootstrapAccount>, taken: ReadonlyArray<BootstrapAccount>): void => {
  const exit = Effect.runSyncExit(readBootstrapFile(JSON.stringify({ accounts })))
  if (Exit.isFailure(exit)) {
    const refusal = Cause.squash(exit.cause)
    if (!(refusal instanceof ValidationFailed)) throw refusal
    const [{ field, message } = { field: "accounts", message: "wrong" }] = refusal.details
    throw new TypeError(`${field} is refused: ${message}`)
  }
  const keys = new Set(taken.map(({ apiKey }) => apiKey))
  accounts.forEach(({ apiKey, environment }, index) => {
    if (environment !== "sandbox") unknownName(`accounts.${index}.environment`, ["sandbox"], environment)
    if (keys.has(apiKey)) throw new TypeError(`accounts.${index}.apiKey is the key of another account`)
    keys.add(apiKey)
  })
}
