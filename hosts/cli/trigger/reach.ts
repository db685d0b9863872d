// From a name to the event itself: the place in the feed is noted, the recipe is run, and the feed is read until it is there.
import { feedEnd, pageAfter } from "../feed.ts"
import { misused } from "../failure.ts"
import { type Triggered, recipes } from "./recipes.ts"
import type { Stage } from "./stage.ts"

export interface Reached {
  /** Null for the test of a registration, which is no event to be read. */
  readonly id: string | null
  readonly event: Triggered
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: string
  /** What signed it, where a receiver cannot know that. */
  readonly secret?: string
}

/** Only where nothing is real. */
export const checkSandbox = async ({ api }: Stage): Promise<void> => {
  if (!(await api.apiKey()).startsWith("pontepay_test_")) {
    throw misused("events are triggered in the sandbox alone, and this is no key of one", "Give a pontepay_test_ key")
  }
}

/** Makes an event happen and gives it. */
export const reach = async (stage: Stage, name: Triggered): Promise<Reached> => {
  const { api, options } = stage
  const { run, variants } = recipes[name]
  if (options.variant !== undefined && variants?.includes(options.variant) !== true) {
    throw misused(
      `${name} has no variant ${options.variant}`,
      variants === undefined ? "It has none" : `It has ${variants.join(" and ")}`
    )
  }
  let cursor = await feedEnd(api)
  const done = await run(stage)
  if (done._tag === "Sent") {
    const { data, secret } = done
    return { id: null, event: name, data, createdAt: new Date(stage.world.now()).toISOString(), secret }
  }
  return await stage.until(name, async () => {
    const page = await pageAfter(api, cursor)
    const found = page.events.find(({ data, event }) => event === name && done.matches(data))
    if (found === undefined) cursor = page.nextCursor
    return found === undefined ? undefined : { ...found, event: name }
  })
}
