// The outgoing side of webhooks: one HTTP POST, no redirects, to an address that was checked when it was connected to.
import { Context, type Effect } from "effect"
import type { Reason } from "../base/reason/reason.ts"

export interface Notification {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Any status is an answer; Unreached covers time-outs and broken connections. NotAllowed: nothing was sent, because webhooks
 * may not go to this address. PutOff: nothing was sent, because this endpoint was slow before and enough slow ones are being
 * waited for.
 */
export type NotifierAnswer =
  | { readonly _tag: "Answered"; readonly status: number }
  | { readonly _tag: "Unreached"; readonly problem: Reason }
  | { readonly _tag: "NotAllowed"; readonly problem: Reason }
  | { readonly _tag: "PutOff" }

export class Notifier extends Context.Service<Notifier, {
  readonly post: (notification: Notification) => Effect.Effect<NotifierAnswer>
}>()("pontepay/core/ports/Notifier") {}
