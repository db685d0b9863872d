// Endpoints that were replaced (C32): in production they name what replaces them, in the sandbox they never settled anything.
import { Effect } from "effect"
import { Deprecated, NotAvailableInSandbox } from "../../base/errors/errors.ts"
import type { Caller } from "./caller.ts"

/** Refuses an operation that was replaced, in the way of the caller's environment. */
export const withdrawn = (
  { account }: Caller,
  operation: string,
  replacement: string
): Effect.Effect<never, Deprecated | NotAvailableInSandbox> =>
  account.environment === "sandbox"
    ? Effect.fail(new NotAvailableInSandbox({ operation }))
    : Effect.fail(new Deprecated({ replacement }))
