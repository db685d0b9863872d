// Loaded into a host before anything else (`node --import clock.ts?ms=60000`): shifts its calendar by an offset, and by
// another when its parent says so. What measures durations is left alone, as it is when an operator sets a clock.

const real = Date.now
let offset = Number(new URL(import.meta.url).searchParams.get("ms"))

Date.now = () => real() + offset
globalThis.Date = new Proxy(Date, {
  construct: (target, parts: ReadonlyArray<unknown>) =>
    Reflect.construct(target, parts.length === 0 ? [target.now()] : parts) as Date
})

process.on("message", ({ clockAheadMs }: { readonly clockAheadMs: number }) => {
  offset = clockAheadMs
})
// Whoever started us has ended, however: no one would end us.
process.on("disconnect", () => process.exit())
// Being told the time is no reason to stay.
process.channel?.unref()
