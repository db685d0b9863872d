// Real adapters of PIX providers in a simulation: each over its provider's interface, which a simulated bank stands behind. What the
// simulated bank reports goes by its own ids of charges.
import { Effect, Redacted } from "effect"
import { externalIdOf } from "../../../adapters/avenia/ids.ts"
import { makePixRail } from "../../../adapters/avenia/pix-rail.ts"
import type { Bank } from "../../../adapters/bcb/bank.ts"
import { createCharge, lookUpCharge } from "../../../adapters/bcb/charges.ts"
import { devolucaoIdOf, txidOf } from "../../../adapters/bcb/ids.ts"
import { lookUpReturn, sendReturn } from "../../../adapters/bcb/returns.ts"
import { idEnvioOf } from "../../../adapters/efi/ids.ts"
import { makePay } from "../../../adapters/efi/pay.ts"
import { lookUpSent } from "../../../adapters/efi/sent.ts"
import type { HttpClient } from "../../../adapters/http-client/client.ts"
import { askOver } from "../../../adapters/woovi/calls.ts"
import { pixRail as wooviRail } from "../../../adapters/woovi/pix-rail.ts"
import { zero } from "../../../core/base/money/units.ts"
import { type PixRailAdapter, pixRailAdapter } from "../../../core/ports/moving/adapter.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import type { Own, PixServer } from "../../../hosts/simulate/index.ts"
import { type Console, aveniaFront } from "./avenia-front.ts"
import { aveniaRound } from "./avenia-operator.ts"
import { efiFront } from "./efi-front.ts"
import { type Front, clientOver } from "./wire-client.ts"
import { wooviFront } from "./woovi-front.ts"

/** A rail as its adapter makes it, and the front that it talks to. */
interface Rail {
  readonly front: (server: PixServer, now: () => number) => Front
  readonly rail: (client: HttpClient, within: Within) => PixRailAdapter
  /** What people do where the provider's interface does not. */
  readonly operator?: Own["operator"]
}

/** Gives an adapter's own rows the store. */
type Within = <A, E>(effect: Effect.Effect<A, E, Store>) => Effect.Effect<A, E>

/** Ids of ours by what a provider knows them under, as an adapter that keeps none needs them told. */
const known = new Map<string, string>()
const noted = (foreign: string, ours: string): string => {
  known.set(foreign, ours)
  return ours
}
const oursOf = (foreign: string): string => known.get(foreign) ?? foreign

const bankOver = (client: HttpClient): Bank => ({
  settings: {
    baseUrl: "https://bank.test",
    clientId: "test",
    clientSecret: Redacted.make("test"),
    key: "5c9a3a0e-5d7c-4c7e-9b1f-0f3c2a7d1e55",
    callbacks: {}
  },
  dialect: { name: "efi", basePath: "/v2", tokenUrl: "https://bank.test/oauth/token", tokenBody: "json" },
  standard: (call) => client.call({ ...call, path: `/v2${call.path}` }),
  own: client.call,
  state: client.state
})

const efi: Rail = {
  front: (server, now) => efiFront(server, { chargeOf: oursOf, paymentOf: oursOf, returnOf: oursOf }, now),
  rail: (client) => {
    const bank = bankOver(client)
    return {
      account: Effect.succeed("efi"),
      absentAfterMs: { payments: 0, returns: 0 },
      ways: { payments: "provider" as const, returns: "provider" as const },
      returnsFailed: false,
      dynamicCodesUpTo: zero("BRL"),
      createCharge: (request) => {
        noted(txidOf(request.chargeId), request.chargeId)
        return createCharge(bank)(request)
      },
      lookUpCharge: lookUpCharge(bank),
      sendReturn: (request) => {
        noted(devolucaoIdOf(request.returnId), request.returnId)
        return sendReturn(bank)(request)
      },
      lookUpReturn: lookUpReturn(bank),
      pay: (request) => {
        noted(idEnvioOf(request.paymentId), request.paymentId)
        // Each process has a lane of its own, and one that is killed takes it along.
        return makePay(bank, zero("BRL"))(request)
      },
      lookUpPayment: (request) => {
        noted(idEnvioOf(request.paymentId), request.paymentId)
        return lookUpSent(bank, request)
      }
    }
  }
}

const woovi: Rail = { front: wooviFront, rail: (client) => wooviRail(askOver(client), Effect.succeed("woovi")) }

// Returns are made by people: Avenia takes no order for one. What the bank itself reports, also that it sent a PIX back, comes by
// the inbox of the simulation, as for every rail; Avenia documents no message for returns.
const avenia = (): Rail => {
  let console: Console | undefined
  return {
    front: (server, now) => {
      const made = aveniaFront(server, oursOf, now)
      console = made.console
      return made.front
    },
    operator: Effect.suspend(() => console === undefined ? Effect.void : aveniaRound(console)),
    rail: (client, within) => {
      const rail = makePixRail(client, "0x52908400098527886E0F7030069857D2E4169EE7", within)
      return {
        ...rail,
        createCharge: (request) => {
          noted(externalIdOf(request.chargeId), request.chargeId)
          return rail.createCharge(request)
        },
        pay: (request) => {
          noted(externalIdOf(request.paymentId), request.paymentId)
          return rail.pay(request)
        }
      }
    }
  }
}

/** What makes the rail of a simulation, by the name of its provider. */
export const rails = { efi: () => efi, woovi: () => woovi, avenia } as const
export type RailName = keyof typeof rails

const simulatedTrack = "track-"

/** What a simulation is given to run on the adapter of a provider. */
export const ownOf = (name: RailName): Own => {
  const { front, operator, rail }: Rail = rails[name]()
  return {
    adapters: ({ now, pix, wire }) =>
      pixRailAdapter.effect(Effect.map(Effect.context<Store>(), (context) => {
        const client = clientOver(wire, front(pix, now))
        return tracked(rail(client, (effect) => Effect.provideContext(effect, context)))
      })),
    ...operator === undefined ? {} : { operator }
  }
}

/** The rail with ids of charges as the simulated bank reports them. */
const tracked = (adapter: PixRailAdapter): PixRailAdapter => {
  const tracks = new Map<string, string>()
  return {
    ...adapter,
    createCharge: (request) =>
      Effect.map(adapter.createCharge(request), (made) => {
        if (made._tag !== "Done") return made
        const trackId = `${simulatedTrack}${request.chargeId}`
        tracks.set(trackId, made.value.trackId)
        return { ...made, value: { ...made.value, trackId } }
      }),
    lookUpCharge: (trackId) => adapter.lookUpCharge(tracks.get(trackId) ?? trackId)
  }
}
