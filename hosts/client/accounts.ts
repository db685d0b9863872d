// The resources that show what there is: wallets, the statement, events and the host itself. Each method is one endpoint; its
// promise fails with a `RequestError`.
import type { Call } from "./call.ts"
import type { ListedEvent } from "./event-types.ts"
import { rows } from "./pages.ts"
import { probes } from "./route.ts"
import { routes } from "./routes.ts"
import type { CallOptions } from "./send.ts"
import type { Answer, Body, Query } from "./wire.ts"

/** PIN-protected wallets of holders. */
export const walletsOf = (call: Call) => ({
  /** Creates another wallet of a holder, on one network, under the PIN that the holder has. */
  create: (body: Body<"createWallet">, options?: CallOptions) =>
    call(routes.createWallet, { body }, options) as Promise<Answer<"createWallet">>,
  /** Addresses and balances of a wallet; the holder's first by default. */
  get: (query: Query<"readWallet"> = {}, options?: CallOptions) =>
    call(routes.readWallet, { query }, options) as Promise<Answer<"readWallet">>,
  /** The same as `get`, with the ids in the body, so that access logs do not have them. */
  getByBody: (body: Body<"getWallet"> = {}, options?: CallOptions) =>
    call(routes.getWallet, { body }, options) as Promise<Answer<"getWallet">>,
  /** What `unlockWallet` takes. One call a minute and wallet, so keep it; it changes only with the PIN. */
  keys: (body: Body<"readWalletKeys"> = {}, options?: CallOptions) =>
    call(routes.readWalletKeys, { body }, options) as Promise<Answer<"readWalletKeys">>,
  /** Creates a link to a page on which the holder sets or changes the PIN. */
  startPinSession: (body: Body<"startPinSession"> = {}, options?: CallOptions) =>
    call(routes.startPinSession, { body }, options) as Promise<Answer<"startPinSession">>
})

/** Balances and operations. */
export const statementOf = (call: Call) => {
  const get = (query: Query<"readStatement"> = {}, options?: CallOptions) =>
    call(routes.readStatement, { query }, options) as Promise<Answer<"readStatement">>
  const ofSubaccount = (body: Body<"postStatement">, options?: CallOptions) =>
    call(routes.postStatement, { body }, options) as Promise<Answer<"postStatement">>
  return {
    /** One page of the key owner's statement, newest first; at most 90 days. */
    get,
    /** One page of the statement of the subaccount that the body names. */
    ofSubaccount,
    /** All operations of a window, page after page. Rows that come in meanwhile neither repeat nor hide others. */
    operations: ({ cursor, ...body }: Body<"postStatement"> = {}, options?: CallOptions) =>
      rows({
        read: (from) => ofSubaccount({ ...body, ...(from !== undefined && { cursor: from }) }, options),
        rowsOf: (page) => page.operations,
        after: (page) => page.nextCursor
      }, cursor)
  }
}

/** A page of events. Its `nextCursor` does not expire, not even on the last page: it goes on with later events. */
export interface EventPage extends Answer<"listEvents"> {
  /** One page of events, oldest first. */
  readonly events: ReadonlyArray<ListedEvent>
}

/** What webhooks tell, to be read. */
export const eventsOf = (call: Call) => {
  const list = (query: Query<"listEvents"> = {}, options?: CallOptions) =>
    call(routes.listEvents, { query }, options) as Promise<EventPage>
  return {
    /** One page, oldest first, of the last 30 days. */
    list,
    /** All there are from a cursor on, until there are no more for now. Keep the last page's `nextCursor` to go on later. */
    all: ({ cursor }: Query<"listEvents"> = {}, options?: CallOptions) =>
      rows<ListedEvent, EventPage>({
        read: (from) => list(from === undefined ? {} : { cursor: from }, options),
        rowsOf: (page) => page.events,
        after: (page) => page.hasMore ? page.nextCursor : null
      }, cursor)
  }
}

/** What only the sandbox does. */
export const sandboxOf = (call: Call) => ({
  /** Pays the PIX charge of one of your own deposits, by the `trackId` of its record; a second time changes nothing. */
  payDeposit: (trackId: string, options?: CallOptions) => {
    const body: Body<"providerWebhook"> = {
      event: { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } } }
    }
    return call(routes.providerWebhook, { body }, options) as Promise<Answer<"providerWebhook">>
  }
})

/** The state of a host's data planes. */
export interface Readiness {
  readonly ready: boolean
  readonly planes: ReadonlyArray<{
    readonly environment: "sandbox" | "production"
    /** State of each adapter, by its name. */
    readonly adapters: Readonly<Record<string, string>>
  }>
}

/** Whether the host lives and can work; neither needs an API key. */
export const healthOf = (call: Call) => ({
  /** Answers as long as the process lives. */
  live: (options?: CallOptions) => call(probes.health, {}, options) as Promise<{ readonly status: "ok" }>,
  /** Every adapter with its state; fails with an `ApiError` of status 503 when the host is not ready. */
  ready: (options?: CallOptions) => call(probes.ready, {}, options) as Promise<Readiness>
})
