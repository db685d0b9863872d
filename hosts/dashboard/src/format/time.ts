// Instants as people read them: in their own time, with UTC beside it.
const cached = new Map<string, Intl.DateTimeFormat>()

const formatter = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const name = locale + JSON.stringify(options)
  const known = cached.get(name) ?? new Intl.DateTimeFormat(locale, options)
  cached.set(name, known)
  return known
}

const yearOf = (at: Date): Intl.DateTimeFormatOptions =>
  at.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" }

/** Day and time to the second, local; the year where it is not this one. */
export const dayAndTime = (iso: string, locale: string): string => {
  const at = new Date(iso)
  // In Brazil dates are written in figures, with the year.
  const isBrazilian = locale === "pt-BR"
  return formatter(locale, {
    ...isBrazilian ? { year: "numeric" } : yearOf(at),
    month: isBrazilian ? "2-digit" : "short",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23"
  }).format(at).replace(isBrazilian ? ", " : "", isBrazilian ? " " : "")
}

/** The same in UTC, as a title says it. */
export const inUtc = (iso: string): string => `${iso.replace("T", " ").replace(/(?:\.\d+)?Z$/, "")} UTC`

/** The day with its year and the time to the minute, local: what a sentence is made of. */
export const dayAndMinute = (iso: string, locale: string): readonly [day: string, time: string] => {
  const at = new Date(iso)
  const month = locale === "pt-BR" ? "2-digit" : "short"
  return [
    formatter(locale, { day: "2-digit", month, year: "numeric" }).format(at),
    formatter(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at)
  ]
}

/** The beginning of a stretch of a plot: days are those of the service, which are days of UTC, hours are local. */
export const stretch = (iso: string, by: "hour" | "day", locale: string): string =>
  by === "hour"
    ? dayAndTime(iso, locale)
    : formatter(locale, { ...yearOf(new Date(iso)), month: "short", day: "2-digit", timeZone: "UTC" })
      .format(new Date(iso))

/** An hour or a day on an axis. */
export const axisTime = (iso: string, by: "hour" | "day", locale: string): string =>
  formatter(
    locale,
    by === "hour"
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { day: "2-digit", month: "2-digit", timeZone: "UTC" }
  )
    .format(new Date(iso))

type Unit = "second" | "minute" | "hour" | "day"

const unitsOf: ReadonlyArray<readonly [Unit, number]> = [["day", 86_400], ["hour", 3_600], ["minute", 60], [
  "second",
  1
]]

/** How long something took or is old, in its largest two units: "2 h 5 min". */
export const duration = (seconds: number, locale: string): string => {
  const whole = Math.max(0, Math.round(seconds))
  const first = unitsOf.findIndex(([, size]) => whole >= size)
  const shown = unitsOf.slice(first === -1 ? unitsOf.length - 1 : first).slice(0, 2)
  return shown.map(([unit, size], place) => {
    const count = Math.floor(place === 0 ? whole / size : whole % (shown[0]?.[1] ?? 1) / size)
    return place === 1 && count === 0
      ? ""
      : new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(count)
  }).filter((part) => part !== "").join(" ")
}

/** A value of an `input type=datetime-local` as an instant; undefined while it is not complete. */
export const instantOf = (local: string): string | undefined => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** An instant as the value of such an input; what is none leaves it empty. */
export const localInput = (iso: string): string => {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ""
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
