// What the files of a civil month have in common: the flag that names it, and the pages that the service answers.
import { Flag } from "effect/cli"
import type { Route } from "../client/route.ts"
import type { Api, Data } from "./api.ts"

export const month = Flag.String("month").pipe(
  Flag.withDescription("The civil month in São Paulo"),
  Flag.withMetavar("<2026-11>")
)

/** The pages of a month, the rows as the endpoint answers them. */
export const pagesOf = async function*(api: Api, route: Route, month: string): AsyncGenerator<Data> {
  for (let cursor: string | undefined;;) {
    const query = { month, ...(cursor === undefined ? {} : { cursor }) }
    const page = await api.data(route, { query })
    yield page
    const next = page["nextCursor"]
    if (typeof next !== "string") return
    cursor = next
  }
}
