// The trials of adapters that pay: which movements each of them makes, what becomes of them, and the orders of both.
import type { MovementOrder } from "../../../core/payments/movement/order.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { notGivenBackId, receivedId } from "../../providers/woovi/stand-in.ts"
import type { Trial } from "../steps/trial.ts"
import type { AdapterName } from "./ports.ts"

/** What each adapter sends. A bank of the standard pays nothing, and Avenia takes no order to return. */
const kinds = {
  efi: ["pixPayment", "pixReturn"],
  bcb: ["pixReturn"],
  woovi: ["pixPayment", "pixReturn"],
  avenia: ["pixPayment"],
  lnd: ["lightningPayment"],
  nwc: ["lightningPayment"]
} as const satisfies Record<AdapterName, ReadonlyArray<MovementOrder["kind"]>>

export const adapterNames = Object.keys(kinds) as ReadonlyArray<AdapterName>

/** What becomes of the first request: done or refused at once, open until later, or late on its way to the provider. */
const fates = ["done", "late", "refused", "open"] as const

export interface AdapterTrial extends Trial {
  readonly adapter: AdapterName
  readonly kind: (typeof kinds)[AdapterName][number]
  readonly fate: (typeof fates)[number]
}

/**
 * A trial of each movement, fate and haste of an adapter, in which no process dies yet: what is simply done, then the rest. A return is
 * never open at a stand-in.
 */
export const groupsOf = (adapter: AdapterName): ReadonlyArray<ReadonlyArray<AdapterTrial>> => {
  const all = fates.flatMap((fate) =>
    kinds[adapter].filter((kind) => kind !== "pixReturn" || fate !== "open").flatMap((kind) =>
      [false, true].map((isSoon): AdapterTrial => ({ adapter, kind, fate, isSoon, kills: [] }))
    )
  )
  const isPlain = ({ fate }: AdapterTrial): boolean => fate === "done"
  return [all.filter(isPlain), all.filter((trial) => !isPlain(trial))]
}

/** What is paid. */
export const cents = unitsUnsafe("BRL", 12_345n)
const sats = unitsUnsafe("BTC", 5_000n)
export const millisats = sats * 1_000n

/** The order of a trial. Keys are those that stand-ins know; a PIX that is not given back is unknown to most of them. */
export const orderOf = ({ adapter, fate, kind }: AdapterTrial): MovementOrder => {
  switch (kind) {
    case "pixPayment": {
      const refused = adapter === "avenia" ? "fail@example.com" : "refused@example.com"
      const key = { done: "maria@example.com", late: "maria@example.com", open: "open@example.com", refused }[fate]
      const paymentId = "pay_0197a3b2c4d57e6f8a9b0c1d2e3f4a5b"
      return { kind, paymentId, value: cents, destination: { by: "key", key, keyType: "EMAIL" } }
    }
    case "pixReturn":
      return { kind, value: cents, endToEndId: fate === "refused" ? notGivenBackId : receivedId }
    case "lightningPayment":
      return { kind, address: "ana@pay.test", sats, maximumFee: unitsUnsafe("BTC", 100n) }
  }
}
