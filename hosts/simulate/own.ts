// What an embedder brings into a simulation: adapters of his own in the place of simulated ports, and apps of his own that
// use the interface and take webhooks. Their promises run between the events of virtual time. What the machine does for
// them meanwhile, such as a hash of Web Crypto, is waited for, and virtual time stands still.
import { Data, Effect, type Layer } from "effect"
import type { BootstrapAccount } from "../../core/operations/provisioning/bootstrap-file.ts"
import type { LookUp, Outcome } from "../../core/ports/outcome.ts"
import type {
  Charge,
  ChargeLookUp,
  ChargeRequest,
  PaymentReceipt,
  PaymentRequest,
  ReturnReceipt,
  ReturnRequest
} from "../../core/ports/pix-rail.ts"
import type { RailBooksReader } from "../../core/ports/rail-books.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { RequestServices } from "../http/environments/plane.ts"
import type { SimulatedRail } from "./ports/pix-rail.ts"
import { booksOf } from "./ports/rail-books.ts"
import type { Decisions } from "./decisions.ts"
import { type VirtualTime, sleep } from "./time.ts"

/** A request got no answer that can be used; whether it arrived, no one knows. */
export class WireFailed extends Data.TaggedError("WireFailed")<{
  readonly problem: "timeout" | "unavailable" | "unreadable"
}> {}

/** A connection to a server that an adapter talks to: it is slow, loses requests and loses answers. */
export type Wire = <A>(name: string, serve: () => A) => Effect.Effect<A, WireFailed>

/** The servers of the PIX provider behind an adapter. */
export interface PixServer {
  readonly createCharge: (request: ChargeRequest) => Charge
  /** The same of one that takes one PIX, of its own value: the payer's bank turns away any other. */
  readonly createSingleCharge: (request: ChargeRequest) => Charge
  readonly charge: (trackId: string) => ChargeLookUp
  readonly pay: (request: PaymentRequest) => Outcome<PaymentReceipt>
  readonly payment: (paymentId: string) => LookUp<PaymentReceipt>
  /** What became of a payment, which is never made once the provider has said that it did not arrive. */
  readonly closePayment: (request: PaymentRequest) => LookUp<PaymentReceipt>
  readonly sendReturn: (request: ReturnRequest) => Outcome<ReturnReceipt>
  readonly returned: (request: ReturnRequest) => LookUp<ReturnReceipt>
  /** Its books: every PIX and the balance, whatever was reported of them. */
  readonly books: RailBooksReader
}

/** The servers of a simulated rail. */
export const serversOf = (rail: SimulatedRail): PixServer => ({
  createCharge: (request) => rail.serveCharge(request),
  createSingleCharge: (request) => rail.serveCharge(request, "one PIX"),
  charge: (trackId) => rail.charge(trackId),
  pay: (request) => rail.payments.serve(request.paymentId, request),
  payment: (paymentId) => rail.payments.known(paymentId),
  closePayment: (request) => rail.payments.closed(request.paymentId, request),
  sendReturn: (request) => rail.returns.serve(request.returnId, request),
  returned: ({ returnId }) => rail.returns.known(returnId),
  books: booksOf(rail)
})

/** What an adapter of a simulation may use beside its own code. */
export interface Outside {
  readonly wire: Wire
  /** The PIX provider as its own server sees it: it owns the truth, pays once an id, and tells of it by events. */
  readonly pix: PixServer
  /** Unix milliseconds of virtual time. */
  readonly now: () => number
}

/** What an app can do. */
export interface AppApi {
  /** Unix milliseconds of virtual time. */
  readonly now: () => number
  /** Waits in virtual time; rejects a negative number, or none. */
  readonly sleep: (ms: number) => Promise<void>
  /** From 0 up to 1, the same for the same name and seed. */
  readonly chance: (name: string) => number
  /** Asks the service's interface as its key owner; rejects when no answer comes, or with the reason of `signal`. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** A customer of the app pays a charge (`walletCharge`). */
  readonly payCharge: (chargeId: string) => void
  /** Says as soon as the app sees it that something is wrong with its own books. */
  readonly report: (problem: string) => void
}

/** An app of a key owner. */
export interface OwnApp {
  /** The number of its account in `Own.accounts`. */
  readonly account: number
  /** Begins when the world does; it may go on for as long as it likes. */
  readonly start: (api: AppApi) => Promise<void>
  /** Takes a webhook and answers with a status. */
  readonly webhook?: (post: { readonly headers: Readonly<Record<string, string>>; readonly body: string }) =>
    | number
    | Promise<number>
  /** What else is wrong with its own books when nothing is to come any more, a line each. */
  readonly problems?: (api: AppApi) => Promise<ReadonlyArray<string>>
}

export interface Own {
  /** Key owners beside those of the simulation. */
  readonly accounts?: ReadonlyArray<BootstrapAccount>
  /** Ports that stand in the place of the simulated ones. They may keep rows of their own in the store. */
  readonly adapters?: (outside: Outside) => Layer.Layer<never, never, Store>
  readonly apps?: ReadonlyArray<OwnApp>
  /** What an operator does every six hours, with the commands that operators have; whatever fails waits for the next round. */
  readonly operator?: Effect.Effect<void, unknown, RequestServices>
}

/** A wire of a world. */
export const wireOf = (time: VirtualTime, decisions: Decisions): Wire => {
  const counts = new Map<string, number>()
  return (name, serve) =>
    Effect.suspend(() => {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      const place = `wire/${name}#${count}`
      const there = sleep(time, decisions.between(`${place}>`, 5, 300))
      const back = sleep(time, decisions.between(`${place}<`, 5, 300))
      const fail = (problem: WireFailed["problem"]) => Effect.fail(new WireFailed({ problem }))
      switch (decisions.at(place, ["timeoutBefore", "timeoutAfter", "unavailable", "malformed"])) {
        case "timeoutBefore":
          return Effect.andThen(sleep(time, 10_000), fail("timeout"))
        case "unavailable":
          return Effect.andThen(there, fail("unavailable"))
        case "timeoutAfter":
          return Effect.andThen(
            Effect.andThen(there, Effect.sync(serve)),
            Effect.andThen(sleep(time, 10_000), fail("timeout"))
          )
        case "malformed":
          return Effect.andThen(Effect.andThen(there, Effect.sync(serve)), Effect.andThen(back, fail("unreadable")))
        case undefined:
          return Effect.andThen(there, Effect.flatMap(Effect.sync(serve), (answer) => Effect.as(back, answer)))
      }
    })
}
