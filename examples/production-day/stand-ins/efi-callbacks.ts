// How the stand-in of Efí tells of what moved: it posts to the address that it was given, and again while no one takes it.
import { setTimeout as sleep } from "node:timers/promises"
import { type Receipt, returnJson } from "./efi-records.ts"
import { reais } from "./server.ts"

/** Posts entries of one callback. */
export type Callbacks = (entries: ReadonlyArray<unknown>) => Promise<void>

/** The entry of a PIX that was received, with its returns. */
export const entryOfReceipt = ({ at, endToEndId, returns, txid, value }: Receipt) => ({
  endToEndId,
  txid,
  valor: reais(value),
  horario: new Date(at).toISOString(),
  ...returns.length === 0 ? {} : { devolucoes: returns.map(returnJson) }
})

const triesBeforeGivingUp = 20
const pauseMs = 1_000

/** Callbacks to an address. */
export const callbacksTo = (address: string): Callbacks => async (pix) => {
  for (let tries = 0; tries < triesBeforeGivingUp; tries++) {
    const isTaken = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ pix })
    }).then(async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    }, () => false)
    if (isTaken) return
    await sleep(pauseMs, undefined, { ref: false })
  }
}
