// Embedding with adapters of one's own: they stand behind the ports of the plane that they are given to, and of no other.
import { Context, Effect, Layer, Option, Redacted, Stream } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as sandboxChain from "../../adapters/sandbox/chain.ts"
import * as sandboxKycProvider from "../../adapters/sandbox/kyc-provider.ts"
import * as sandboxLightningNode from "../../adapters/sandbox/lightning-node.ts"
import * as sandboxPixRail from "../../adapters/sandbox/pix-rail.ts"
import * as sandboxInbox from "../../adapters/sandbox/provider-inbox.ts"
import * as sandboxFxRates from "../../adapters/sandbox/fx-rates.ts"
import { DocumentStore } from "../../core/ports/document-store.ts"
import { KycProvider } from "../../core/ports/kyc-provider.ts"
import type { LightningNode } from "../../core/ports/lightning-node.ts"
import { lightningNodeAdapter, pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import type { LightningPayments } from "../../core/ports/moving/lightning-payments.ts"
import type { PixTransfers } from "../../core/ports/moving/pix-transfers.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"
import { type Embedded, embed } from "../../hosts/http/index.ts"
import { bootstrapFile, declared, eventually, keyOf, providerSecret, secretsKey } from "../support/host.ts"
import { asConfigured } from "../support/restrictions.ts"
import { depositOf, proofOf, ticketEvent } from "./sandbox.ts"

const live = keyOf("acme", "production")
const host = "live.example"

describe("adapters of the embedding server", () => {
  let bridge: Embedded
  const charged: Array<string> = []

  const watchedRail = pixRailAdapter.effect(
    Effect.map(Effect.context<PixRail | PixTransfers>(), (services) => {
      const rail = pixRailAdapter.of(services)
      return {
        ...rail,
        createCharge: (request) => {
          charged.push(request.chargeId)
          return rail.createCharge(request)
        }
      }
    })
  ).pipe(Layer.provide(sandboxPixRail.layer))

  const heard = Promise.withResolvers<"heard">()
  const tellingNode = lightningNodeAdapter.effect(
    Effect.map(Effect.context<LightningNode | LightningPayments>(), (services) => ({
      ...lightningNodeAdapter.of(services),
      settlements: Stream.suspend(() => {
        heard.resolve("heard")
        return Stream.never
      })
    }))
  ).pipe(Layer.provide(sandboxLightningNode.layer))

  const documents: DocumentStore["Service"] = {
    put: () => Effect.void,
    remove: () => Effect.void,
    get: () => Effect.succeed(Option.none())
  }
  const seen: Array<boolean> = []
  const kycProvider = Layer.effect(
    KycProvider,
    Effect.gen(function*() {
      seen.push((yield* DocumentStore).get === documents.get, (yield* Secrets).seal instanceof Function)
      return Context.get(yield* Layer.build(sandboxKycProvider.layer), KycProvider)
    })
  )

  beforeAll(async () => {
    bridge = await embed({
      DATABASE_URL: "memory:",
      LOG_LEVEL: "none",
      PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
      PONTEPAY_PRODUCTION_HOST: host,
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_OPERATOR_TOKEN: "the operator's token of the tests",
      PONTEPAY_BOOTSTRAP_FILE: bootstrapFile([declared("acme", { environment: "production" })])
    }, {
      production: {
        pixRail: watchedRail,
        chain: sandboxChain.layer,
        fxRates: sandboxFxRates.layer,
        lightningNode: tellingNode,
        documentStore: Layer.succeed(DocumentStore, documents),
        kycProvider,
        providerInbox: sandboxInbox.layer({ secret: Redacted.make(providerSecret) }),
        restrictions: asConfigured
      }
    })
  })
  afterAll(() => bridge.close())

  const ask = async (path: string, at: string, init: RequestInit = {}) => {
    const response = await bridge.fetch(new Request(`http://${at}${path}`, init))
    return { status: response.status, body: await response.json() as Record<string, unknown> }
  }
  const call = (path: string, body?: object) =>
    ask(path, host, {
      headers: { authorization: `Bearer ${live}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })

  it("are named as its own by /ready, in their plane alone", async () => {
    const { body } = await ask("/ready", host)
    const planes = body["planes"] as ReadonlyArray<{ environment: string; adapters: Record<string, string> }>
    const of = (name: string) => planes.find(({ environment }) => environment === name)?.adapters
    expect(of("production")).toMatchObject({
      pixRail: "own",
      chain: "own",
      lightningNode: "own",
      livenessProvider: "unconfigured"
    })
    expect(of("sandbox")).toMatchObject({ pixRail: "simulated", chain: "simulated" })
  })

  it("are listened to by the worker, where they tell by themselves §lightning-settlements", async () => {
    await expect(heard.promise).resolves.toBe("heard")
  })

  it("may ask for the files and secrets of their plane", () => {
    expect(seen).toEqual([true, true])
  })

  it("do not let a live key vouch for its own charge §provider-production", async () => {
    await call("/api/deposit/asset", depositOf({ externalId: "unpaid-1" }))
    const record = async () => (await call("/api/deposit/asset/unpaid-1")).body["data"] as Record<string, unknown>
    const told = await call("/provider/webhook", ticketEvent(String((await record())["trackId"])))
    expect(told).toMatchObject({ status: 401, body: { success: false } })
    expect(await record()).toMatchObject({ status: "PENDING" })
  })

  it("do the work of that plane: a charge of production is made, paid and delivered", async () => {
    expect((await call("/api/deposit/asset", depositOf({ externalId: "real-1" }))).status).toBe(200)
    expect(charged.at(-1)).toMatch(/^dep_/)
    const record = async () => (await call("/api/deposit/asset/real-1")).body["data"] as Record<string, unknown>
    const event = JSON.stringify(ticketEvent(String((await record())["trackId"])))
    const told = await ask("/provider/webhook", host, {
      method: "POST",
      body: event,
      headers: { ...proofOf(event), "content-type": "application/json" }
    })
    expect(told).toEqual({ status: 200, body: { success: true } })
    expect(await eventually(record, ({ status }) => status !== "PROCESSING" && status !== "PENDING")).toMatchObject({
      status: "COMPLETED"
    })
  })
})
