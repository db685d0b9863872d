// Records as they are stored, one file for each kind and version. The code of today reads every one of them and writes it
// back byte for byte: files are added, never changed, because databases hold what they hold.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { Clock, Effect, Layer, Option } from "effect"
import { describe, expect, it } from "vitest"
import { AveniaPayments } from "../../adapters/avenia/payments.ts"
import { AveniaAccounts, AveniaAttempts, AveniaSessions } from "../../adapters/avenia/people.ts"
import { BitcoinCoins, BitcoinMovements } from "../../adapters/bitcoin/movement.ts"
import { LiquidCoins, LiquidMovements } from "../../adapters/liquid/movement.ts"
import { SparkMovements } from "../../adapters/spark/movement.ts"
import { EvmRelayers, EvmTransactions } from "../../adapters/evm/movement.ts"
import { SolanaCarries, SolanaNonces, SolanaRents, SolanaTransfers } from "../../adapters/solana/transfer-record.ts"
import * as nodeSecrets from "../../adapters/node/secrets.ts"
import * as sandboxChain from "../../adapters/sandbox/chain.ts"
import { TronOperations, TronSponsorships } from "../../adapters/tron/operation.ts"
import { SandboxKycs, SandboxShareTokens } from "../../adapters/sandbox/kyc-provider.ts"
import * as sandboxLightning from "../../adapters/sandbox/lightning-node.ts"
import * as sandboxRail from "../../adapters/sandbox/pix-rail.ts"
import { ApiKeys } from "../../core/customers/account/api-key.ts"
import { KeyUses } from "../../core/customers/account/key-use.ts"
import { ForeignKey, claimKey } from "../../core/customers/access/key-mark.ts"
import { claimPlane } from "../../core/customers/access/plane-mark.ts"
import { Accounts } from "../../core/customers/account/account.ts"
import { BookDays, BookMonths, BookPlaces } from "../../core/reports/books/book-day.ts"
import { FloatWatches } from "../../core/reports/books/float-watch.ts"
import { Commands } from "../../core/engine/command/command.ts"
import { Generations, Pulses } from "../../core/engine/store/generation.ts"
import { FactTraces } from "../../core/engine/event/fact-trace.ts"
import { AccountsSeenLast } from "../../core/inbox/watch-accounts.ts"
import { Closings } from "../../core/reports/closing/closing.ts"
import { RailComparisons } from "../../core/inbox/rail-comparison.ts"
import { FloatLevels } from "../../core/payments/movement/kinds.ts"
import { TreasuryUses } from "../../core/payments/movement/treasury-limit.ts"
import { Deposits, PixReceipts, PixReturns } from "../../core/payments/deposit/deposit.ts"
import { Disputes } from "../../core/payments/dispute/dispute.ts"
import { Events } from "../../core/engine/event/event.ts"
import { Movements } from "../../core/payments/movement/movement.ts"
import { answered, once } from "../../core/customers/idempotency/idempotency.ts"
import { Sweeps } from "../../core/engine/store/sweeps.ts"
import { DocumentUsages } from "../../core/customers/kyc/document-usage.ts"
import { KycDocuments } from "../../core/customers/kyc/document.ts"
import { KycAttempts } from "../../core/customers/kyc/kyc-attempt.ts"
import { KycImports } from "../../core/customers/kyc/kyc-import.ts"
import { SealedSubmissions } from "../../core/customers/kyc/sealed-submission.ts"
import { LightningInvoices } from "../../core/payments/lightning-invoice/lightning-invoice.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { Erasures, PersonExports } from "../../core/operations/person/erasure.ts"
import { Payouts } from "../../core/payments/payout/payout.ts"
import { Chain } from "../../core/ports/chain.ts"
import { LightningNode } from "../../core/ports/lightning-node.ts"
import { ChainTransfers } from "../../core/ports/moving/chain-transfers.ts"
import { LightningPayments } from "../../core/ports/moving/lightning-payments.ts"
import { PixTransfers } from "../../core/ports/moving/pix-transfers.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { AuditTallies } from "../../core/upkeep/reconcile/tally-of-audits.ts"
import { Tallies } from "../../core/upkeep/reconcile/tally.ts"
import { Approvals } from "../../core/engine/approval/approval.ts"
import { OperatorEmails, Operators } from "../../core/operations/operator/operator.ts"
import { Rosters } from "../../core/operations/operator/roster.ts"
import { ServiceTokens } from "../../core/operations/operator/service-token.ts"
import { OperatorSessionLists } from "../../core/operations/operator/session.ts"
import { SignInTriesKind } from "../../core/operations/operator/tries.ts"
import { OperatorActs } from "../../core/engine/review/operator-act.ts"
import { Reviews } from "../../core/engine/review/review.ts"
import { Seals } from "../../core/engine/seal/seal.ts"
import { Resealings } from "../../core/upkeep/secrets/resealing.ts"
import { KeyRings } from "../../core/engine/store/key-ring.ts"
import { StatementBlocks } from "../../core/reports/statement/statement-block.ts"
import { Subaccounts } from "../../core/customers/subaccount/subaccount.ts"
import { SwapAuthorizations, Swaps } from "../../core/payments/swap/swap.ts"
import { TransferClaims, TransferReceipts, TransferTurns, Transfers } from "../../core/payments/transfer/transfer.ts"
import { TreasurySweeps } from "../../core/payments/treasury-sweep/treasury-sweep.ts"
import { KeysHours, KeysReads } from "../../core/customers/wallet/keys-window.ts"
import { WalletMirrors } from "../../core/customers/wallet/find-wallet.ts"
import { PinSessions } from "../../core/customers/wallet/pin-session.ts"
import { PinStates } from "../../core/customers/wallet/unlock-wallet.ts"
import { Wallets } from "../../core/customers/wallet/wallet.ts"
import { Deliveries, Webhooks } from "../../core/webhooks/webhook/webhook.ts"
import { planes } from "../support/planes.ts"
import { ManualClock } from "../support/ports.ts"
import { fixedKeys, masterKeyOf } from "../support/secrets.ts"
import { startOfTests } from "../support/world.ts"

