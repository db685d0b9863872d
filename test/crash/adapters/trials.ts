// Trials of the adapters themselves: each before a stand-in of its provider, whose books are in this process and say what moved.
import { Schema } from "effect"
import { MovementOrder } from "../../../core/payments/movement/order.ts"
import type { Sort } from "../steps/trial.ts"
import { differenceOf } from "./books.ts"
import { type AdapterTrial, cents, millisats, orderOf } from "./case.ts"
import { openLightning } from "./lightning.ts"
import { openPix } from "./pix.ts"
import { portsOn } from "./ports.ts"
import type { Reached } from "./worker.ts"

const toJson = Schema.encodeSync(Schema.toCodecJson(MovementOrder))

/** Adapters of which a person has to say that nothing moved: their provider keeps no id that would make two requests one. */
const asksPerson: ReadonlySet<string> = new Set(["avenia"])

export const adapterTrials: Sort<AdapterTrial> = {
  script: new URL("worker.ts", import.meta.url),
  // Woovi's Absent counts after 15 minutes, and a wallet's when no receiver can hold the payment any more.
  laterMs: ({ adapter }) => adapter === "nwc" ? 18 * 86_400_000 : 1_500_000,
  open: async (trial) => {
    const { adapter, kind } = trial
    const standIn = adapter === "lnd" || adapter === "nwc"
      ? await openLightning(adapter, trial)
      : await openPix(adapter, trial)
    const order = orderOf(trial)
    const { reach } = standIn
    const given: Reached = { adapter, order: toJson(order), reach }
    return {
      order,
      ports: portsOn(adapter, reach),
      given,
      passes: async (aheadMs, isLate) => {
        standIn.passes?.(aheadMs)
        if (isLate) await standIn.land()
      },
      moved: ({ receipt }) => {
        const entries = standIn.entries()
        const value = kind === "lightningPayment" ? millisats : cents
        return {
          effects: entries.length,
          invoices: standIn.invoices?.() ?? 0,
          difference: differenceOf(entries, value, receipt),
          isForPerson: asksPerson.has(adapter) && standIn.isUntouched()
        }
      },
      close: standIn.close
    }
  }
}
