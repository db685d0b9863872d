// The stand-ins of the tests keep the promises of their ports too: what they show the core is what a provider may do.
import { Context, Effect, Layer, Redacted } from "effect"
import {
  type Line,
  type LineState,
  chainSuite,
  kycProviderSuite,
  lightningNodeSuite,
  pixRailSuite
} from "../../adapters/conformance/index.ts"
import { KycProvider } from "../../core/ports/kyc-provider.ts"
import { chainAdapter, lightningNodeAdapter, pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { FakeKyc, kycLayer } from "../support/kyc.ts"
import { FakeLightning, lightningLayer } from "../support/lightning.ts"
import { type Actor, FakeRail, chainLayer, fakeChain, railLayer } from "../support/ports.ts"
import { conforms, notShown } from "./conforms.ts"
import { submission } from "./submission.ts"

const opened = async <I, S>(of: (services: Context.Context<I>) => S, layer: Layer.Layer<I>): Promise<S> =>
  of(await Effect.runPromise(Effect.scoped(Layer.build(layer))))

const fates = { cut: "cut", deaf: "lost", silent: "lost" } as const

type Scripted = Pick<Actor<never, unknown>, "script"> & { isDark: boolean }

// An actor does what it was told, in the order in which it is asked.
const lineOf = (...actors: ReadonlyArray<Scripted>): Line => ({
  states: ["whole", "cut", "deaf", "silent"],
  set: async (state: LineState) => {
    for (const actor of actors) {
      actor.script.length = 0
      actor.isDark = state === "cut" || state === "silent"
      if (state !== "whole") actor.script.push(fates[state])
    }
  }
})

const made =
  <R>(actor: { readonly effects: ReadonlyMap<string, { readonly request: R }> }, amount: (request: R) => bigint) =>
  async (id: string): Promise<ReadonlyArray<bigint>> => {
    const effect = actor.effects.get(id)
    return effect === undefined ? [] : [amount(effect.request)]
  }

const settlesAtOnce = notShown(
  "what a script does is done at once",
  / that was accepted and is not settled/,
  /^an open /
)
const refusesNothing = notShown("a script refuses, and no order does", /^a refused /)
const keepsNoIds = notShown("a script does not say that it keeps ids", / is one with what is sent again at once/)

conforms("the rail of the tests", pixRailSuite, async () => {
  const fake = new FakeRail()
  const layer = railLayer(fake)
  return {
    rail: await opened(pixRailAdapter.of, layer),
    paid: { by: "key", keyType: "EMAIL", key: "maria@example.com" } as const,
    payments: made(fake.payments, ({ value }) => value),
    payCharge: async (trackId: string, value: bigint) => fake.payCharge(trackId, value),
    returns: { received: "E1", made: made(fake, ({ value }) => value) },
    line: lineOf(fake, fake.payments),
    reopen: () => opened(pixRailAdapter.of, layer)
  }
}, [
  ...settlesAtOnce,
  ...refusesNothing,
  ...keepsNoIds,
  { checks: /^a charge asks for exactly its value/, result: "broken", because: "its codes are names, to be read" }
])

conforms("the chain of the tests", chainSuite, async () => {
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
  } as const
}, [
  ...settlesAtOnce,
  ...refusesNothing,
  ...keepsNoIds,
  { checks: /^a spend of more than the wallet holds/, result: "broken", because: "a script decides, and no balance" }
])

conforms("the Lightning node of the tests", lightningNodeSuite, async () => {
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
}, [
  ...settlesAtOnce,
  ...refusesNothing,
  ...keepsNoIds,
  ...notShown("its preimages are names", /^a payment that is Done has its preimage/),
  { checks: /asked for again under its id is the same one/, result: "broken", because: "it numbers its invoices" },
  { checks: /^an invoice that nobody paid/, result: "broken", because: "it knows of an invoice once it was paid" }
])

conforms("the identity provider of the tests", kycProviderSuite, async () => {
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
}, [
  ...notShown("a script refuses, and no submission does", /^what the provider does not examine/),
  ...notShown("a script decides about share tokens", /^a share token/)
])