const folder = join(import.meta.dirname, "v1")
const files = readdirSync(folder).map((file) => file.slice(0, -".json".length))
const kindOf = (file: string): string => file.split("-")[0] ?? ""
const golden = (file: string): string => readFileSync(join(folder, `${file}.json`), "utf8").slice(0, -1)

interface Kind {
  readonly kind: string
  readonly rewrite: (body: string) => string
}

const kindWith = <A>(
  kind: { readonly kind: string; readonly decode: (body: string) => A; readonly encode: (value: A) => string }
): Kind => ({
  kind: kind.kind,
  rewrite: (body) => kind.encode(kind.decode(body))
})

const kinds: ReadonlyArray<Kind> = [
  kindWith(Accounts),
  kindWith(ApiKeys),
  kindWith(AveniaAccounts),
  kindWith(AveniaAttempts),
  kindWith(AveniaPayments),
  kindWith(AveniaSessions),
  kindWith(BitcoinCoins),
  kindWith(BitcoinMovements),
  kindWith(BookDays),
  kindWith(BookMonths),
  kindWith(BookPlaces),
  kindWith(Sweeps),
  kindWith(Commands),
  kindWith(DocumentUsages),
  kindWith(FloatLevels),
  kindWith(TreasuryUses),
  kindWith(FloatWatches),
  kindWith(RailComparisons),
  kindWith(Closings),
  kindWith(AccountsSeenLast),
  kindWith(Generations),
  kindWith(Pulses),
  kindWith(Deliveries),
  kindWith(Deposits),
  kindWith(Disputes),
  kindWith(Events),
  kindWith(EvmRelayers),
  kindWith(EvmTransactions),
  kindWith(KeyRings),
  kindWith(KycAttempts),
  kindWith(KycDocuments),
  kindWith(KycImports),
  kindWith(SealedSubmissions),
  kindWith(SandboxKycs),
  kindWith(SandboxShareTokens),
  kindWith(LightningInvoices),
  kindWith(LiquidCoins),
  kindWith(LiquidMovements),
  kindWith(Movements),
  kindWith(SwapAuthorizations),
  kindWith(Swaps),
  kindWith(Payouts),
  kindWith(PixReceipts),
  kindWith(PixReturns),
  kindWith(FactTraces),
  kindWith(Approvals),
  kindWith(OperatorActs),
  kindWith(Resealings),
  kindWith(Operators),
  kindWith(OperatorEmails),
  kindWith(Rosters),
  kindWith(OperatorSessionLists),
  kindWith(SignInTriesKind),
  kindWith(ServiceTokens),
  kindWith(Reviews),
  kindWith(Seals),
  kindWith(Tallies),
  kindWith(AuditTallies),
  kindWith(SolanaCarries),
  kindWith(SolanaNonces),
  kindWith(SolanaRents),
  kindWith(SolanaTransfers),
  kindWith(SparkMovements),
  kindWith(StatementBlocks),
  kindWith(Subaccounts),
  kindWith(KeysReads),
  kindWith(KeysHours),
  kindWith(Erasures),
  kindWith(PersonExports),
  kindWith(KeyUses),
  kindWith(PinSessions),
  kindWith(PinStates),
  kindWith(TransferClaims),
  kindWith(TransferReceipts),
  kindWith(TransferTurns),
  kindWith(Transfers),
  kindWith(TreasurySweeps),
  kindWith(TronOperations),
  kindWith(TronSponsorships),
  kindWith(WalletMirrors),
  kindWith(Wallets),
  kindWith(Webhooks)
]

