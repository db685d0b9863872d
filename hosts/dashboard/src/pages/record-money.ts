// Which plain fields of stored records are amounts in smallest units, and of which asset.
type Stored = Readonly<Record<string, unknown>>

type AssetIn = (record: Stored) => unknown

const brl: AssetIn = () => "BRL"
const btc: AssetIn = () => "BTC"
const depix: AssetIn = () => "DEPIX"
const own: AssetIn = ({ asset }) => asset
const delivered: AssetIn = ({ delivers }) => delivers

const amounts: Readonly<Record<string, Readonly<Record<string, AssetIn>>>> = {
  account: { perTxLimit: brl },
  deposit: { value: brl, fee: brl, refunded: brl, withheld: brl, units: delivered },
  dispute: { value: brl },
  lightningInvoice: { value: brl, fee: brl, returned: brl, refunded: brl, refunding: brl, sats: btc },
  approval: { cents: brl },
  movement: { cents: brl, units: own },
  payout: { value: brl, fee: brl, returned: brl, refunded: brl, refunding: brl, units: own },
  pixReceipt: { value: brl, surplus: brl, cost: brl },
  pixReturn: { value: brl },
  swap: { units: depix, minAmountOut: btc, maxLightningFee: btc, poolMinimum: btc, poolMaximum: btc, output: btc },
  transfer: { units: own },
  treasurySweep: { units: own }
}

/** The asset of a field that is an amount of smallest units; undefined for any other. */
export const assetOf = (kind: string, field: string, record: Stored): string | undefined => {
  const asset = amounts[kind]?.[field]?.(record)
  return typeof asset === "string" ? asset : undefined
}
