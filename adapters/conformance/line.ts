// The way from an adapter to its other side, which a subject can disturb.
import type { Story } from "./suite.ts"

/**
 * The way to the other side. `whole`: it works. `cut`: connections are refused, nothing arrives. `deaf`: requests arrive
 * and are acted on, and the connection breaks before the answer. `silent`: the same, and the connection stays open.
 * `unauthorised`: every request is answered 401 or 403 and not acted on, as with credentials that expired. `gateway`: a
 * gateway answers every request with an HTML page, with 404 or 502, and nothing arrives; 404 shows more.
 */
export type LineState = "whole" | "cut" | "deaf" | "silent" | "unauthorised" | "gateway"

/** A line that the subject can disturb, and the disturbances it knows. */
export interface Line {
  readonly states: ReadonlyArray<LineState>
  readonly set: (state: LineState) => Promise<void>
}

/** Answers that are not about what was requested: what a check is named by, what it tells, and why nothing follows. */
export const faults = [
  {
    state: "unauthorised",
    name: "that is answered 401 or 403",
    how: "had every request answered 401 or 403",
    because: "it is about our credentials, and says nothing of what was requested"
  },
  {
    state: "gateway",
    name: "that a gateway answers with an HTML page",
    how: "put a gateway there that answers every request with an HTML page",
    because: "it is not the other side that answers, whatever the status of the page"
  }
] as const

/** Disturbs the line of a subject. What it cannot do ends the check as not shown. */
export const disturbed = async (line: Line | undefined, state: LineState, story: Story): Promise<Line> => {
  const found = story.need(line, "the subject cannot disturb its line")
  story.need(found.states.includes(state) ? state : undefined, `the subject's line cannot be ${state}`)
  await found.set(state)
  return found
}
