// What the books have to say by the numbers of the stand-ins alone: balances, what the bank received and paid, and the prices of
// the market. Nothing of it is asked of the service.
import { treasury } from "./stand-ins/ledger.ts"
import { type World, opening } from "./world.ts"

export const sumOf = <A>(all: Iterable<A>, of: (each: A) => bigint): bigint =>
  [...all].reduce((sum, each) => sum + of(each), 0n)

/** 2.5 percent, rounded to the cent. */
const percentage = (cents: bigint): bigint => (cents * 250n + 5_000n) / 10_000n
/** What a payout costs beside that. */
const fixedFee = 150n

const centsOf = (price: string): bigint => BigInt(price.replace(".", ""))

/** What kinds of account hold, by asset and kind, and the numbers beside them. */
export const expectations = ({ efi, exchanges, ledger, lnd, sumsub }: World) => {
  const receipts = [...efi.receipts.values()]
  const returns = receipts.flatMap((each) => each.returns)
  const payments = [...efi.payments.values()]
  // Ids at the bank begin with what of ours they are of.
  const payouts = payments.filter(({ idEnvio }) => idEnvio.startsWith("pay"))
  const invoices = payments.filter(({ idEnvio }) => idEnvio.startsWith("inv"))
  const delivered = receipts.filter((each) => each.returns.length === 0).map(({ value }) => ({
    fee: percentage(value),
    net: value - percentage(value)
  }))
  const paidOut = [
    ...payouts.map(({ value }) => ({ isInvoice: false, value, fee: fixedFee + percentage(value) })),
    ...invoices.map(({ value }) => ({ isInvoice: true, value, fee: percentage(value) }))
  ]
  const gross = ({ fee, value }: { readonly fee: bigint; readonly value: bigint }) => value + fee
  const usdc = centsOf(exchanges.prices.USDC)
  const btc = centsOf(exchanges.prices.BTC)
  /** What is requested is rounded up, and what is delivered down. */
  const asked = (cents: bigint, price: bigint, whole: bigint) => (cents * whole + price - 1n) / price
  const given = (cents: bigint, price: bigint, whole: bigint) => cents * whole / price
  const received = sumOf(receipts, ({ value }) => value)
  const returned = sumOf(returns, ({ value }) => value)
  const applicants = [...sumsub.applicants.values()]
  const fees = sumOf(delivered, ({ fee }) => fee) + sumOf(paidOut, ({ fee }) => fee)
  const kinds = new Map<string, { readonly units: bigint; readonly whose: string }>([
    ["BRL pix-settlement", { units: efi.balance - opening.efi, whose: "Efí: its balance, less that of the morning" }],
    ["BRL network-fees", {
      units: sumOf([...payments, ...receipts], ({ fee }) => fee),
      whose: "Efí: what it took for payments, and for what came in"
    }],
    ["BRL fee-income", { units: -fees, whose: "Efí's amounts, by the fees of the schedule" }],
    ["BRL conversion", {
      units: sumOf(paidOut, gross) - sumOf(delivered, ({ net }) => net),
      whose: "Efí's amounts, with those fees"
    }],
    ["USDC treasury", {
      units: ledger.balance(treasury, "USDC") - opening.ledger,
      whose: "the ledger: the treasury, less that of the morning"
    }],
    ["USDC conversion", {
      units: sumOf(delivered, ({ net }) => given(net, usdc, 1_000_000n)) -
        sumOf(paidOut.filter(({ isInvoice }) => !isInvoice), (each) => asked(gross(each), usdc, 1_000_000n)),
      whose: "Efí's amounts, at the market's median"
    }],
    ["BTC treasury", {
      units: (lnd.msat - opening.lnd) / 1_000n,
      whose: "LND: its channels, less those of the morning"
    }],
    ["BTC conversion", {
      units: -sumOf(paidOut.filter(({ isInvoice }) => isInvoice), (each) => asked(gross(each), btc, 100_000_000n)),
      whose: "Efí's amounts, at the market's median"
    }]
  ])
  return {
    kinds,
    pix: { received, returned, sent: sumOf(payments, ({ value }) => value) },
    people: {
      approved: applicants.filter(({ answer }) => answer === "GREEN").length,
      rejected: applicants.filter(({ answer }) => answer === "RED").length
    }
  }
}
