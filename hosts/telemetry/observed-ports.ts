// The ports with an observer in front: each call is counted by its outcome and timed, and is a span inside a request or a
// step. Adapters and use cases know nothing of it.
import { Context, Effect, Exit, type Fiber, Layer } from "effect"
import type { Environment } from "../../core/environment/environment.ts"
import type { ValuePorts } from "../../core/movement/kinds.ts"
import type { Chain } from "../../core/ports/chain.ts"
import { DocumentStore } from "../../core/ports/document-store.ts"
import { FxRates } from "../../core/ports/fx-rates.ts"
import { type ClaimedJob, JobQueue } from "../../core/ports/job-queue.ts"
import { KycProvider } from "../../core/ports/kyc-provider.ts"
import type { LightningNode } from "../../core/ports/lightning-node.ts"
import { LivenessProvider } from "../../core/ports/liveness-provider.ts"
import {
  chainAdapter,
  lightningNodeAdapter,
  pixRailAdapter,
  sparkWalletAdapter,
  swapPoolAdapter
} from "../../core/ports/moving/adapter.ts"
import { Notifier, type NotifierAnswer } from "../../core/ports/notifier.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import type { SparkWallet } from "../../core/ports/spark-wallet.ts"
import { type ChangeSet, Store } from "../../core/ports/store.ts"
import type { SwapPool } from "../../core/ports/swap-pool.ts"
import { WalletVault } from "../../core/ports/wallet-vault.ts"
import { callCounter, countBuried, countClaimed, countDelivery } from "./instruments.ts"
import { problemOf, rememberOrigin, spanOf, traced } from "./spans.ts"
import { CurrentWork, ownIds, touch } from "./work.ts"

/** The ports whose calls leave the process, or take long. */
export type ObservedPorts =
  | Chain
  | PixRail
  | ValuePorts
  | LightningNode
  | SparkWallet
  | SwapPool
  | KycProvider
  | LivenessProvider
  | DocumentStore
  | FxRates
  | Notifier
  | WalletVault

/** Text that holds the ids which a call is about. */
type About<Operation> = Operation extends (...args: infer Args) => Effect.Effect<unknown, unknown>
  ? (...args: Args) => string
  : never

type Operations<Port> = { readonly [Name in keyof Port]?: About<Port[Name]> }

