// Every kind of record about which something may be owed. What the store says is owed about a record is read again from the
// record itself before anything is done about it. An event is none of them: it never changes, so what it owes would have to be
// written a second time; that each was handed on is judged by the audit.
import { Deposits } from "../../payments/deposit/deposit.ts"
import { FactTraces } from "../../engine/event/fact-trace.ts"
import { KycAttempts } from "../../customers/kyc/kyc-attempt.ts"
import { KycImports } from "../../customers/kyc/kyc-import.ts"
import { LightningInvoices } from "../../payments/lightning-invoice/lightning-invoice.ts"
import { Movements } from "../../payments/movement/movement.ts"
import { Erasures } from "../../operations/person/erasure.ts"
import { Payouts } from "../../payments/payout/payout.ts"
import type { Identified, OwedTask, RecordKind } from "../../engine/store/records.ts"
import type { RawRecord } from "../../engine/store/store.ts"
import { Swaps } from "../../payments/swap/swap.ts"
import { Deliveries } from "../../webhooks/webhook/webhook.ts"

type ReadTasks = (record: RawRecord) => ReadonlyArray<OwedTask>

const reader = <A extends Identified>(
  { decode, kind, owed }: RecordKind<A, string, string>
): readonly [string, ReadTasks] => [
  kind,
  ({ body }) => owed?.(decode(body)) ?? []
]

const readers: ReadonlyMap<string, ReadTasks> = new Map([
  reader(Deposits),
  reader(Payouts),
  reader(LightningInvoices),
  reader(Movements),
  reader(Swaps),
  reader(KycAttempts),
  reader(KycImports),
  reader(Deliveries),
  reader(FactTraces),
  reader(Erasures)
])

/** The kinds by name. */
export const owingKinds: ReadonlySet<string> = new Set(readers.keys())

/** What is owed about a record as it stands; nothing for one of another kind. */
export const owedAbout = (record: RawRecord): ReadonlyArray<OwedTask> => readers.get(record.kind)?.(record) ?? []
