// Call windows in memory, one process each. Names that were heard of longest ago are forgotten first, so that a crowd of
// them takes no more than its share of memory.
import { Effect, Layer } from "effect"
import { CallWindow } from "../../core/ports/call-window.ts"

const rememberedNames = 10_000

export const layer: Layer.Layer<CallWindow> = Layer.sync(CallWindow, () => {
  /** Instants of the calls that were taken, oldest first. */
  const taken = new Map<string, ReadonlyArray<number>>()
  return {
    take: (name, { calls, withinMs }, now) =>
      Effect.sync(() => {
        const recent = (taken.get(name) ?? []).filter((at) => now < at + withinMs)
        const freeAt = (recent[0] ?? now) + withinMs
        if (recent.length >= calls) return { isTaken: false, remaining: 0, freeAt }
        taken.delete(name)
        taken.set(name, [...recent, now])
        const [longestAgo] = taken.keys()
        if (taken.size > rememberedNames && longestAgo !== undefined) taken.delete(longestAgo)
        return { isTaken: true, remaining: calls - recent.length - 1, freeAt }
      })
  }
})
