// Refusals that depend on the environment; each public error has a rule of its own in the printed ones.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "withdraw-sandbox", text: "POST /api/withdraw/pix answers 501 in the sandbox", source: "spec Sandbox 5" },
  {
    id: "withdraw-production",
    text: "POST /api/withdraw/pix answers 410 in production and names its replacement",
    source: "C32"
  },
  {
    id: "no-sandbox-upstream",
    text: "an operation without a sandbox upstream names host and path",
    source: "spec Sandbox 14"
  }
]
