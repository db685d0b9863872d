// The body of an answer that is text.
import type { WireAnswer } from "../../hosts/http/api/request/wire.ts"

/** Fails for bytes and for what goes on. */
export const textOf = ({ body }: WireAnswer): string => {
  if (typeof body !== "string") throw new Error("This answer is not text")
  return body
}
