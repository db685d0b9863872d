// One thing that goes wrong: how it is played, what the port answers, and what moved.
import type { Row } from "../stage.ts"
import type { Answer, Stage, StageParts } from "./stage.ts"

export interface Fault extends Row {
  readonly parts?: StageParts
  /** Plays it, and gives the answers of the port. */
  readonly play: (stage: Stage) => Promise<ReadonlyArray<Answer>>
  readonly answers: ReadonlyArray<Answer>
  /** Satoshis of each payment that the receiver has in the chain. */
  readonly moved: ReadonlyArray<bigint>
}
