// Milliseconds in the units that people, headers and requests use.

const second = 1_000
const minute = 60 * second

const units = [["day", 24 * 60 * minute], ["hour", 60 * minute], ["minute", minute], ["second", second]] as const

/** Whole Unix seconds of an instant, the fraction cut off. */
export const unixSeconds = (at: number): number => Math.floor(at / second)

/** Whole seconds of a time, rounded up. */
export const secondsOf = (ms: number): number => Math.ceil(ms / second)

/** Minutes of a time. */
export const minutesOf = (ms: number): number => ms / minute

/** The milliseconds of so many minutes. */
export const minutes = (count: number): number => count * minute

/** Hours from the time of São Paulo to UTC: Brazil has not moved its clocks since 2019. */
const hoursBehind = 3

/** The civil day of an instant in São Paulo, counted from 1970-01-01. */
export const dayInSaoPaulo = (at: number): number => Math.floor((at - hoursBehind * 60 * minute) / (24 * 60 * minute))

/** A time as people say it, in the largest unit that divides it: "3 days", "1 minute". */
export const timeInWords = (ms: number): string => {
  const [name, size] = units.find(([, each]) => ms % each === 0) ?? ["millisecond", 1]
  const count = ms / size
  return `${count} ${name}${count === 1 ? "" : "s"}`
}
