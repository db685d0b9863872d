// Ports of a plane that has no provider yet: every question is answered "not available", so that nothing succeeds
// silently. Money is never moved.
import { Effect, Layer } from "effect"
import type { WalletNetwork } from "../../core/standards/address/network.ts"
import { type AuditState, Auditor } from "../../core/ports/auditor.ts"
import { ChainUnavailable } from "../../core/ports/chain.ts"
import { FxRates, RateUnavailable } from "../../core/ports/fx-rates.ts"
import { KycProvider, KycProviderUnavailable } from "../../core/ports/kyc-provider.ts"
import { AddressUnresolved } from "../../core/ports/lightning-node.ts"
import { LivenessProvider, LivenessUnavailable } from "../../core/ports/liveness-provider.ts"
import { AccountUnread } from "../../core/ports/provider-account.ts"
import {
  type ChainAdapter,
  chainAdapter,
  lightningNodeAdapter,
  pixRailAdapter,
  sparkWalletAdapter,
  swapPoolAdapter
} from "../../core/ports/moving/adapter.ts"
import { held, refused, unknown } from "../../core/ports/outcome.ts"
import { ProofRefused, ProviderInbox, ProviderInboxes } from "../../core/ports/provider-inbox.ts"
import { SparkUnavailable } from "../../core/ports/spark-wallet.ts"
import { PoolUnavailable } from "../../core/ports/swap-pool.ts"

const problem = "no provider is configured"

const account = Effect.fail(new AccountUnread({ reason: problem, why: "notConfigured" }))

// Never Refused: that would end a movement which a provider, once configured, can still make. Held, for nothing was sent.
const notSent = held("notConfigured")

const pixRail = pixRailAdapter.succeed({
  account,
  ways: { payments: "none", returns: "none" },
  returnsFailed: false,
  dynamicCodesUpTo: null,
  createCharge: () => Effect.succeed(refused("notConfigured")),
  lookUpCharge: () => Effect.succeed(unknown("notConfigured")),
  sendReturn: () => Effect.succeed(notSent),
  lookUpReturn: () => Effect.succeed(unknown("notConfigured")),
  pay: () => Effect.succeed(notSent),
  lookUpPayment: () => Effect.succeed(unknown("notConfigured"))
})

// Ids of the public chains, so that wallets can be described before anything is connected.
const chainIds: Readonly<Record<WalletNetwork, number>> = { polygon: 137, base: 8_453, tron: 728_126_428, solana: 101 }

const settlementOf = (network: WalletNetwork) => ({
  chainId: chainIds[network],
  family: network === "tron" || network === "solana" ? network : "evm" as const
})

export const unconfiguredChain: ChainAdapter = {
  absentAfterMs: 0,
  account: () => account,
  leastDelivery: () => undefined,
  deliver: () => Effect.succeed(notSent),
  sign: () => Effect.fail(new ChainUnavailable({ reason: problem })),
  submit: () => Effect.succeed(notSent),
  lookUp: () => Effect.succeed(unknown("notConfigured")),
  settlement: settlementOf,
  treasury: () => Effect.fail(new ChainUnavailable({ reason: problem })),
  spendable: () => Effect.fail(new ChainUnavailable({ reason: problem })),
  holdings: () => Effect.fail(new ChainUnavailable({ reason: problem }))
}

const chain = chainAdapter.succeed(unconfiguredChain)

const lightningNode = lightningNodeAdapter.succeed({
  account,
  ways: { payments: "none" },
  createInvoice: () => Effect.succeed(refused("notConfigured")),
  lookUpInvoice: () => Effect.succeed(unknown("notConfigured")),
  balance: Effect.succeed(undefined),
  resolveAddress: () => Effect.fail(new AddressUnresolved({ reason: problem, permanent: false })),
  pay: () => Effect.succeed(notSent),
  lookUpPayment: () => Effect.succeed(unknown("notConfigured"))
})

const kycProvider = Layer.succeed(KycProvider, {
  formExtras: [],
  importClientId: "none",
  ready: Effect.fail(new KycProviderUnavailable({ reason: problem })),
  subscribe: Effect.fail(new KycProviderUnavailable({ reason: problem })),
  submit: () => Effect.succeed(unknown("notConfigured")),
  startKyc: () => Effect.succeed(unknown("notConfigured")),
  startKyb: () => Effect.succeed(unknown("notConfigured")),
  submitHosted: () => Effect.succeed(refused("notConfigured")),
  importToken: () => Effect.succeed({ _tag: "NotEnabled" }),
  lookUp: () => Effect.succeed(unknown("notConfigured")),
  confirm: () => Effect.succeed(unknown("notConfigured"))
})

const livenessProvider = Layer.succeed(LivenessProvider, {
  isCaptured: () => Effect.fail(new LivenessUnavailable({ reason: problem }))
})

const sparkWallet = sparkWalletAdapter.succeed({
  account,
  identity: () => Effect.fail(new SparkUnavailable({ reason: problem })),
  balances: () => Effect.fail(new SparkUnavailable({ reason: problem })),
  transferToken: () => Effect.succeed(notSent),
  transferSats: () => Effect.succeed(notSent),
  lookUpTransfer: () => Effect.succeed(unknown("notConfigured")),
  payInvoice: () => Effect.succeed(notSent),
  lookUpPayment: () => Effect.succeed(unknown("notConfigured"))
})

const swapPool = swapPoolAdapter.succeed({
  account,
  ways: { swaps: "none" },
  simulate: () => Effect.fail(new PoolUnavailable({ reason: problem })),
  swap: () => Effect.succeed(notSent),
  lookUpSwap: () => Effect.succeed(unknown("notConfigured"))
})

const fxRates = Layer.succeed(FxRates, { rate: (asset) => Effect.fail(new RateUnavailable({ asset })) })

const inbox: ProviderInbox["Service"] = { read: () => Effect.fail(new ProofRefused({ proof: "missing", problem })) }

const providerInbox = Layer.merge(
  Layer.succeed(ProviderInbox, inbox),
  Layer.succeed(ProviderInboxes, { main: { name: "none", inbox }, named: [] })
)

const idle: AuditState = { _tag: "Idle" }

/** Judges nothing. No part of `layer`: that nobody audits is written. */
export const auditor = Layer.succeed(Auditor, { everyMs: null, begin: Effect.void, state: Effect.succeed(idle) })

/** Each port that a provider stands behind, by the name that an adapter of one's own takes its place by. */
export const providers = {
  pixRail,
  chain,
  lightningNode,
  kycProvider,
  livenessProvider,
  sparkWallet,
  swapPool,
  fxRates,
  providerInbox
} as const

export const layer = Layer.mergeAll(pixRail, ...Object.values(providers))
