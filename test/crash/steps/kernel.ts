// The trials of the kernel alone: movements of all kinds to a side that does what the trial sets, through ports without an adapter.
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { orders } from "../../explore/orders.ts"
import { portsOver } from "../../explore/ports.ts"
import { type Fate, fates } from "../../explore/rail.ts"
import { givenInvoice } from "../../support/lightning.ts"
import type { Sent } from "./attempt.ts"
import { OtherSide, journalAt } from "./other-side.ts"
import type { Sort, Trial } from "./trial.ts"

const kinds = Object.keys(orders) as ReadonlyArray<keyof typeof orders>

/** The movement of a trial and the side that it moves to. */
export interface KernelTrial extends Trial {
  readonly kind: keyof typeof orders
  readonly keepsIds: boolean
  readonly fate: Fate
}

/** The other side as its journal has it. */
export interface Journaled extends Pick<KernelTrial, "fate" | "kind"> {
  readonly keepsIds: boolean
  /** The journal's path. */
  readonly journal: string
}

const sideOf = ({ fate, journal, keepsIds }: Journaled): OtherSide => new OtherSide(journalAt(journal), keepsIds, fate)

/** The movement to such a side. */
export const sentTo = (journaled: Journaled): Sent => {
  const side = sideOf(journaled)
  return {
    order: orders[journaled.kind][0],
    ports: ({ now, stepped }) =>
      Effect.succeed(portsOver({
        keepsIds: side.keepsIds,
        send: stepped("send", Effect.sync(() => side.send())),
        lookUp: stepped("look up", Effect.sync(() => side.lookUp())),
        resolve: (amount) =>
          stepped(
            "resolve",
            Effect.map(Effect.orDie(now), (ms) => givenInvoice(Math.floor(ms / 1_000), amount, ms))
          ),
        paying: (bolt11) => side.paying(bolt11)
      }))
  }
}

export const kernelTrials: Sort<KernelTrial> = {
  script: new URL("worker.ts", import.meta.url),
  laterMs: () => 400_000,
  open: async ({ fate, keepsIds, kind }) => {
    const directory = await mkdtemp(join(tmpdir(), "pontepay-steps-"))
    const given: Journaled = {
      fate,
      kind,
      // What was signed takes effect once, whoever sends it.
      keepsIds: keepsIds || kind === "spend",
      journal: join(directory, "journal")
    }
    const side = sideOf(given)
    return {
      ...sentTo(given),
      given,
      passes: (_, isLate) => {
        if (isLate) side.land()
      },
      moved: () => ({ effects: side.effects, invoices: side.invoices }),
      close: () => rm(directory, { recursive: true, force: true })
    }
  }
}

/** A trial of each kind, side and fate, in which no process dies yet. */
export const kernelCases: ReadonlyArray<KernelTrial> = kinds.flatMap((kind) =>
  fates.flatMap((fate) =>
    [false, true].flatMap((keepsIds) => [false, true].map((isSoon) => ({ kind, keepsIds, fate, isSoon, kills: [] })))
  )
)
