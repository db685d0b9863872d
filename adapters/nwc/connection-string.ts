// The connection string of a wallet: whom to ask, over which relay, with which key (NIP-47).
import { Redacted, Result } from "effect"

export interface Connection {
  /** The wallet's public key: 64 hex characters. */
  readonly wallet: string
  /** The relay that is used: the first. */
  readonly relay: string
  /** Our key: 64 hex characters. */
  readonly secret: Redacted.Redacted
}

const key = /^[0-9a-f]{64}$/

const isLoopback = ({ hostname }: URL): boolean => hostname === "localhost" || /^127\.|^\[::1\]$/.test(hostname)

const isRelay = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && (url.protocol === "wss:" || url.protocol === "ws:" && isLoopback(url))
}

/** Reads a connection string, or says what is wrong with it, with nothing of its content. */
export const parseConnection = (text: Redacted.Redacted): Result.Result<Connection, string> => {
  const value = Redacted.value(text)
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== "nostr+walletconnect:") return Result.fail("it does not begin with nostr+walletconnect://")
  const wallet = url.host || url.pathname.replace(/^\/+/, "")
  const relay = url.searchParams.get("relay") ?? ""
  const secret = url.searchParams.get("secret") ?? ""
  if (!key.test(wallet)) return Result.fail("it names no wallet by 64 hex characters")
  if (!key.test(secret)) return Result.fail("it has no secret of 64 hex characters")
  if (!isRelay(relay)) return Result.fail("its relay must be wss, or ws on this machine")
  return Result.succeed({ wallet, relay, secret: Redacted.make(secret) })
}
