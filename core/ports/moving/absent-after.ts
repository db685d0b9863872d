// How long after a sending the other side may not know it yet: said by each adapter for each kind of movement (C50).

/**
 * Milliseconds after the last sending within which an Absent of the look-up may still mean "on its way". `0` only where the
 * provider documents that it makes one movement of all that come under one id, whenever they come. `"never"`: an Absent proves
 * nothing, and a person decides. Anything else is at least the 40 seconds that count where nothing is said (0168).
 */
export type AbsentAfter = number | "never"
