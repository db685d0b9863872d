// The auditor of a running service: one thread an audit, off the event loop that answers requests, with connections of its
// own. It ends with its scope.
import { Worker } from "node:worker_threads"
import { Effect, Layer } from "effect"
import { type AuditFinding, type AuditState, Auditor } from "../../core/ports/auditor.ts"
import { auditPatienceMs } from "../../core/upkeep/reconcile/audit-plane.ts"

interface AuditedPlane {
  /** As in DATABASE_URL. */
  readonly url: string
  readonly everyMs: number
}

/** Audits this plane. */
export const layer = ({ everyMs, url }: AuditedPlane): Layer.Layer<Auditor> =>
  Layer.effect(
    Auditor,
    Effect.gen(function*() {
      let running: Worker | undefined
      let state: AuditState = { _tag: "Idle" }
      yield* Effect.addFinalizer(() => Effect.promise(async () => running?.terminate()))
      const begin = () => {
        if (state._tag === "Running") return
        const began = performance.now()
        const took = () => Math.round(performance.now() - began)
        const worker = new Worker(new URL("./thread.ts", import.meta.url), { workerData: url, execArgv: [] })
        const ended = (after: AuditState): void => {
          if (running !== worker) return
          running = undefined
          clearTimeout(limit)
          state = after
          void worker.terminate()
        }
        const failed = (reason: string): void => ended({ _tag: "Failed", reason, tookMs: took() })
        const limit = setTimeout(() => failed("it takes too long"), auditPatienceMs)
        limit.unref()
        worker.unref()
        running = worker
        state = { _tag: "Running" }
        worker.on("message", (findings: ReadonlyArray<AuditFinding>) =>
          ended({ _tag: "Ended", findings, tookMs: took() }))
        worker.on("error", (error) =>
          failed(error instanceof Error ? error.message : "it broke"))
        worker.on("exit", () => failed("it ended without an answer"))
      }
      return {
        everyMs,
        begin: Effect.sync(begin),
        state: Effect.sync(() => {
          const told = state
          if (told._tag !== "Running") state = { _tag: "Idle" }
          return told
        })
      }
    })
  )