// Kinds that only one module touches are seen through what it does.
const inside = [
  "answer",
  "plane",
  "sandboxLightningInvoice",
  "sandboxLightningPayment",
  "sandboxPayment",
  "sandboxPurse",
  "sandboxReturn",
  "sandboxTransfer"
]

const sandbox = Layer.mergeAll(sandboxChain.layer, sandboxRail.layer, sandboxLightning.layer)

const onPlane = <A>(
  program: Effect.Effect<
    A,
    unknown,
    Store | Chain | ChainTransfers | LightningNode | LightningPayments | PixRail | PixTransfers
  >
): Promise<A> =>
  program.pipe(
    Effect.provide(Layer.provideMerge(sandbox, planes.memory)),
    Effect.provideService(Clock.Clock, new ManualClock(startOfTests)),
    Effect.runPromise
  )

const stored = (file: string) => {
  const body = golden(file)
  const { id, owner } = JSON.parse(body) as { readonly id: string; readonly owner: string }
  const write = { kind: kindOf(file), id, owner, expected: 0, body, keys: [], lists: [] }
  return Store.use((store) => store.commit(changeSet({ writes: [write] })))
}

const bodyOf = (file: string) => {
  const { id } = JSON.parse(golden(file)) as { readonly id: string }
  return Store.use((store) => store.get(kindOf(file), id)).pipe(
    Effect.map((record) => Option.getOrThrow(record).body)
  )
}

