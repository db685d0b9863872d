// What goes with every page that this host serves, beside what app.ts puts on every answer. Invariant: no page can be framed,
// and none tells others where its person came from.
import { createHash } from "node:crypto"

/** A script or style inside a page, as a policy names it: by its hash, so that no other is taken. */
export const hashSource = (text: string | Uint8Array): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** The headers of a page of HTML with the directives of its content security policy. */
export const pageHeaders = (policy: ReadonlyArray<string>) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy.join("; "),
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin"
})
