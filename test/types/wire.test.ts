// The printed types of the client against the schemas that the service reads and writes with: these tests fail in `tsc`, not in
// the runner. A request may be narrower than its schema, as for pairs of asset and network; an answer is exactly its schema's.
import { describe, expectTypeOf, it } from "vitest"
import type { Answers, Bodies, EventPayloads, Queries } from "../../hosts/client/api-types.ts"
import type { createDeposit, readDeposit } from "../../hosts/http/api/definition/deposit.ts"
import type { listEvents } from "../../hosts/http/api/definition/event.ts"
import type { eventPayloads } from "../../hosts/http/api/definition/events.ts"
import type { proveAddress, proveFinancialCapacity, startKyb } from "../../hosts/http/api/definition/kyb.ts"
import type { readDocument, registerDocument, validateLiveness } from "../../hosts/http/api/definition/kyc-document.ts"
import type { importKyc, readKyc, readKycAttempt, startKyc, submitKyc } from "../../hosts/http/api/definition/kyc.ts"
import type { createLightningInvoice, readLightningInvoice } from "../../hosts/http/api/definition/lightning-invoice.ts"
import type { createPayout, readPayout } from "../../hosts/http/api/definition/payout.ts"
import type { namedProviderWebhook, providerWebhook } from "../../hosts/http/api/definition/provider.ts"
import type { createQuote } from "../../hosts/http/api/definition/quote.ts"
import type { postStatement, readStatement } from "../../hosts/http/api/definition/statement.ts"
import type { createSubaccount, listSubaccounts, readSubaccount } from "../../hosts/http/api/definition/subaccount.ts"
import type { createSwap, readSwap } from "../../hosts/http/api/definition/swap.ts"
import type { createTransfer } from "../../hosts/http/api/definition/transfer.ts"
import type {
  createWallet,
  getWallet,
  readWallet,
  readWalletKeys,
  startPinSession
} from "../../hosts/http/api/definition/wallet.ts"

interface Endpoints {
  readonly createSubaccount: typeof createSubaccount
  readonly listSubaccounts: typeof listSubaccounts
  readonly readSubaccount: typeof readSubaccount
  readonly createWallet: typeof createWallet
  readonly readWallet: typeof readWallet
  readonly getWallet: typeof getWallet
  readonly readWalletKeys: typeof readWalletKeys
  readonly startPinSession: typeof startPinSession
  readonly createTransfer: typeof createTransfer
  readonly createPayout: typeof createPayout
  readonly readPayout: typeof readPayout
  readonly registerDocument: typeof registerDocument
  readonly readDocument: typeof readDocument
  readonly validateLiveness: typeof validateLiveness
  readonly startKyc: typeof startKyc
  readonly submitKyc: typeof submitKyc
  readonly importKyc: typeof importKyc
  readonly readKyc: typeof readKyc
  readonly readKycAttempt: typeof readKycAttempt
  readonly startKyb: typeof startKyb
  readonly proveAddress: typeof proveAddress
  readonly proveFinancialCapacity: typeof proveFinancialCapacity
  readonly createDeposit: typeof createDeposit
  readonly readDeposit: typeof readDeposit
  readonly createLightningInvoice: typeof createLightningInvoice
  readonly readLightningInvoice: typeof readLightningInvoice
  readonly createQuote: typeof createQuote
  readonly readStatement: typeof readStatement
  readonly postStatement: typeof postStatement
  readonly listEvents: typeof listEvents
  readonly createSwap: typeof createSwap
  readonly readSwap: typeof readSwap
  readonly namedProviderWebhook: typeof namedProviderWebhook
  readonly providerWebhook: typeof providerWebhook
}

type Encoded<Name extends keyof Endpoints> = Endpoints[Name]["~Payload"] extends {
  readonly schema: { readonly Encoded: infer Encoded }
} ? Encoded
  : never

type Flat<A> = { readonly [Key in keyof A]: A[Key] }
type Joined<Data, Rest> = Data extends unknown ? Flat<Data & Rest> : never
type WithoutEnvelope<A> = A extends { readonly data: infer Data } ? Joined<Data, Omit<A, "success" | "data">>
  : Flat<Omit<A, "success">>
type Success<Name extends keyof Endpoints> = WithoutEnvelope<Endpoints[Name]["~Success"]["Type"]>

type KeysOf<A> = A extends unknown ? keyof A : never

/** Names whose printed type does not fit the schema's; none should be left. */
type Unfit<Printed, Made, Names extends keyof Printed & keyof Made> = {
  [Name in Names]: [Printed[Name]] extends [Made[Name]] ? never : Name
}[Names]
type Renamed<Printed, Made, Names extends keyof Printed & keyof Made> = {
  [Name in Names]: [KeysOf<Printed[Name]>, KeysOf<Made[Name]>] extends [KeysOf<Made[Name]>, KeysOf<Printed[Name]>] ?
    never
    : Name
}[Names]

type MadeBodies = { [Name in keyof Endpoints]: Encoded<Name> }
type MadeAnswers = { [Name in keyof Endpoints]: Success<Name> }
type MadeQueries = { [Name in keyof Endpoints]: Endpoints[Name]["~Query"]["Type"] }
type MadeEvents = { [Name in keyof typeof eventPayloads]: (typeof eventPayloads)[Name]["Type"] }

// What the client types closer than the wire: events by their names.
type Exact = Exclude<keyof Answers, "listEvents">

describe("the printed types", () => {
  it("are of every operation and event", () => {
    expectTypeOf<keyof Answers>().toEqualTypeOf<keyof Endpoints>()
    expectTypeOf<keyof EventPayloads>().toEqualTypeOf<keyof typeof eventPayloads>()
  })

  it("of requests are what the service takes, field by field §client-types", () => {
    expectTypeOf<Unfit<Bodies, MadeBodies, keyof Bodies>>().toBeNever()
    expectTypeOf<Renamed<Bodies, MadeBodies, keyof Bodies>>().toBeNever()
    expectTypeOf<Unfit<Queries, MadeQueries, keyof Queries>>().toBeNever()
    expectTypeOf<Renamed<Queries, MadeQueries, keyof Queries>>().toBeNever()
  })

  it("of answers and events are what the service gives §client-types", () => {
    expectTypeOf<Unfit<Answers, MadeAnswers, Exact>>().toBeNever()
    expectTypeOf<Unfit<MadeAnswers, Answers, Exact>>().toBeNever()
    expectTypeOf<Renamed<Answers, MadeAnswers, keyof Answers>>().toBeNever()
    expectTypeOf<Unfit<EventPayloads, MadeEvents, keyof EventPayloads>>().toBeNever()
    expectTypeOf<Unfit<MadeEvents, EventPayloads, keyof EventPayloads>>().toBeNever()
  })
})
