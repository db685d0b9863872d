// The way from an adapter to its other side, which a subject can disturb.
import type { Story } from "./suite.ts"

/**
 * The way to the other side. `whole`: it works. `cut`: connections are refused, nothing arrives. `deaf`: requests arrive
 * and are acted on, and the connection breaks before the answer. `silent`: the same, and the connection stays open.
 */
export type LineState = "whole" | "cut" | "deaf" | "silent"

/** A line that the subject can disturb, and the disturbances it knows. */
export interface Line {
  readonly states: ReadonlyArray<LineState>
  readonly set: (state: LineState) => Promise<void>
}

/** Disturbs the line of a subject. What it cannot do ends the check as not shown. */
export const disturbed = async (line: Line | undefined, state: LineState, story: Story): Promise<Line> => {
  const found = story.need(line, "the subject cannot disturb its line")
  story.need(found.states.includes(state) ? state : undefined, `the subject's line cannot be ${state}`)
  await found.set(state)
  return found
}
