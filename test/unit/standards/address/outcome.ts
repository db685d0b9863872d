// Short views of a parsed destination for assertions.
import { Result } from "effect"
import type { AddressProblem, AddressReason, Parsed } from "../../../../core/standards/address/problem.ts"

/** The value, or undefined when refused. */
export const value = <A>(result: Parsed<A>): A | undefined => Result.getOrUndefined(result)

/** The refusal, or undefined when accepted. */
export const problem = <A>(result: Parsed<A>): AddressProblem | undefined => Result.getOrUndefined(Result.flip(result))

/** The reason of the refusal, or undefined when accepted. */
export const reason = <A>(result: Parsed<A>): AddressReason | undefined => problem(result)?.reason
