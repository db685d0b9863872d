// Answers that are the same for everybody, as bytes: however many of them are being sent, there is one copy.
import type { WholeAnswer } from "../../api/request/wire.ts"

/** An answer with its text as bytes. */
export const inBytes = (answer: WholeAnswer): WholeAnswer =>
  typeof answer.body === "string" ? { ...answer, body: Buffer.from(answer.body) } : answer
