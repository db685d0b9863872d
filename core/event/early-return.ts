// A return of a PIX that cannot be placed yet: its payment is unknown, or a return of our own may be the one it reports (C52).
import { Data } from "effect"

/** The fact has to be kept until its PIX has settled and our own returns of it have an outcome. */
export class ReturnIsEarly extends Data.TaggedError("ReturnIsEarly")<{ readonly endToEndId: string }> {}
