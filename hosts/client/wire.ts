// Types of requests and answers, taken from the definition of the interface and gone when it is compiled. A request is what
// goes over the wire; an answer is what comes back with its envelope taken off and its large integers read as bigint.
import type { createDeposit, readDeposit } from "../http/api/deposit.ts"
import type { listEvents } from "../http/api/event.ts"
import type { proveAddress, proveFinancialCapacity, startKyb } from "../http/api/kyb.ts"
import type { readDocument, registerDocument, validateLiveness } from "../http/api/kyc-document.ts"
import type { importKyc, readKyc, readKycAttempt, startKyc, submitKyc } from "../http/api/kyc.ts"
import type { createLightningInvoice, readLightningInvoice } from "../http/api/lightning-invoice.ts"
import type { createPayout, readPayout } from "../http/api/payout.ts"
import type { providerWebhook } from "../http/api/provider.ts"
import type { createQuote } from "../http/api/quote.ts"
import type { postStatement, readStatement } from "../http/api/statement.ts"
import type { createSubaccount, listSubaccounts, readSubaccount } from "../http/api/subaccount.ts"
import type { createSwap, readSwap } from "../http/api/swap.ts"
import type { createTransfer } from "../http/api/transfer.ts"
import type { createWallet, getWallet, readWallet, readWalletKeys, startPinSession } from "../http/api/wallet.ts"

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
  readonly providerWebhook: typeof providerWebhook
}

/** An endpoint by its name in the interface; `createKyc` goes by its two ways, `startKyc` and `submitKyc`. */
export type EndpointName = keyof Endpoints

/** The JSON body of a request, as it is on the wire. */
export type Body<Name extends EndpointName> = Endpoints[Name]["~Payload"] extends {
  readonly schema: { readonly Encoded: infer Encoded }
} ? Encoded
  : never

/** The query of a request; numbers stay numbers. */
export type Query<Name extends EndpointName> = Endpoints[Name]["~Query"]["Type"]

type Flat<A> = { readonly [Key in keyof A]: A[Key] }

// Over each member of a union by itself, so that what tells the members apart stays.
type Joined<Data, Rest> = Data extends unknown ? Flat<Data & Rest> : never

// Most answers have what they say in `data`, some beside `success`; a few have both.
type WithoutEnvelope<A> = A extends { readonly data: infer Data } ? Joined<Data, Omit<A, "success" | "data">>
  : Flat<Omit<A, "success">>

/** What an endpoint answers, without `success` and with the fields of `data` among the others. */
export type Answer<Name extends EndpointName> = WithoutEnvelope<Endpoints[Name]["~Success"]["Type"]>
