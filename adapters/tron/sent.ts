// What was sent, as the port says it.
import { type LookUp, type Sending, unknown } from "../../core/ports/outcome.ts"

/** What was sent is never Absent: it ended meanwhile, and is made anew when it is requested again. */
export const sent = <A>(answer: Sending<A> | LookUp<A>): Sending<A> =>
  answer._tag === "Absent" ? unknown("reverted") : answer
