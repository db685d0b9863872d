// The books as a whole against the world as a whole, when nothing is to come any more: what the PIX provider holds of us,
// what the treasury holds, what was lost, and what wallets may spend. Sums of what providers really did, whatever record
// they belong to; a provider's word that was not true is on the books and before the operator.
import type { Balance } from "../../../core/engine/store/store.ts"
import type { SimulatedChain } from "../ports/chain.ts"
import type { SimulatedLightning } from "../ports/lightning-node.ts"
import type { SimulatedRail } from "../ports/pix-rail.ts"
import type { SimulatedSpark } from "../ports/spark-wallet.ts"
import type { SimulatedPool } from "../ports/swap-pool.ts"
import type { BySource } from "./by-source.ts"
import type { Judge, Report } from "./judge.ts"

export interface WorldJudgeParts {
  readonly report: Report
  readonly rail: SimulatedRail
  readonly chain: SimulatedChain
  readonly node: SimulatedLightning
  readonly spark: SimulatedSpark
  readonly pool: SimulatedPool
  readonly books: BySource
  readonly balances: () => ReadonlyArray<Balance>
  /** Brings the books of every wallet to what its chain says, as its next payment would. */
  readonly syncWallets: () => void
}

/** Facts by which a PIX that was not paid may have come onto the books. */
const settlements = ["payoutSettled", "settledAfterRestoring"]

export class WorldJudge implements Judge {
  private readonly wallets = new Map<string, string>()
  private readonly swaps = new Map<string, string>()
  private readonly parts: WorldJudgeParts

  constructor(parts: WorldJudgeParts) {
    this.parts = parts
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const { id, kind, value } of written) {
      if (kind === "wallet") {
        const { evm } = Object(value["addresses"]) as { readonly evm?: string }
        if (evm !== undefined) this.wallets.set(id, evm)
      }
      if (kind === "swap") this.swaps.set(id, String(value["state"]))
    }
  }

  after = (): void => {
    const before = this.total()
    this.settlement(before)
    this.treasury(before)
    this.mirrors()
  }

  private total(): ReadonlyMap<string, bigint> {
    const totals = new Map<string, bigint>()
    for (const { account, amount, asset } of this.parts.balances()) {
      const key = `${account.split("/", 1)[0] ?? account} ${asset}`
      totals.set(key, (totals.get(key) ?? 0n) + amount)
    }
    return totals
  }

  private settlement(totals: ReadonlyMap<string, bigint>): void {
    const { books, rail, report } = this.parts
    let held = 0n
    for (const { value } of rail.paid) held += value
    for (const { value } of rail.returned) held -= value
    for (const { request } of rail.returns.effects.values()) held -= request.value
    for (const { request } of rail.payments.effects.values()) held -= request.value
    for (const { value } of rail.reversed) held += value
    // What was reported and is not true: the books follow the report, and a person has been notified of the other one.
    for (const [id, word] of rail.contradicted) {
      if (word !== "PaymentSettled" || !settlements.some((template) => books.posted(id, template) > 0)) continue
      held += books.of(id).get("pix-settlement BRL") ?? 0n
    }
    const booked = totals.get("pix-settlement BRL") ?? 0n
    if (booked !== held) {
      report("books-are-the-world", `the PIX provider holds ${held} cents of us, and the books say ${booked}`)
    }
  }

  private treasury(totals: ReadonlyMap<string, bigint>): void {
    const { books, chain, node, pool, report, spark } = this.parts
    const held = new Map<string, bigint>()
    const add = (asset: string, units: bigint) => held.set(asset, (held.get(asset) ?? 0n) + units)
    for (const { id, request: { asset, from, units } } of chain.movements.effects.values()) {
      if (from === undefined) add(asset, -units)
      else if (id.startsWith("debit/")) add(asset, units)
    }
    for (const { amount, paidAt } of node.invoices.values()) if (paidAt !== undefined) add("BTC", amount)
    for (const { receipt, request } of node.payments.effects.values()) {
      add("BTC", 0n - (node.resolved.get(request.bolt11)?.amount ?? 0n) - receipt.fee)
    }
    for (const { id, request } of spark.transfers.effects.values()) {
      if (this.isStranded(id)) continue
      if (request.of === "DEPIX") add("DEPIX", request.units)
      else add("BTC", 0n - request.sats)
    }
    for (const { id, receipt, request } of pool.swaps.effects.values()) {
      if (this.isStranded(id)) continue
      add("DEPIX", 0n - request.units)
      add("BTC", receipt.sats)
    }
    // A stranded swap is what the operator finds out: until then the books say what was known of it.
    for (const id of this.swaps.keys()) {
      if (!this.isStranded(id)) continue
      for (const asset of ["DEPIX", "BTC"]) add(asset, books.of(id).get(`treasury ${asset}`) ?? 0n)
    }
    for (const [key, booked] of totals) {
      if (key.startsWith("treasury ") && !held.has(key.slice("treasury ".length))) {
        add(key.slice("treasury ".length), 0n)
      }
      if (booked < 0n && key === "network-fees BTC") report("no-overdraft", "networks owe us fees")
    }
    for (const [asset, units] of held) {
      const booked = totals.get(`treasury ${asset}`) ?? 0n
      if (booked !== units) {
        report("books-are-the-world", `the treasury gained ${units} of ${asset}, and the books say ${booked}`)
      }
    }
  }

  private isStranded(operationId: string): boolean {
    return this.swaps.get(operationId.split("/").at(-1) ?? "") === "STRANDED"
  }

  private mirrors(): void {
    const { report, syncWallets } = this.parts
    for (const [id, { free, held }] of this.mirrored()) {
      if (held !== 0n) report("payout-ends", `wallet ${id} still holds ${held} back for what nothing is to come of`)
      if (free > this.holdsOf(id)) {
        report("no-overdraft", `wallet ${id} may spend ${free} of USDT on the books, and has ${this.holdsOf(id)}`)
      }
    }
    syncWallets()
    for (const [id, { free }] of this.mirrored()) {
      if (free !== this.holdsOf(id)) {
        report("books-are-the-world", `wallet ${id} has ${this.holdsOf(id)} of USDT, and the books say ${free}`)
      }
    }
  }

  private holdsOf(walletId: string): bigint {
    return this.parts.chain.holds(this.wallets.get(walletId) ?? "", "USDT")
  }

  private mirrored(): ReadonlyMap<string, { readonly free: bigint; readonly held: bigint }> {
    const found = new Map<string, { readonly free: bigint; readonly held: bigint }>()
    for (const { account, amount, asset } of this.parts.balances()) {
      const [kind, id] = account.split("/")
      if (asset !== "USDT" || id === undefined || (kind !== "wallet" && kind !== "wallet-holds")) continue
      const { free, held } = found.get(id) ?? { free: 0n, held: 0n }
      found.set(id, kind === "wallet" ? { free: free - amount, held } : { free, held: held - amount })
    }
    return found
  }
}