type Count = (asked: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>
type Ask = (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>

const nothing = () => ""

const watched = <Port extends object>(
  environment: Environment,
  name: string,
  port: Port,
  operations: Operations<NoInfer<Port>>,
  /** Called so often that only whoever traces a request wants to see it: counting would cost as much as the call. */
  isOften = false
): Port => {
  const before = { ...port } as Readonly<Record<string, unknown>>
  const asks = Object.entries(operations).map(([operation, about]) => {
    const idsIn = about as (...args: ReadonlyArray<unknown>) => string
    return [operation, call(environment, name, operation, idsIn, before[operation] as Ask, isOften)] as const
  })
  return { ...port, ...Object.fromEntries(asks) }
}

const call = (
  environment: Environment,
  port: string,
  operation: string,
  idsIn: (...args: ReadonlyArray<unknown>) => string,
  ask: Ask,
  isOften: boolean
): Ask => {
  const count = callCounter(environment, port, operation)
  const counted: Count = isOften ? (asked) => asked : (asked) => {
    const startedAt = performance.now()
    return Effect.onExit(asked, (exit) => {
      count(outcomeOf(exit), performance.now() - startedAt)
      return Effect.void
    })
  }
  return (...args) =>
    Effect.withFiber((fiber) =>
      spanOf(fiber) === undefined ? counted(ask(...args)) : traced(
        `${port}.${operation}`,
        "client",
        () => ({
          port,
          operation,
          "pontepay.environment": environment,
          "pontepay.records": ownIds(idsIn(...args))
        }),
        counted(ask(...args)),
        (exit) => ({
          attributes: { outcome: outcomeOf(exit) },
          problem: Exit.isFailure(exit) ? problemOf(exit) : undefined
        })
      )
    )
}

/** Answers of ports that say what became of the call. */
const outcomes: Readonly<Record<string, string>> = {
  Done: "done",
  Refused: "refused",
  Unknown: "unknown",
  Absent: "absent",
  Accepted: "accepted",
  Invalid: "invalid",
  Used: "used",
  NotEnabled: "not_enabled",
  Failed: "failed",
  Answered: "answered",
  Unreached: "unreached",
  NotAllowed: "not_allowed",
  PutOff: "put_off"
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isFailure(exit)) return problemOf(exit) ?? "failure"
  const { value } = exit
  const tag = typeof value === "object" && value !== null && "_tag" in value ? value._tag : undefined
  return typeof tag === "string" ? outcomes[tag] ?? "done" : "done"
}

const observedPorts = (
  environment: Environment,
  given: Context.Context<ObservedPorts>
): Context.Context<ObservedPorts> => {
  const notifier = watched(environment, "Notifier", Context.get(given, Notifier), { post: nothing })
  return chainAdapter.services(watched(environment, "Chain", chainAdapter.of(given), {
    deliver: ({ operationId }) => operationId,
    sign: ({ operationId }) => operationId,
    submit: ({ operationId }) => operationId,
    lookUp: ({ operationId }) => operationId,
    treasury: nothing,
    spendable: nothing,
    holdings: nothing
  })).pipe(
    Context.merge(pixRailAdapter.services(watched(environment, "PixRail", pixRailAdapter.of(given), {
      createCharge: ({ chargeId }) => chargeId,
      lookUpCharge: (trackId) => trackId,
      sendReturn: ({ returnId }) => returnId,
      lookUpReturn: ({ returnId }) => returnId,
      pay: ({ paymentId }) => paymentId,
      lookUpPayment: (paymentId) => paymentId
    }))),
    Context.merge(lightningNodeAdapter.services(watched(environment, "LightningNode", lightningNodeAdapter.of(given), {
      createInvoice: ({ invoiceId }) => invoiceId,
      lookUpInvoice: nothing,
      resolveAddress: nothing,
      pay: ({ operationId }) => operationId,
      lookUpPayment: ({ operationId }) => operationId
    }))),
    Context.merge(sparkWalletAdapter.services(watched(environment, "SparkWallet", sparkWalletAdapter.of(given), {
      identity: (walletId) => walletId,
      balances: nothing,
      transferToken: ({ operationId }) => operationId,
      transferSats: ({ operationId }) => operationId,
      lookUpTransfer: (operationId) => operationId,
      payInvoice: ({ operationId }) => operationId,
      lookUpPayment: (operationId) => operationId
    }))),
    Context.merge(swapPoolAdapter.services(watched(environment, "SwapPool", swapPoolAdapter.of(given), {
      simulate: nothing,
      swap: ({ operationId }) => operationId,
      lookUpSwap: (operationId) => operationId
    }))),
    Context.add(
      KycProvider,
      watched(environment, "KycProvider", Context.get(given, KycProvider), {
        submit: ({ attemptId }) => attemptId,
        startKyc: ({ attemptId }) => attemptId,
        startKyb: ({ attemptId }) => attemptId,
        submitHosted: nothing,
        importToken: (attemptId) => attemptId,
        lookUp: (attemptId) => attemptId,
        confirm: (attemptId) => attemptId
      })
    ),
    Context.add(
      LivenessProvider,
      watched(environment, "LivenessProvider", Context.get(given, LivenessProvider), { isCaptured: nothing })
    ),
    Context.add(
      DocumentStore,
      watched(environment, "DocumentStore", Context.get(given, DocumentStore), {
        put: (id) => id,
        remove: (id) => id,
        get: (id) => id
      })
    ),
    Context.add(FxRates, watched(environment, "FxRates", Context.get(given, FxRates), { rate: nothing })),
    Context.add(
      WalletVault,
      watched(environment, "WalletVault", Context.get(given, WalletVault), {
        create: (walletId) => walletId,
        open: ({ walletId }) => walletId,
        rewrap: nothing
      })
    ),
    Context.add(Notifier, {
      post: (notification) =>
        Effect.tap(
          notifier.post(notification),
          (answer) => Effect.sync(() => countDelivery(environment, deliveryOutcome(answer)))
        )
    })
  )
}

const deliveryOutcome = (answer: NotifierAnswer): string => {
  switch (answer._tag) {
    case "Answered":
      return answer.status >= 200 && answer.status < 300 ? "delivered" : "refused"
    case "Unreached":
      return "unreached"
    case "NotAllowed":
      return "not_allowed"
    case "PutOff":
      return "put_off"
  }
}

/** Observes the ports of a plane between its adapters and whoever asks them. */
export const layer = (environment: Environment): Layer.Layer<ObservedPorts, never, ObservedPorts> =>
  Layer.effectContext(
    Effect.map(Effect.context<ObservedPorts>(), (given) => observedPorts(environment, given))
  )

/** The store and the queue of a plane, observed: what is written becomes known to the request or step that writes it. */
export const observedStore = <R>(
  environment: Environment,
  given: Context.Context<R | Store | JobQueue>
): Context.Context<R | Store | JobQueue> => {
  const reads = { get: nothing, find: nothing, list: nothing, ask: nothing, feed: nothing }
  const readable = watched(environment, "Store", Context.get(given, Store), reads, true)
  const store = watched(environment, "Store", readable, {
    commit: ({ writes }) => writes.map(({ id }) => id).join(" ")
  })
  const queue = Context.get(given, JobQueue)
  return given.pipe(
    Context.add(Store, {
      ...store,
      commit: (changes) =>
        Effect.withFiber((fiber) => {
          note(fiber, changes)
          return store.commit(changes)
        })
    }),
    Context.add(JobQueue, {
      ...queue,
      claim: (request) =>
        Effect.map(queue.claim(request), (jobs) => {
          for (const { task } of jobs) countClaimed(environment, task)
          return jobs
        }),
      bury: (job: ClaimedJob, problem) => {
        countBuried(environment, job.task)
        return queue.bury(job, problem)
      }
    })
  )
}

const note = (fiber: Fiber.Fiber<unknown, unknown>, { jobs, writes }: ChangeSet): void => {
  const work = fiber.getRef(CurrentWork)
  if (work !== undefined) { for (const { id } of writes) touch(work, id) }
  if (jobs.length > 0) rememberOrigin(fiber, jobs)
}
