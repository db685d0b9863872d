// The resources that say who money moves for. Each method is one endpoint; its promise fails with a `RequestError`.
import type { Call } from "./call.ts"
import { rows } from "./pages.ts"
import { routes } from "./routes.ts"
import type { CallOptions, Line } from "./send.ts"
import { uploadBy } from "./upload.ts"
import type { Answer, Body, Query } from "./wire.ts"

/** One per end user or business unit. */
export const subaccountsOf = (call: Call) => {
  const list = (query: Query<"listSubaccounts"> = {}, options?: CallOptions) =>
    call(routes.listSubaccounts, { query }, options) as Promise<Answer<"listSubaccounts">>
  return {
    /** Creates a subaccount, which cannot be deleted. */
    create: (body: Body<"createSubaccount">, options?: CallOptions) =>
      call(routes.createSubaccount, { body }, options) as Promise<Answer<"createSubaccount">>,
    /** One page: the key owner's own first, then the newest. */
    list,
    /** All of them, page after page. */
    all: ({ cursor, ...query }: Query<"listSubaccounts"> = {}, options?: CallOptions) =>
      rows({
        read: (from) => list({ ...query, ...(from !== undefined && { cursor: from }) }, options),
        rowsOf: (page) => page.subAccounts,
        after: (page) => page.nextCursor
      }, cursor),
    /** One subaccount with the state of its KYC and its wallets. */
    get: (subAccountId: string, options?: CallOptions) =>
      call(routes.readSubaccount, { params: { subAccountId } }, options) as Promise<Answer<"readSubaccount">>
  }
}

/** Who may transact. */
export const kycOf = (call: Call) => ({
  /** Starts an attempt on a hosted page; send the person to its `url`. */
  start: (body: Body<"startKyc"> = {}, options?: CallOptions) =>
    call(routes.createKyc, { body }, options) as Promise<Answer<"startKyc">>,
  /** Starts an attempt with a completed form and documents that are ready. */
  submit: (body: Body<"submitKyc">, options?: CallOptions) =>
    call(routes.createKyc, { body }, options) as Promise<Answer<"submitKyc">>,
  /** Starts an attempt with a share token of another identity provider. A token can be used once. */
  importToken: (body: Body<"importKyc">, options?: CallOptions) =>
    call(routes.importKyc, { body }, options) as Promise<Answer<"importKyc">>,
  /** The KYC state of a subaccount; the key owner by default. */
  get: (query: Query<"readKyc"> = {}, options?: CallOptions) =>
    call(routes.readKyc, { query }, options) as Promise<Answer<"readKyc">>,
  /** One attempt, of KYC, of KYB or of a proof. */
  attempt: (attemptId: string, options?: CallOptions) =>
    call(routes.readKycAttempt, { params: { attemptId } }, options) as Promise<Answer<"readKycAttempt">>
})

/** Which companies may transact. Their attempts are read with `kyc.attempt`. */
export const kybOf = (call: Call) => ({
  /** Starts an attempt of a COMPANY subaccount. Both of its pages have to be completed. */
  start: (body: Body<"startKyb">, options?: CallOptions) =>
    call(routes.startKyb, { body }, options) as Promise<Answer<"startKyb">>,
  /** Submits a proof of address of a company that KYB approved. */
  proveAddress: (body: Body<"proveAddress">, options?: CallOptions) =>
    call(routes.proveAddress, { body }, options) as Promise<Answer<"proveAddress">>,
  /** Submits a proof of financial capacity of a company that KYB approved. */
  proveFinancialCapacity: (body: Body<"proveFinancialCapacity">, options?: CallOptions) =>
    call(routes.proveFinancialCapacity, { body }, options) as Promise<Answer<"proveFinancialCapacity">>
})

/** What KYC and KYB examine. */
export const documentsOf = (call: Call, line: Line) => ({
  /** Registers a document; the answer says where to upload it, or which page takes the selfie. */
  register: (body: Body<"registerDocument">, options?: CallOptions) =>
    call(routes.registerDocument, { body }, options) as Promise<Answer<"registerDocument">>,
  /** Sends a file to the `uploadUrlFront` or `uploadUrlBack` of a registration, which take one file each. */
  upload: uploadBy(line),
  /** The state of a document; `ready` means that it can be submitted. */
  get: (documentId: string, query: Query<"readDocument">, options?: CallOptions) =>
    call(routes.readDocument, { params: { documentId }, query }, options) as Promise<Answer<"readDocument">>,
  /** Confirms a liveness capture by its token, without an API key. */
  validateLiveness: (body: Body<"validateLiveness">, options?: CallOptions) =>
    call(routes.validateLiveness, { body }, options) as Promise<Answer<"validateLiveness">>
})
