// Judges the whole plane beside the work that goes on in it. An audit takes long, so it is begun and asked for later; it
// reads one moment of the plane and changes nothing.
import { Context, type Effect } from "effect"

/** What was found of one invariant. */
export interface AuditFinding {
  readonly invariant: string
  /** How many rows were looked at. */
  readonly looked: number
  readonly violations: number
  /** The first few places where it does not hold, in words. */
  readonly places: ReadonlyArray<{ readonly record: string; readonly problem: string }>
}

/** How the audit that this process began stands; an end is told once. */
export type AuditState =
  | { readonly _tag: "Idle" }
  | { readonly _tag: "Running" }
  | { readonly _tag: "Ended"; readonly findings: ReadonlyArray<AuditFinding>; readonly tookMs: number }
  | { readonly _tag: "Failed"; readonly reason: string; readonly tookMs: number }

export class Auditor extends Context.Service<Auditor, {
  /** Pause between two audits in milliseconds; null where the plane is not audited. */
  readonly everyMs: number | null
  /** Begins an audit, unless one is running. */
  readonly begin: Effect.Effect<void>
  readonly state: Effect.Effect<AuditState>
}>()("pontepay/core/ports/Auditor") {}
