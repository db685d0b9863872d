// What the page of a payment begins with, worked out of its record: the amounts of both sides, who paid, who was paid, and
// what happened, in one code: the page turns it into one plain sentence, in each language. A code is chosen by the state, and by
// what a state alone does not tell, such as whether money that has to go back is back.
import type { AssetCode } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"
import type { Identified, RecordKind } from "../store/records.ts"

/** An amount as pages are sent it: decimal text in whole units, with its asset. */
export interface AmountView {
  readonly value: string
  readonly asset: AssetCode
}

/** The amount of smallest units of an asset. */
export const amountOf = (asset: AssetCode, units: bigint): AmountView => ({
  value: printDecimal(asset, units as Units<AssetCode>),
  asset
})

/** One side of a payment. Names of subaccounts are not in records; whoever shows a party reads them by its `subAccountId`. */
export interface Party {
  /** The name that the bank or the BR Code gave. */
  readonly name: string | null
  /** The customer, where it is one of ours. */
  readonly subAccountId: string | null
  /** What the money comes from or goes to: a PIX key, an address, a masked tax number. */
  readonly detail: string | null
  /** The network of an address, the bank of an account. */
  readonly via: string | null
}

export const noParty: Party = { name: null, subAccountId: null, detail: null, via: null }

export interface Story<Code extends string> {
  readonly code: Code
  /** When it happened, or until when the payment can come in; Unix milliseconds. */
  readonly at: number | null
  /** What went back, or goes back, to whoever paid. */
  readonly back: AmountView | null
  /** The address it goes back to, where that is not the wallet or the payer's account. */
  readonly backTo: string | null
  /** What the receiver's bank has sent back. */
  readonly sentBack: AmountView | null
}

/** A story; what it does not name is null. */
export const story = <const Code extends string>(
  code: Code,
  parts: Partial<Omit<Story<Code>, "code">> = {}
): Story<Code> => ({ code, at: null, back: null, backTo: null, sentBack: null, ...parts })

/** A payment in short. What is paid comes first of two amounts; a party is null while it is not known. */
export interface Outline<Code extends string> {
  readonly payer: Party | null
  readonly payee: Party | null
  readonly state: string
  readonly paid: AmountView
  /** Null where it is the same, or not known yet. */
  readonly received: AmountView | null
  readonly story: Story<Code>
}

/** Everything that can have happened, each with the triggers that are expected next; a code without one is an end. */
type ExpectedTriggers<Code extends string> = Readonly<Record<Code, ReadonlyArray<string>>>

/** How a kind is summed up; `M` is what moves value for its records. */
export interface OutlineSource<M, Code extends string> {
  readonly expected: ExpectedTriggers<Code>
  /** Who is on the other side of the PIX; null where there is none. Who paid one is shown to some accounts alone. */
  readonly counterparty: "payer" | "payee" | null
  /** Whether what went back is told by its movements. */
  readonly readsMovements: boolean
  /** Movements come oldest first. */
  readonly read: (body: string, movements: ReadonlyArray<M>) => Outline<Code>
}

/** Declares how a kind is summed up. */
export const outlined = <A extends Identified, M, E extends ExpectedTriggers<string>>(
  kind: RecordKind<A, string, string>,
  { of, ...parts }: Pick<OutlineSource<M, string>, "counterparty" | "readsMovements"> & {
    readonly expected: E
    readonly of: (record: A, movements: ReadonlyArray<M>) => Outline<keyof E & string>
  }
) => ({
  ...parts,
  read: (body: string, movements: ReadonlyArray<M>): Outline<keyof E & string> => of(kind.decode(body), movements)
})
