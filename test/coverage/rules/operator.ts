// Operators as persons: how they come in, what they may do, and what keeps others out.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "operator-bootstrap",
    text: "in production the operator's token makes the first owner, and opens nothing after that",
    source: "C61; 0213"
  },
  {
    id: "operator-lifecycle",
    text: "an operator is invited, active, invited again or disabled, and an e-mail address is one operator's",
    source: "0213"
  },
  { id: "operator-proof", text: "a sign-in takes password and code, each code and recovery code once", source: "0214" },
  {
    id: "operator-brute-force",
    text: "guessing is counted before it is judged, in a row and at once, and slows its address down",
    source: "0214"
  },
  {
    id: "operator-session",
    text: "a session is in a cookie that scripts and other sites cannot use, and ends",
    source: "0215"
  },
  { id: "operator-csrf", text: "a session writes what its own page sends, and nothing else", source: "0215" },
  { id: "operator-fixation", text: "a sign-in draws a new session and ends the one that came along", source: "0215" },
  {
    id: "operator-sign-out",
    text: "signing out everywhere, a new password and an owner end sessions at once",
    source: "0215"
  },
  { id: "operator-role", text: "every endpoint is open to exactly the roles that it names", source: "0216" },
  { id: "operator-support", text: "support reads no secret and no whole tax id", source: "0216" },
  { id: "operator-service-token", text: "a service token opens until it expires or is revoked", source: "0216" }
]
