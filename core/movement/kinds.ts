// How each kind of movement is sent and looked up: one row a kind. The only file that calls ports that move value.
import { Effect } from "effect"
import { Chain } from "../ports/chain.ts"
import { onItsWayMs } from "../ports/on-its-way.ts"
import type { LookUp, Outcome } from "../ports/outcome.ts"
import { PixRail } from "../ports/pix-rail.ts"
import type { MovementKind, MovementOrder, OrderOf, ReceiptOf } from "./order.ts"

/** The ports that move value. */
export type MovingPorts = Chain | PixRail

interface Kind<K extends MovementKind> {
  /** Asks for the movement, once or again under the same id. */
  readonly send: (id: string, order: OrderOf<K>) => Effect.Effect<Outcome<ReceiptOf<K>>, never, MovingPorts>
  readonly lookUp: (id: string, order: OrderOf<K>) => Effect.Effect<LookUp<ReceiptOf<K>>, never, MovingPorts>
  /** How long after the last sending an Absent may still mean "on its way", in milliseconds (C50). */
  readonly absentAfterMs: Effect.Effect<number, never, MovingPorts>
}

const tagged =
  <K extends MovementKind, A extends object>(kind: K) => (found: LookUp<A>): LookUp<A & { readonly kind: K }> =>
    found._tag === "Done" ? { _tag: "Done", value: { kind, ...found.value } } : found

// What was asked for is never Absent.
const sent =
  <K extends MovementKind, A extends object>(kind: K) => (outcome: Outcome<A>): Outcome<A & { readonly kind: K }> =>
    outcome._tag === "Done" ? { _tag: "Done", value: { kind, ...outcome.value } } : outcome

const unlessKept = ({ keepsIds }: { readonly keepsIds?: boolean }): number => keepsIds === true ? 0 : onItsWayMs

const kinds: { readonly [K in MovementKind]: Kind<K> } = {
  delivery: {
    send: (operationId, { address, asset, network, units }) =>
      Chain.use((chain) =>
        Effect.map(chain.deliver({ operationId, asset, network, address, units }), sent("delivery"))
      ),
    lookUp: (id) => Chain.use((chain) => Effect.map(chain.lookUp(id), tagged("delivery"))),
    absentAfterMs: Chain.use((chain) => Effect.succeed(unlessKept(chain)))
  },
  spend: {
    send: (operationId, { network, payload }) =>
      Chain.use((chain) => Effect.map(chain.submit({ operationId, network, payload }), sent("spend"))),
    lookUp: (id) => Chain.use((chain) => Effect.map(chain.lookUp(id), tagged("spend"))),
    // What was signed takes effect once at most, however often it is sent.
    absentAfterMs: Effect.succeed(0)
  },
  pixPayment: {
    send: (_, { destination, paymentId, value }) =>
      PixRail.use((rail) => Effect.map(rail.pay({ paymentId, value, destination }), sent("pixPayment"))),
    lookUp: (_, { paymentId }) =>
      PixRail.use((rail) => Effect.map(rail.lookUpPayment(paymentId), tagged("pixPayment"))),
    absentAfterMs: PixRail.use((rail) => Effect.succeed(unlessKept(rail)))
  },
  pixReturn: {
    send: (returnId, { endToEndId, value }) =>
      PixRail.use((rail) => Effect.map(rail.sendReturn({ returnId, endToEndId, value }), sent("pixReturn"))),
    lookUp: (id) => PixRail.use((rail) => Effect.map(rail.lookUpReturn(id), tagged("pixReturn"))),
    absentAfterMs: PixRail.use((rail) => Effect.succeed(unlessKept(rail)))
  }
}

/** The row of an order. */
export const kindOf = (order: MovementOrder): Kind<MovementKind> => kinds[order.kind] as Kind<MovementKind>
