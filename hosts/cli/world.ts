// What a command gets from the process around it, and from the other hosts: no command reads the environment, writes to a
// stream or opens a database by itself, so that tests can put all of it in its place.
import { Context } from "effect"
import type { CommandRequest } from "../../core/engine/command/command-request.ts"

/** Secrets that a sandbox made for itself and keeps beside its database. */
export interface SandboxSecrets {
  readonly apiKey: string | undefined
  readonly operatorToken: string | undefined
  /** Undefined where the sandbox's provider has a secret that was set, or the published one. */
  readonly providerSecret: string | undefined
  /** Where they were looked for. */
  readonly place: string
}

/** One thing that the doctor looked at. */
export interface Finding {
  readonly check: string
  readonly state: "ok" | "warning" | "problem"
  readonly found: string
  /** What to do; only where something is wrong. */
  readonly remedy?: string | undefined
}

export interface AuditReport {
  readonly text: string
  readonly json: string
  readonly isClean: boolean
}

export interface AuditOptions {
  readonly database: string
  readonly heads: ReadonlyArray<string>
  /** Rows read so far, and how many there are. */
  readonly progress: (read: number, all: number) => void
}

/** Which scenarios the simulator runs. */
export interface SimulationPlan {
  readonly seed: number
  readonly seeds: number
  readonly days: number
  /** Payments a day. */
  readonly stories: number
  readonly profile: string
  /** Where the page about the last run goes. */
  readonly report: string
}

export interface Simulated {
  readonly isBroken: boolean
  readonly data: unknown
}

/** What was made on a network before its first payment. */
export interface PreparedNetwork {
  readonly environment: "sandbox" | "production"
  readonly network: string
  readonly made: ReadonlyArray<string>
}

/** What the command line takes from the other hosts and from adapters. */
export interface Tools {
  readonly version: string
  /** Starts the service in this process; it goes on after this has ended. */
  readonly start: () => Promise<void>
  /** Runs the simulator; its exit code is the command's. */
  readonly simulate: (options: ReadonlyArray<string>) => Promise<void>
  /** The same, found as an object and without a word. */
  readonly simulation: (plan: SimulationPlan) => Promise<Simulated>
  readonly audit: (options: AuditOptions) => Promise<AuditReport>
  /** The databases that the variables name, the sandbox's first. */
  readonly databases: () => ReadonlyArray<string>
  readonly sandboxSecrets: () => Promise<SandboxSecrets>
  /** Gives a command through the database, as a backend does. */
  readonly command: (request: CommandRequest) => Promise<void>
  /** What can be said of the configuration and the database without the service. */
  readonly examine: () => Promise<ReadonlyArray<Finding>>
  /** Makes what the networks of the variables need once before the first payment. */
  readonly prepareNetworks: () => Promise<ReadonlyArray<PreparedNetwork>>
}

export interface WorldShape {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Columns of the terminal; undefined where the output goes somewhere else. */
  readonly columns: number | undefined
  /** Whether progress may be drawn. */
  readonly canAnimate: boolean
  readonly canColor: boolean
  /** Ends with the user's wish to stop. */
  readonly stopping: AbortSignal
  readonly now: () => number
  readonly tools: Tools
}

export class World extends Context.Service<World, WorldShape>()("pontepay/cli/World") {}