describe("every kind of record", () => {
  it("has a file, and every file has a kind", () => {
    const known = [...kinds.map(({ kind }) => kind), ...inside].toSorted()
    expect([...new Set(files.map(kindOf))].toSorted()).toEqual(known)
  })

  it("is known here", () => {
    const sources = ["core", "adapters"].flatMap((layer) =>
      readdirSync(join(import.meta.dirname, "../..", layer), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => readFileSync(join(import.meta.dirname, "../..", layer, file), "utf8"))
    )
    const declared = sources.flatMap((text) =>
      [...text.matchAll(/= recordKind\(\{\s*kind: "(\w+)"/g)].map(([, kind]) => kind ?? "")
    )
    expect(declared.toSorted()).toEqual([...kinds.map(({ kind }) => kind), ...inside].toSorted())
  })

  it.each(files.filter((file) => !inside.includes(kindOf(file))))(
    "%s is read and written back byte for byte",
    (file) => {
      const kind = kinds.find(({ kind }) => kind === kindOf(file))
      expect(kind?.rewrite(golden(file))).toBe(golden(file))
    }
  )
})

describe("a record that one module keeps to itself", () => {
  const order = {
    operationId: "deliver/dep_1",
    asset: "USDT",
    network: "polygon",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    units: 1_950_000n
  } as const
  const back = { returnId: "surplus/E1", endToEndId: "E1", value: unitsUnsafe("BRL", 1_000n) }
  const attempt = {
    route: "createSubaccount",
    key: "key-1",
    fingerprint: "ab".repeat(32),
    encode: (text: string) => text
  }
  const answer = `{"success":true}`

  it("answer: is written, and replayed", async () => {
    const make = once(
      "acc_01",
      attempt,
      (remember) =>
        Store.use((store) => store.commit(changeSet({ writes: remember(answer, startOfTests) }))).pipe(
          Effect.as(answered(answer))
        )
    )
    expect(await onPlane(Effect.andThen(make, bodyOf("answer")))).toBe(golden("answer"))
    expect(await onPlane(Effect.andThen(stored("answer"), make))).toEqual({ _tag: "Stored", body: answer })
  })

  it("plane: is written, and found again", async () => {
    const claim = claimPlane("sandbox")
    expect(await onPlane(Effect.andThen(claim, bodyOf("plane")))).toBe(golden("plane"))
    const other = Effect.flip(claimPlane("production"))
    expect(await onPlane(Effect.andThen(stored("plane"), other))).toMatchObject({ environment: "sandbox" })
  })

  it("keyRing: opens under its key, and refuses another one", async () => {
    const under = (fill: number) =>
      claimKey("it").pipe(
        Effect.provide(nodeSecrets.layer({ environment: "sandbox", key: masterKeyOf(fill) })),
        Effect.provide(fixedKeys(7))
      )
    await onPlane(Effect.andThen(stored("keyRing"), under(1)))
    const other = Effect.flip(under(2))
    expect(await onPlane(Effect.andThen(stored("keyRing"), other))).toBeInstanceOf(ForeignKey)
  })

  it("sandboxPayment: is written, and found again", async () => {
    const request = {
      paymentId: "pay_1",
      value: unitsUnsafe("BRL", 1_000n),
      destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" }
    } as const
    const pay = PixTransfers.use((rail) => rail.pay(request))
    expect(await onPlane(Effect.andThen(pay, bodyOf("sandboxPayment")))).toBe(golden("sandboxPayment"))
    const lookUp = PixTransfers.use((rail) => rail.lookUpPayment(request))
    expect(await onPlane(Effect.andThen(stored("sandboxPayment"), lookUp))).toEqual(await onPlane(pay))
  })

  it("sandboxLightningInvoice: is written, and found again", async () => {
    const request = { invoiceId: "inv_1", amount: unitsUnsafe("BTC", 10n), description: "PIX", expiresAt: startOfTests }
    const create = LightningNode.use((node) => node.createInvoice(request))
    const file = "sandboxLightningInvoice"
    const id = "0bb849e35b17845bba835205eb35791cdddd49f413e76ac3a248e9601f9f5c48"
    expect(await onPlane(Effect.andThen(create, bodyOf(file)))).toBe(golden(file))
    const lookUp = LightningNode.use((node) => node.lookUpInvoice({ paymentHash: id, amount: request.amount }))
    expect(await onPlane(Effect.andThen(stored(file), lookUp))).toMatchObject({ _tag: "Refused" })
  })

  it("sandboxLightningPayment: is written, and found again", async () => {
    const named = { operationId: "refund/inv_1", bolt11: "lnbc1", sats: unitsUnsafe("BTC", 1_000n) }
    const payment = { ...named, maximumFee: unitsUnsafe("BTC", 10n) }
    const pay = LightningPayments.use((node) => node.pay(payment))
    const file = "sandboxLightningPayment"
    expect(await onPlane(Effect.andThen(pay, bodyOf(file)))).toBe(golden(file))
    const lookUp = LightningPayments.use((node) => node.lookUpPayment(named))
    expect(await onPlane(Effect.andThen(stored(file), lookUp))).toEqual(await onPlane(pay))
  })

  it("sandboxPurse: is written, and found again", async () => {
    const wallet = { evm: "0x52908400098527886E0F7030069857D2E4169EE7", tron: "", solana: "" }
    const look = Chain.use((chain) => chain.holdings(wallet))
    expect(await onPlane(Effect.andThen(look, bodyOf("sandboxPurse")))).toBe(golden("sandboxPurse"))
    expect(await onPlane(Effect.andThen(stored("sandboxPurse"), look))).toEqual(await onPlane(look))
  })

  it("sandboxTransfer: is written, and found again", async () => {
    const deliver = ChainTransfers.use((chain) => chain.deliver(order))
    expect(await onPlane(Effect.andThen(deliver, bodyOf("sandboxTransfer")))).toBe(golden("sandboxTransfer"))
    const lookUp = ChainTransfers.use((chain) => chain.lookUp(order))
    expect(await onPlane(Effect.andThen(stored("sandboxTransfer"), lookUp))).toEqual(await onPlane(deliver))
  })

  it("sandboxReturn: is written, and found again", async () => {
    const send = PixTransfers.use((rail) => rail.sendReturn(back))
    expect(await onPlane(Effect.andThen(send, bodyOf("sandboxReturn")))).toBe(golden("sandboxReturn"))
    const lookUp = PixTransfers.use((rail) => rail.lookUpReturn(back))
    expect(await onPlane(Effect.andThen(stored("sandboxReturn"), lookUp))).toEqual(await onPlane(send))
  })
})
