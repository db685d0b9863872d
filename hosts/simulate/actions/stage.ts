// What actions act on: the people and systems around the service. An action never reaches into the service itself but by
// asking it something.
import type { WalletProof } from "../../../core/customers/wallet/unlock-wallet.ts"
import type { Client, Heard } from "../client.ts"
import type { Decisions } from "../decisions.ts"
import type { SimulatedChain } from "../ports/chain.ts"
import type { Readings } from "../auditor/readings.ts"
import type { OperatorDesk } from "../operator.ts"
import type { SimulatedDisputes } from "../ports/disputes.ts"
import type { ProviderEvents } from "../ports/events.ts"
import type { SimulatedLightning } from "../ports/lightning-node.ts"
import type { SimulatedRail } from "../ports/pix-rail.ts"
import type { Random } from "../random.ts"
import type { VirtualTime } from "../time.ts"
import type { Action } from "./action.ts"

export interface Stage {
  readonly time: VirtualTime
  readonly decisions: Decisions
  readonly client: Client
  readonly rail: SimulatedRail
  readonly chain: SimulatedChain
  readonly lightning: SimulatedLightning
  readonly events: ProviderEvents
  readonly disputes: SimulatedDisputes
  readonly operator: OperatorDesk
  /** Who is told what readers were shown. */
  readonly readings: Readings
  /** What an account's holder shows to open the wallet. */
  readonly proofOf: (account: number, pin: "right" | "wrong") => WalletProof
  /** What a step heard in the end; undefined while it waits. */
  readonly heard: (step: number) => Heard | undefined
  /** The action of a step, for one that repeats or follows it. */
  readonly actionOf: (step: number) => Action | undefined
}

/** For each kind of action what it does; `number` is the number of its step. */
export type Acts<A extends { readonly do: string }> = {
  readonly [K in A["do"]]: (stage: Stage, action: Extract<A, { readonly do: K }>, number: number) => void
}

/** Plans an action at a time (milliseconds after the start) and gives the number of its step. */
export type Add = (atMs: number, action: Action) => number

/** Draws what happens around one payment of an account, from its first request at `atMs`. */
export type Story = (random: Random, account: number, atMs: number, add: Add) => void

/** A field of the answer that a step got, if it got one; a path has dots. */
export const answered = (stage: Stage, step: number, field: string): string | undefined => {
  const heard = stage.heard(step)
  if (heard?._tag !== "Answered") return undefined
  const value = field.split(".").reduce(
    (whole: unknown, name): unknown => Reflect.get(Object(whole), name),
    heard.answer
  )
  return typeof value === "string" ? value : undefined
}
