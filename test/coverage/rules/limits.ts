// The general rate of requests; each row of the limits has a rule of its own in the printed ones.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "rate-general",
    text: "100 requests a second and 200 at once a key owner in production, none in the sandbox",
    source: "C40"
  },
  { id: "rate-memory", text: "owners whose bucket is full are forgotten, a few with each request", source: "0090" },
  { id: "rate-headers", text: "RateLimit-Limit, -Remaining and -Reset where a limit applies", source: "0090" }
]
