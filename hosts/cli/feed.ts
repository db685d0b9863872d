// GET /api/events as commands read it: page by page, from a cursor or from the end.
import { routes } from "../client/routes.ts"
import { type Api, type Data, rowsOf, textOf } from "./api.ts"

export interface FeedEvent {
  readonly id: string
  readonly event: string
  readonly data: Data
  readonly createdAt: string
}

export interface FeedPage {
  readonly events: ReadonlyArray<FeedEvent>
  readonly nextCursor: string
  readonly hasMore: boolean
}

const eventOf = (row: Data): FeedEvent => ({
  id: textOf(row, "id"),
  event: textOf(row, "event"),
  data: (row["data"] ?? {}) as Data,
  createdAt: textOf(row, "createdAt")
})

/** The events after a cursor, oldest first; from the beginning without one, or after an empty one. */
export const pageAfter = async (api: Api, cursor: string | undefined): Promise<FeedPage> => {
  const page = await api.data(routes.listEvents, { query: { cursor: cursor === "" ? undefined : cursor } })
  return {
    events: rowsOf(page, "events").map(eventOf),
    nextCursor: textOf(page, "nextCursor"),
    hasMore: page["hasMore"] === true
  }
}

/** The cursor after everything that there is now. */
export const feedEnd = async (api: Api): Promise<string> => {
  let page = await pageAfter(api, undefined)
  while (page.hasMore) page = await pageAfter(api, page.nextCursor)
  return page.nextCursor
}
