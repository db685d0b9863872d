// Messages of the providers. An adapter checks who sent one and translates it into facts; a host puts the inboxes of an
// environment together by the names in their addresses.
import { Context, Data, type Effect } from "effect"
import type { ValidationFailed } from "../base/errors/errors.ts"
import type { ProviderFact } from "./provider-fact.ts"

/** The certificate that a client showed in the TLS handshake, which proves that it has its private key. */
export interface ClientCertificate {
  /** SHA-256 of the certificate: upper-case hex with colons, as Node.js and OpenSSL print it. */
  readonly fingerprint256: string
  /** The distinguished name, one `NAME=value` a line. Anybody can write any name where `isTrusted` is false. */
  readonly subject: string
  /** Whether the server verified it against the authorities that it was configured with. */
  readonly isTrusted: boolean
}

/** A message as it arrived. */
export interface ProviderMessage {
  /** Path as it was requested, without the query. */
  readonly path: string
  /** Decoded parameters of the query; a list where one came several times. */
  readonly query: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  /**
   * The client certificate that our server saw, or a trusted proxy in front of it handed on; null without TLS, without one, and
   * behind a proxy that hands on none.
   */
  readonly peer: ClientCertificate | null
  /** The address of whoever is connected; null where the server does not know it. */
  readonly remote: string | null
  /** Unix milliseconds. */
  readonly now: number
}

/** The message does not prove who sent it. `missing`: it carries no proof at all; `invalid`: it is wrong or too old. */
export class ProofRefused extends Data.TaggedError("ProofRefused")<{
  readonly proof: "missing" | "invalid"
  readonly problem: string
}> {}

/** What a message reports could not be confirmed with the provider now: it has to send the message again. */
export class InboxUnavailable extends Data.TaggedError("InboxUnavailable")<{
  readonly reason: string
  /** Facts of the same message that were confirmed: they do not wait for the rest. */
  readonly confirmed?: ReadonlyArray<ProviderFact>
}> {}

/** The inbox of one provider. */
export class ProviderInbox extends Context.Service<ProviderInbox, {
  /**
   * The facts of a message in their order, once its sender is proven. The same bytes give the same facts. What the adapter
   * does not know is `Unsupported`, an entry that cannot be read `Unreadable`; only a message that cannot be read at all is `ValidationFailed`.
   */
  readonly read: (
    message: ProviderMessage
  ) => Effect.Effect<ReadonlyArray<ProviderFact>, ProofRefused | ValidationFailed | InboxUnavailable>
  /**
   * The facts of a body in the protocol that the interface publishes, whose sender was authenticated otherwise: by a sandbox
   * API key, or as a backend that writes the database. Absent where the provider's own messages alone are taken.
   */
  readonly readTrusted?: (body: Uint8Array) => Effect.Effect<ReadonlyArray<ProviderFact>, ValidationFailed>
}>()("pontepay/core/ports/ProviderInbox") {}

/** An inbox with the name under which its events are remembered. */
export interface NamedInbox {
  readonly name: string
  readonly inbox: ProviderInbox["Service"]
}

/** The inboxes of an environment. */
export class ProviderInboxes extends Context.Service<ProviderInboxes, {
  /** Serves `/provider/webhook`. */
  readonly main: NamedInbox
  /** Each serves `/provider/{name}/webhook`. */
  readonly named: ReadonlyArray<NamedInbox>
}>()("pontepay/core/ports/ProviderInboxes") {}
