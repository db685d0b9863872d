// GET /admin/secrets: the keys that seal, and how much is still sealed under each older one.
import { Effect } from "effect"
import { ringOf, ringView } from "./find-key-ring.ts"

/** The keys of the environment. */
export const readDataKeys = Effect.flatMap(ringOf, ({ value }) => ringView(value))
