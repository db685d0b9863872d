// The app under fire, in this process and without a network: the sandbox on a store in memory, with every commit seen and
// key derivation that costs nothing.
import { Context, Effect, Exit, Layer, Redacted, References, Scope } from "effect"
import * as sandboxChain from "../../adapters/sandbox/chain.ts"
import { applyBootstrap } from "../../core/operations/provisioning/apply-bootstrap.ts"
import { type ChangeSet, Store } from "../../core/engine/store/store.ts"
import { makeAdmission } from "../../hosts/http/server/admission.ts"
import { makeApp } from "../../hosts/http/server/app.ts"
import { settingsOf } from "../../hosts/http/service.ts"
import { environmentLayer, sandboxParts } from "../../hosts/http/environments/layers.ts"
import { sandboxAdapters } from "../../hosts/http/environments/ports.ts"
import type { RequestServices } from "../../hosts/http/environments/plane.ts"
import type { WireAnswer } from "../../hosts/http/api/request/wire.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import type { TaskServices } from "../../hosts/worker/tasks.ts"
import { runJob } from "../../hosts/worker/worker.ts"
import { FakeVault, vaultLayer } from "../support/vault.ts"
import { account } from "../support/world.ts"
import type { Sent } from "./requests.ts"

type Services = RequestServices | TaskServices

const own = account("fuzz", { flags: ["WALLET_PAYOUT_API", "AUTO_REFUND"] })
const other = account("other")

export const keys = { own: own.apiKey, other: other.apiKey }

export interface Subject {
  readonly send: (request: Sent) => Promise<{ readonly answer: WireAnswer; readonly commits: ReadonlyArray<ChangeSet> }>
  /** Runs the jobs that are due, and gives what they committed. */
  readonly work: () => Promise<ReadonlyArray<ChangeSet>>
  /** Sums of all balances by asset. */
  readonly totals: () => Promise<Readonly<Record<string, bigint>>>
  readonly close: () => Promise<void>
}

/** Opens an app. */
export const openSubject = async (): Promise<Subject> => {
  const { config, sandbox } = await Effect.runPromise(settingsOf({ DATABASE_URL: "memory:", LOG_LEVEL: "none" }))
  const scope = Scope.makeUnsafe()
  const key = Redacted.make(Buffer.alloc(32, 7).toString("base64"))
  const parts = sandboxParts(config, sandbox, { key, providerSecret: key, settlement: sandboxChain.layer })
  const built = await Effect.runPromise(Layer.buildWithScope(environmentLayer(parts), scope))
  const store = Context.get(built, Store)
  let commits: Array<ChangeSet> = []
  const cheap = await Effect.runPromise(Layer.buildWithScope(vaultLayer(new FakeVault()), scope))
  const services = Context.merge(built, cheap).pipe(
    Context.add(Store, {
      ...store,
      commit: (changes) => Effect.tap(store.commit(changes), () => Effect.sync(() => commits.push(changes)))
    }),
    Context.add(References.MinimumLogLevel, "None")
  )
  const run = <A, E>(effect: Effect.Effect<A, E, Services>) => Effect.runPromise(Effect.provide(effect, services))
  await run(applyBootstrap(own))
  await run(applyBootstrap(other))
  const app = makeApp({
    hosts: { sandbox: "any", production: [] },
    publicOrigins: { sandbox: null, production: null },
    sandbox: { environment: "sandbox", adapters: sandboxAdapters, providers: [], services },
    production: undefined,
    trustedProxies: [],
    admission: makeAdmission([]),
    operatorToken: key,
    docs: "none",
    pages: () => undefined
  })
  return {
    send: async ({ body, headers, method, target }) => {
      commits = []
      const answer = await app({ method, target, headers, body: new TextEncoder().encode(body) })
      return { answer, commits }
    },
    work: async () => {
      commits = []
      await run(Effect.gen(function*() {
        const queue = yield* JobQueue
        const jobs = yield* queue.claim({ now: Date.now(), leaseMs: 60_000, limit: 50 })
        yield* Effect.forEach(jobs, (job) => runJob(job), { discard: true })
      }))
      return commits
    },
    totals: () =>
      run(Store.use((store) => store.balances(""))).then((balances) => {
        const totals: Record<string, bigint> = {}
        for (const { amount, asset } of balances) totals[asset] = (totals[asset] ?? 0n) + amount
        return totals
      }),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
