// Days on which calendars go wrong: a scenario may begin some hours before one of them, so that it happens in its middle.

/** Unix milliseconds twelve hours before each edge. */
const edges: ReadonlyArray<number> = [
  // The leap day of 2028 begins and ends.
  Date.UTC(2028, 1, 28, 12),
  Date.UTC(2028, 1, 29, 12),
  // The year ends, in Greenwich and three hours later in Brazil.
  Date.UTC(2027, 11, 31, 12),
  Date.UTC(2027, 11, 31, 15),
  // Summer time begins and ends in the United States and in Europe; Brazil has none.
  Date.UTC(2027, 2, 13, 19),
  Date.UTC(2027, 9, 30, 13)
]

/** 2026-03-01T00:00:00Z, a day like any other. */
const plainStart = 1_772_323_200_000

/** When a scenario begins; `edge` from 0 up to 1 picks an edge, undefined a plain day. */
export const startOf = (edge: number | undefined): number =>
  edge === undefined ? plainStart : edges[Math.floor(edge * edges.length)] ?? plainStart

/** Whether a scenario that begins so has an edge in it. */
export const isCalendarEdge = (startsAt: number): boolean => edges.includes(startsAt)
