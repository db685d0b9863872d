// Assets that go out on their chains, from the treasury or from a wallet with its signature. Only movements call it.
import { Context, type Effect } from "effect"
import type { Network } from "../../standards/address/network.ts"
import type { ChainUnavailable, DeliveryOrder, DeliveryReceipt, SignedSpend } from "../chain.ts"
import type { LookUp, Sending } from "../outcome.ts"
import type { AbsentAfter } from "./absent-after.ts"

export class ChainTransfers extends Context.Service<
  ChainTransfers,
  {
    /** How long an Absent of a delivery is not believed; 40 seconds where nothing is said. */
    readonly absentAfterMs?: AbsentAfter
    readonly deliver: (order: DeliveryOrder) => Effect.Effect<Sending<DeliveryReceipt>>
    /** Sends what was signed and stored. Sending it again can take effect once at most. */
    readonly submit: (spend: SignedSpend) => Effect.Effect<Sending<DeliveryReceipt>>
    /** What became of a movement, a delivery or a spend on a network, by our id. Absent for a spend: it never can take effect unless sent. */
    readonly lookUp: (
      movement: { readonly operationId: string; readonly network: Network }
    ) => Effect.Effect<LookUp<DeliveryReceipt>>
    /**
     * Takes what was sent and is not final one step further: a block that others replace may take along what was Done, so its stored bytes
     * are sent again. Run every few seconds; an adapter without it answers Done only for what is final.
     */
    readonly carry?: Effect.Effect<void, ChainUnavailable>
    /**
     * Makes sure that a movement which is not wanted any more never takes effect, where the chain can: Absent once that is certain,
     * or what became of it. An adapter without it is only looked up.
     */
    readonly cancel?: (
      movement: { readonly operationId: string; readonly network: Network }
    ) => Effect.Effect<LookUp<DeliveryReceipt>>
  }
>()("pontepay/core/ports/ChainTransfers") {}
