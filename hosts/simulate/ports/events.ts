// How a provider tells: each event at least once until somebody takes it, and often more, late, or before the answer of
// the request that caused it. The body is the fact itself; the simulation's inbox reads nothing else.
import { Effect, Layer } from "effect"
import { utf8 } from "@scure/base"
import { type ProviderFact, decodeFact, encodeFact } from "../../../core/ports/provider-fact.ts"
import { ProviderInboxes, type ProviderMessage } from "../../../core/ports/provider-inbox.ts"
import { providerWebhook } from "../../http/api/definition/provider.ts"
import type { Decisions } from "../decisions.ts"
import type { VirtualTime } from "../time.ts"

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour

/** Hands a message to a process of the service; `taken` is told whether it was answered with 200. */
export type Hand = (place: string, message: ProviderMessage, taken: (accepted: boolean) => void) => void

const messageOf = (fact: ProviderFact, now: number): ProviderMessage => ({
  path: providerWebhook.path,
  query: {},
  headers: {},
  body: utf8.decode(encodeFact(fact)),
  peer: null,
  remote: null,
  now
})

const factsOf = (body: Uint8Array): ReadonlyArray<ProviderFact> => [decodeFact(utf8.encode(body))]

/** Pauses of a provider whose event was not taken; the last one again and again. */
const pauses = [second, 10 * second, 60 * second, 600 * second, hour, 6 * hour, day]
/** Longer than the latest of its other events may take. */
const tellsForMs = 33 * day

export class ProviderEvents {
  private readonly time: VirtualTime
  private readonly decisions: Decisions
  private readonly hand: Hand
  private readonly taken: Array<{ readonly at: number; readonly name: string; readonly fact: ProviderFact }> = []

  constructor(time: VirtualTime, decisions: Decisions, hand: Hand) {
    this.time = time
    this.decisions = decisions
    this.hand = hand
  }

  /**
   * Tells a fact under a name of its own. `canBeLost`: another way leads to it, so that this one may fail for good. Gives whether it comes.
   */
  tell(place: string, fact: ProviderFact, canBeLost = false): boolean {
    const name = `tell/${place}`
    const fault = this.decisions.at(name, ["eventTwice", "eventEarly", "eventLate", "eventMonthLate"])
    if (canBeLost && this.decisions.at(`${name}!`, ["eventLost"]) !== undefined) return false
    this.send(name, fact, this.delayOf(name, fault), 1)
    if (fault === "eventTwice") {
      this.send(`${name}/again`, fact, this.decisions.between(`${name}/again`, 1, 3 * hour), 1)
    }
    return true
  }

  /** What was taken since an instant is told anew, as the operator asks of the provider after a restore. */
  tellAnew(since: number): void {
    const again = this.taken.filter(({ at }) => at >= since)
    for (const [index, { fact, name }] of again.entries()) {
      const place = `${name}/anew-${this.time.now}-${index}`
      this.send(place, fact, this.decisions.between(place, hour / 60, 3 * hour), 1)
    }
  }

  private delayOf(
    name: string,
    fault: "eventTwice" | "eventEarly" | "eventLate" | "eventMonthLate" | undefined
  ): number {
    switch (fault) {
      case "eventEarly":
        return 0
      case "eventLate":
        return this.decisions.between(`${name}|`, hour, 20 * hour)
      case "eventMonthLate":
        return 30 * day
      case "eventTwice":
      case undefined:
        return this.decisions.between(`${name}|`, 200, 5 * second)
    }
  }

  private send(
    name: string,
    fact: ProviderFact,
    delayMs: number,
    tries: number,
    since = this.time.now
  ): void {
    this.time.at(this.time.now + delayMs, () => {
      this.hand(`${name}#${tries}`, messageOf(fact, this.time.now), (accepted) => {
        if (accepted) this.taken.push({ at: this.time.now, name, fact })
        const pause = pauses[tries - 1] ?? day
        if (!accepted && this.time.now - since < tellsForMs) this.send(name, fact, pause, tries + 1, since)
      })
    })
  }
}

const inbox = {
  read: ({ body }: ProviderMessage) => Effect.sync(() => factsOf(body)),
  readTrusted: (body: Uint8Array) => Effect.sync(() => factsOf(body))
}

export const inboxLayer: Layer.Layer<ProviderInboxes> = Layer.succeed(ProviderInboxes, {
  main: { name: "simulated", inbox },
  named: []
})
