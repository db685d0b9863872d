// What errors of PostgreSQL mean. Nothing was sent, or the server said no: nothing happened. It was sent and no answer
// came: no one knows.
import { DatabaseError } from "pg"

/** The statement never left this process: nothing happened. */
export class NotSent extends Error {}

/** The SQLSTATE with which the server answered; undefined when it did not answer. */
export const sqlState = (error: unknown): string | undefined => error instanceof DatabaseError ? error.code : undefined

/** No answer, or the server took leave (class 57P): the connection is of no use any more. */
export const isBroken = (error: unknown): boolean => {
  const state = sqlState(error)
  return state === undefined || state.startsWith("57P")
}
