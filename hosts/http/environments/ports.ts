// The ports of a plane that a provider stands behind, one row each: what is noted of its calls. An own adapter takes the place
// of a row by its name. What `/ready` says of each follows from what stands there.
import { Layer } from "effect"
import * as sandboxFxRates from "../../../adapters/sandbox/fx-rates.ts"
import * as sandboxKycProvider from "../../../adapters/sandbox/kyc-provider.ts"
import * as sandboxLightningNode from "../../../adapters/sandbox/lightning-node.ts"
import * as sandboxLiveness from "../../../adapters/sandbox/liveness-provider.ts"
import * as sandboxPixRail from "../../../adapters/sandbox/pix-rail.ts"
import * as unconfigured from "../../../adapters/unconfigured/ports.ts"
import { DocumentStore } from "../../../core/ports/document-store.ts"
import { FxRates } from "../../../core/ports/fx-rates.ts"
import { KycProvider } from "../../../core/ports/kyc-provider.ts"
import { LivenessProvider } from "../../../core/ports/liveness-provider.ts"
import {
  chainAdapter,
  lightningNodeAdapter,
  pixRailAdapter,
  sparkWalletAdapter,
  swapPoolAdapter
} from "../../../core/ports/moving/adapter.ts"
import { OfficialRates } from "../../../core/ports/official-rate.ts"
import { PixDirectory } from "../../../core/ports/pix-directory.ts"
import { RailBooks } from "../../../core/ports/rail-books.ts"
import { WalletVault } from "../../../core/ports/wallet-vault.ts"
import { double, nothing, notifier, optional, setting, single } from "../../telemetry/observed-ports.ts"
import { isInstalled, receiptPackage } from "./optional-package.ts"

/** Each operation that is counted and timed, with the ids that a call is about. */
export const ports = {
  /** Creates PIX charges, pays and returns PIX. */
  pixRail: double(pixRailAdapter, {
    createCharge: ({ chargeId }) => chargeId,
    lookUpCharge: (trackId) => trackId,
    sendReturn: ({ returnId }) => returnId,
    lookUpReturn: ({ returnId }) => returnId,
    pay: ({ paymentId }) => paymentId,
    lookUpPayment: ({ paymentId }) => paymentId
  }),
  /** What the PIX provider's own books say, as `railBooksLayer` makes it; compared with ours every hour. */
  railBooks: optional(RailBooks, {}),
  /** Who has a PIX key, as `pixDirectoryLayer` makes it; asked before a payout is debited. */
  pixDirectory: optional(PixDirectory, { lookUpKey: nothing }),
  /** The official rate of the dollar, as `officialRatesLayer` makes it; asked where a limit in dollars is set. */
  officialRates: optional(OfficialRates, { dollar: nothing }),
  /** Reads, signs and sends transactions of every network. */
  chain: double(chainAdapter, {
    deliver: ({ operationId }) => operationId,
    sign: ({ operationId }) => operationId,
    submit: ({ operationId }) => operationId,
    lookUp: ({ operationId }) => operationId,
    treasury: nothing,
    spendable: nothing,
    holdings: nothing
  }),
  /** Prices of assets in BRL. */
  fxRates: single(FxRates, { rate: nothing }),
  /** What prices are moved by before customers get them, as `rateSpreadsLayer` makes it. */
  rateSpreads: setting,
  /** Examines people and companies. */
  kycProvider: single(KycProvider, {
    submit: ({ attemptId }) => attemptId,
    startKyc: ({ attemptId }) => attemptId,
    startKyb: ({ attemptId }) => attemptId,
    submitHosted: nothing,
    importToken: (attemptId) => attemptId,
    lookUp: (attemptId) => attemptId,
    confirm: (attemptId) => attemptId
  }),
  /** Checks selfies for liveness. */
  livenessProvider: single(LivenessProvider, { isCaptured: nothing }),
  /** Issues and pays Lightning invoices. */
  lightningNode: double(lightningNodeAdapter, {
    createInvoice: ({ invoiceId }) => invoiceId,
    lookUpInvoice: nothing,
    resolveAddress: nothing,
    pay: ({ operationId }) => operationId,
    lookUpPayment: ({ operationId }) => operationId
  }),
  /** Holds the Spark side of swaps. */
  sparkWallet: double(sparkWalletAdapter, {
    identity: (walletId) => walletId,
    balances: nothing,
    transferToken: ({ operationId }) => operationId,
    transferSats: ({ operationId }) => operationId,
    lookUpTransfer: ({ operationId }) => operationId,
    payInvoice: ({ operationId }) => operationId,
    lookUpPayment: ({ operationId }) => operationId
  }),
  /** Exchanges DePix for BTC. */
  swapPool: double(swapPoolAdapter, {
    simulate: nothing,
    swap: ({ operationId }) => operationId,
    lookUpSwap: ({ operationId }) => operationId
  }),
  /** Keeps uploaded documents. */
  documentStore: single(DocumentStore, { put: (id) => id, remove: (id) => id, get: (id) => id }),
  /** Keeps the keys of holders' wallets under their PINs. */
  walletVault: single(WalletVault, {
    create: (walletId) => walletId,
    open: ({ walletId }) => walletId,
    rewrap: nothing
  }),
  /** Sends webhooks. */
  notifier
}

const simulations = {
  pixRail: sandboxPixRail.layer,
  lightningNode: sandboxLightningNode.layer,
  kycProvider: sandboxKycProvider.layer,
  fxRates: sandboxFxRates.layer,
  livenessProvider: sandboxLiveness.layer
} as const

const [first, ...others] = Object.values(simulations) as [Simulation, ...Array<Simulation>]
type Simulation = typeof simulations[keyof typeof simulations]

/** What the sandbox simulates without settings. */
export const simulated = Layer.mergeAll(first, ...others)

export const hasReceipts = isInstalled(receiptPackage)

/** What is said of each of some ports. */
const each = <Port extends string, State extends string>(
  of: Readonly<Record<Port, unknown>>,
  state: State
): Readonly<Record<Port, State>> =>
  Object.fromEntries(Object.keys(of).map((port) => [port, state])) as Readonly<Record<Port, State>>

/** What stands behind the ports of production. */
export const productionAdapters = {
  ...each(unconfigured.providers, "unconfigured"),
  documentStore: "local",
  walletVault: "local",
  notifier: "local",
  receiptPrinter: hasReceipts ? "local" : "not installed"
} as const

/** What stands behind the ports of the sandbox: the same but for what is simulated, of which two depend on settings. */
export const sandboxAdapters = {
  ...productionAdapters,
  ...each(simulations, "simulated"),
  chain: "simulated",
  providerInbox: "simulated"
} as const

/** The same where a node is configured. */
export const settlingAdapters = { ...sandboxAdapters, chain: "evm" } as const
