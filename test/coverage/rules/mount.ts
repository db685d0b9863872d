// What the service promises under a web framework.
import type { Rule } from "../rule.ts"

const source = "Embedding, Under a framework"

export const rules: ReadonlyArray<Rule> = [
  { id: "mount-paths", text: "only /api, /provider, /hosted and /upload are mounted, at the root", source },
  { id: "mount-headers", text: "the app's headers are kept, repeated ones are read", source },
  { id: "mount-methods", text: "HEAD is GET without the body", source },
  { id: "mount-sizes", text: "64 KiB, and 10 MiB for a document", source },
  { id: "mount-body", text: "signatures are verified over the raw body; a body already read is an error", source },
  { id: "mount-address", text: "the client's address is the one that the framework names", source },
  { id: "mount-abort", text: "a client that disconnects does not affect other requests", source },
  { id: "mount-errors", text: "an error goes to the app's error handler", source },
  { id: "mount-next", text: "Next.js starts one service, on the first request", source }
]
