// Benches of the tests' stand-ins: each with a line that its script disturbs.
import { Context, Effect, Layer, Redacted } from "effect"
import type {
  ChainBench,
  KycProviderBench,
  LightningNodeBench,
  Line,
  LineState,
  PixRailBench
} from "../../adapters/conformance/index.ts"
import { KycProvider } from "../../core/ports/kyc-provider.ts"
import { chainAdapter, lightningNodeAdapter, pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { FakeKyc, kycLayer } from "../support/kyc.ts"
import { FakeLightning, lightningLayer } from "../support/lightning.ts"
import { type Actor, FakeRail, chainLayer, fakeChain, railLayer } from "../support/ports.ts"
import { submission } from "./submission.ts"

const opened = async <I, S>(of: (services: Context.Context<I>) => S, layer: Layer.Layer<I>): Promise<S> =>
  of(await Effect.runPromise(Effect.scoped(Layer.build(layer))))

const fates = { cut: "cut", deaf: "lost", silent: "lost", unauthorised: "held", gateway: "cut" } as const

type Scripted = Pick<Actor<never, unknown>, "script"> & { isDark: boolean; isUp?: boolean }

// An actor does what it was told, in the order in which it is asked.
const lineOf = (...actors: ReadonlyArray<Scripted>): Line => ({
  states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
  set: async (state: LineState) => {
    for (const actor of actors) {
      actor.script.length = 0
      actor.isDark = state !== "whole" && state !== "deaf"
      if (actor.isUp !== undefined) actor.isUp = state !== "unauthorised" && state !== "gateway"
      if (state === "unauthorised" || state === "gateway") actor.script.push(...Array(8).fill(fates[state]))
      else if (state !== "whole") actor.script.push(fates[state])
    }
  }
})

const made =
  <R>(actor: { readonly effects: ReadonlyMap<string, { readonly request: R }> }, amount: (request: R) => bigint) =>
  async (id: string): Promise<ReadonlyArray<bigint>> => {
    const effect = actor.effects.get(id)
    return effect === undefined ? [] : [amount(effect.request)]
  }

export const fakeRailBench = async (): Promise<PixRailBench> => {
  const fake = new FakeRail()
  const layer = railLayer(fake)
  return {
    rail: await opened(pixRailAdapter.of, layer),
    paid: { by: "key", keyType: "EMAIL", key: "maria@example.com" },
    payments: made(fake.payments, ({ value }) => value),
    payCharge: async (trackId: string, value: bigint) => fake.payCharge(trackId, value),
    returns: { received: "E1", made: made(fake, ({ value }) => value) },
    line: lineOf(fake, fake.payments),
    reopen: () => opened(pixRailAdapter.of, layer)
  }
}

export const fakeChainBench = async (): Promise<ChainBench> => {
  const fake = fakeChain()
  const layer = chainLayer(fake)
  return {
    chain: await opened(chainAdapter.of, layer),
    asset: "USDT",
    network: "polygon",
    amounts: [1n, 1_000_001n],
    address: () => "0x52908400098527886E0F7030069857D2E4169EE7",
    moved: made(fake, ({ units }) => units),
    wallet: { seed: Redacted.make(new Uint8Array(16)), addresses: { evm: "0xa1", tron: "", solana: "" } },
    line: lineOf(fake),
    reopen: () => opened(chainAdapter.of, layer)
  }
}

export const fakeNodeBench = async (): Promise<LightningNodeBench> => {
  const fake = new FakeLightning()
  const layer = lightningLayer(fake)
  return {
    node: await opened(lightningNodeAdapter.of, layer),
    invoice: (_: string, sats: bigint) => `lnbc ${sats}`,
    paid: made(fake.payments, ({ bolt11 }) => BigInt(bolt11.slice("lnbc ".length))),
    payInvoice: async (_: string, paymentHash: string) => void fake.paidUnseen.add(paymentHash),
    seesInvoices: true,
    address: "ana@example.com",
    line: lineOf(fake.payments),
    reopen: () => opened(lightningNodeAdapter.of, layer)
  }
}

export const fakeKycBench = async (): Promise<KycProviderBench> => {
  const fake = new FakeKyc()
  const layer = kycLayer(fake)
  return {
    provider: await opened((services) => Context.get(services, KycProvider), layer),
    submission,
    received: async (id: string) => fake.submissions.effects.has(id) ? 1 : 0,
    decide: async (id: string, status: "APPROVED" | "REJECTED") => fake.decide(id, status),
    line: lineOf(fake.submissions),
    reopen: () => opened((services) => Context.get(services, KycProvider), layer)
  }
}
