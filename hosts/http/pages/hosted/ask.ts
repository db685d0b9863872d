// How a page asks this host. It is sent as text, so the function names nothing from outside itself.

/** What came back; `body` is empty where nothing could be read. */
export interface PageAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** Seconds to wait, where the answer says so. */
  readonly retryAfter: number | undefined
}

/** Sends JSON; undefined when no one answered. */
export const ask = async (path: string, body: object): Promise<PageAnswer | undefined> => {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  }).catch(() => undefined)
  if (answer === undefined) return undefined
  const read = await answer.json().catch(() => ({})) as PageAnswer["body"]
  const wait = answer.headers.get("retry-after")
  return { status: answer.status, body: read, retryAfter: wait === null ? undefined : Number(wait) }
}
