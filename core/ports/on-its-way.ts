// How far an Absent of a look-up is to be trusted (0168): what was sent a moment ago may be under way, where no one sees it yet.

/** Whoever claimed a movement asks the port by then or not at all: milliseconds. */
export const sendWithinMs = 5_000
/** A port that has not answered by then is not waited for any longer, and what it was asked is looked up: milliseconds. */
export const answersWithinMs = 20_000
/** For what is still under way when the port gave up, and for clocks that differ: milliseconds. */
const marginMs = 15_000

/** How long after the last sending an Absent may still mean "on its way": milliseconds. */
export const onItsWayMs = sendWithinMs + answersWithinMs + marginMs
