// One thing that goes wrong on Liquid: how it is played, what the port answers, and what moved.
import type { Row } from "../stage.ts"
import type { Answer, Bench } from "./fault-bench.ts"

/** Units that came to the receiver. */
type Moved = ReadonlyArray<bigint>

export interface Fault extends Row {
  readonly run: (bench: Bench) => Promise<{ readonly answers: ReadonlyArray<Answer>; readonly moved: Moved }>
  readonly moved: Moved
}

/** A row by what is played. */
export const fault = (
  name: string,
  answers: ReadonlyArray<string>,
  moved: Moved,
  run: (bench: Bench) => Promise<ReadonlyArray<Answer>>
): Fault => ({
  case: name,
  answers,
  moved,
  run: async (bench) => ({ answers: await run(bench), moved: bench.moved() })
})
