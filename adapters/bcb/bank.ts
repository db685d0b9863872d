// A bank of the central bank's interface: where it is, how it knows us, and what it adds to the standard.
import { Effect } from "effect"
import type { Payer } from "../../core/standards/pix/pix-parties.ts"
import type { Cents } from "../../core/base/money/units.ts"
import { type Unknown, unknown } from "../../core/ports/outcome.ts"
import type { ProviderState } from "../../core/ports/provider-state.ts"
import { type Call, type HttpClient, makeHttpClient } from "../http-client/client.ts"
import type { Answer, NoAnswer, NotAsked } from "../http-client/exchange.ts"
import { clientCredentials } from "../http-client/oauth2.ts"
import type { SecretSource } from "../http-client/secret-file.ts"
import type { TlsSettings } from "../http-client/tls.ts"

/** What an account at a bank needs. */
export interface BankSettings {
  /** Where the interface is. */
  readonly baseUrl: string
  readonly tls?: TlsSettings
  readonly clientId: string
  readonly clientSecret: SecretSource
  /** Our PIX key at this bank: charges ask for it, and payments come from its account. */
  readonly key: string
  /** How the bank proves its messages: at least one of the two. */
  readonly callbacks: CallbackProof
  /** Printed in codes of charges where the bank gives none. */
  readonly merchant?: { readonly name: string; readonly city: string }
  /** For one call. Milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
}

/** What proves that a message is the bank's. */
export interface CallbackProof {
  /** SHA-256 fingerprints of its client certificate, in hex with or without colons: two while it changes. */
  readonly fingerprints?: ReadonlyArray<string>
  /** The value of `hmac` in the address that the bank was given. */
  readonly secret?: SecretSource
}

/** In what banks differ. */
export interface Dialect {
  /** For logs and traces. */
  readonly name: string
  /** What every path of the standard begins with, such as `/v2`. */
  readonly basePath: string
  /** Where tokens are given out. */
  readonly tokenUrl: string
  readonly tokenBody: "form" | "json"
  /** Scopes to ask for, with spaces between them. */
  readonly scope?: string
  /** Who paid a PIX: the standard does not say. */
  readonly payerOf?: (pix: unknown) => Payer | null
  /** What the bank took for a PIX that came in, a return or a payment. */
  readonly costOf?: (movement: unknown) => Cents | undefined
}

/** A bank that can be asked. */
export interface Bank {
  readonly settings: BankSettings
  readonly dialect: Dialect
  /** Asks once; the path is without `basePath` where the route is the standard's. */
  readonly standard: (call: Call) => Effect.Effect<Answer, NotAsked | NoAnswer>
  /** Asks once what is the bank's own; the path is whole. */
  readonly own: (call: Call) => Effect.Effect<Answer, NotAsked | NoAnswer>
  readonly state: Effect.Effect<ProviderState>
}

const clientOf = (dialect: Dialect, { baseUrl, timeoutMs, tls }: BankSettings): Omit<
  Parameters<typeof makeHttpClient>[0],
  "credentials"
> => ({
  name: dialect.name,
  baseUrl,
  ...tls === undefined ? {} : { tls },
  ...timeoutMs === undefined ? {} : { timeoutMs }
})

/** Opens no connection yet. Throws `TypeError` on an address that cannot be one. */
export const openBank = (settings: BankSettings, dialect: Dialect): Bank => {
  const { origin, pathname } = new URL(dialect.tokenUrl)
  const client: HttpClient = makeHttpClient({
    ...clientOf(dialect, settings),
    credentials: clientCredentials({
      client: makeHttpClient({ ...clientOf(dialect, settings), baseUrl: origin }),
      path: pathname,
      clientId: settings.clientId,
      clientSecret: settings.clientSecret,
      body: dialect.tokenBody,
      ...dialect.scope === undefined ? {} : { scope: dialect.scope }
    })
  })
  return {
    settings,
    dialect,
    standard: (call) => client.call({ ...call, path: `${dialect.basePath}${call.path}` }),
    own: client.call,
    state: client.state
  }
}

/** A look-up that got no answer: nothing is known. */
export const unanswered = ({ reason }: NotAsked | NoAnswer): Effect.Effect<Unknown> =>
  Effect.succeed(unknown("noAnswer", reason))

/** Whether an answer says that what was asked was done. */
export const isTaken = ({ status }: Answer): boolean => status === 200 || status === 201
