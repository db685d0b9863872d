// Assets that go out on their chains, from the treasury or from a wallet with its signature. Only movements call it.
import { Context, type Effect } from "effect"
import type { Network } from "../../standards/address/network.ts"
import type { ChainUnavailable, DeliveryOrder, DeliveryReceipt, Outflow, SignedSpend } from "../chain.ts"
import type { LookUp, Sending } from "../outcome.ts"
import type { AbsentAfter } from "./absent-after.ts"
import type { ProviderAccount } from "../provider-account.ts"

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
    /**
     * Whose answers these are: the chain and the treasury, such as `eip155:8453/0x…`. Never a key, a node or anything else that changes
     * while the account stays.
     */
    readonly account: (network: Network) => ProviderAccount
    /**
     * Everything that left the treasury of a network since an instant (Unix milliseconds), as the chain and its nodes show it, with what
     * is in no block yet. It fails where a part of it cannot be read. Asked where our own record of it may be gone.
     */
    readonly sentSince?: (
      asked: { readonly network: Network; readonly since: number }
    ) => Effect.Effect<ReadonlyArray<Outflow>, ChainUnavailable>
    /**
     * The same of a wallet, by its address on the network: what left it until `until`, and later as may be. Absent where no wallet
     * spends, or none can be looked at.
     */
    readonly spentSince?: (
      asked: { readonly network: Network; readonly from: string; readonly since: number; readonly until: number }
    ) => Effect.Effect<ReadonlyArray<Outflow>, ChainUnavailable>
    /** How an outflow shows an operation id; absent where the chain shows none. */
    readonly markOf?: (operationId: string, network: Network) => string | null
    /**
     * How long what was signed for a delivery may still take effect although no node shows it, in milliseconds; 0 where a second one
     * of the same operation id cannot.
     */
    readonly livesMs?: (network: Network) => number
    /** What became of a spend, by the chain and what was signed alone, never by a record of ours. */
    readonly lookUpSigned?: (spend: SignedSpend) => Effect.Effect<LookUp<DeliveryReceipt>>
  }
>()("pontepay/core/ports/ChainTransfers") {}
