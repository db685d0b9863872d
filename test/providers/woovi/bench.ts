// Woovi's adapters against its stand-in, over a line that can be disturbed.
import { generateKeyPairSync, sign } from "node:crypto"
import { Context, Effect, Layer, Redacted } from "effect"
import type { PixDestination } from "../../../core/standards/pix/pix-parties.ts"
import type { PixRailBench } from "../../../adapters/conformance/index.ts"
import { woovi } from "../../../adapters/woovi/index.ts"
import { correlationIdOf } from "../../../adapters/woovi/ids.ts"
import { type PixRailAdapter, pixRailAdapter } from "../../../core/ports/moving/adapter.ts"
import { ProviderInbox, type ProviderMessage } from "../../../core/ports/provider-inbox.ts"
import { RailBooks } from "../../../core/ports/rail-books.ts"
import { type LineTo, lineTo } from "./line.ts"
import { Woovi, appId, notGivenBackId, openKey, receivedId, refusedKey, serveWoovi } from "./stand-in.ts"

export const appIdOfTests = Redacted.make(appId)
export const authorization = "our own value"

const pairOf = () => generateKeyPairSync("rsa", { modulusLength: 1024 })
export const keys = [pairOf(), pairOf(), pairOf()] as const

export const pemOf = (pair: ReturnType<typeof pairOf>): string =>
  pair.publicKey.export({ type: "spki", format: "pem" }).toString()

/** The adapters, asking an address. */
const adaptersAt = (baseUrl: string, timeoutMs: number, pem = pemOf(keys[0])) =>
  woovi({
    baseUrl,
    appId: appIdOfTests,
    timeoutMs,
    webhook: { publicKeys: Redacted.make(pem), authorization: Redacted.make(authorization) }
  })

const built = <A>(layer: Layer.Layer<A>): Promise<Context.Context<A>> =>
  Effect.runPromise(Effect.scoped(Layer.build(layer)))

/** For one call: more than this machine ever takes, and little for a line that is silent. */
const patienceMs = 1_000

export const railAt = async (url: string, timeoutMs = patienceMs): Promise<PixRailAdapter> =>
  pixRailAdapter.of(await built(adaptersAt(url, timeoutMs).pixRail))

export const inboxAt = async (url: string, pem?: string): Promise<ProviderInbox["Service"]> =>
  Context.get(await built(adaptersAt(url, patienceMs, pem).providerInboxes.woovi), ProviderInbox)

export const booksAt = async (url: string, timeoutMs = patienceMs) => {
  const books = Context.get(await built(adaptersAt(url, timeoutMs).railBooks), RailBooks)
  return books ?? Promise.reject(new Error("no books"))
}

/** A body as it arrives with its proof. */
export const signed = (body: Uint8Array, now = 0, pair = keys[0]): ProviderMessage => ({
  path: "/provider/woovi/webhook",
  query: {},
  headers: { authorization, "x-webhook-signature": sign("sha256", body, pair.privateKey).toString("base64") },
  body,
  peer: null,
  remote: null,
  now
})

const key = (name: string): PixDestination => ({ by: "key", keyType: "EMAIL", key: name })
export const paid = key("maria@example.com")

/** A stand-in with its line. */
export interface Opened {
  readonly woovi: Woovi
  readonly to: LineTo
  readonly close: () => Promise<void>
}

/** Opens a stand-in. */
export const opened = async (): Promise<Opened> => {
  const woovi = new Woovi()
  const served = await serveWoovi(woovi)
  const to = await lineTo(served.base)
  // The first request of a process takes longer than any other.
  await fetch(`${to.url}/api/v1/account/`)
  return {
    woovi,
    to,
    close: async () => {
      await to.close()
      await served.close()
    }
  }
}

/** The bench of the kit. */
export const benchOf = async ({ close, to, woovi }: Opened, timeoutMs = patienceMs): Promise<PixRailBench> => ({
  rail: await railAt(to.url, timeoutMs),
  payCharge: async (trackId, value) => woovi.pay(trackId, value),
  paid,
  refused: key(refusedKey),
  open: {
    destination: key(openKey),
    settle: async (id) => woovi.settle(correlationIdOf(id)),
    refuse: async (id) => woovi.settle(correlationIdOf(id), "AC07")
  },
  payments: async (id) => woovi.paid(correlationIdOf(id)),
  returns: {
    received: receivedId,
    refused: notGivenBackId,
    made: async (id) => woovi.returned(correlationIdOf(id))
  },
  line: to.line,
  reopen: () => railAt(to.url, timeoutMs),
  close
})
