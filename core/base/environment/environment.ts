// Which environment a request is for. Host, key prefix and the data plane that knows the key must agree (spec
// "Environments and sandbox" 2); no environment is ever guessed (C35).
import { Schema } from "effect"

export const Environment = Schema.Literals(["sandbox", "production"])
export type Environment = typeof Environment.Type

/** Host header values that name each environment. `sandbox: "any"` takes every host that is not production's. */
export interface HostNames {
  readonly sandbox: "any" | ReadonlyArray<string>
  readonly production: ReadonlyArray<string>
}

/** The environment that a Host header names, port included as sent; undefined when it names neither. */
export const environmentOfHost = (names: HostNames, host: string): Environment | undefined => {
  const asked = host.toLowerCase()
  if (names.production.includes(asked)) return "production"
  return names.sandbox === "any" || names.sandbox.includes(asked) ? "sandbox" : undefined
}
