// Types of requests and answers by the name of their operation. A request is what goes over the wire; an answer is what comes
// back with its envelope taken off and its large integers read as bigint.
import type { Answers, Bodies, Queries } from "./api-types.ts"

/** An operation by its name in the interface; `createKyc` goes by its two ways, `startKyc` and `submitKyc`. */
export type EndpointName = keyof Answers

/** The JSON body of a request, as it is on the wire. */
export type Body<Name extends keyof Bodies> = Bodies[Name]

/** The query of a request; numbers stay numbers. */
export type Query<Name extends keyof Queries> = Queries[Name]

/** What an operation answers, without `success` and with the fields of `data` among the others. */
export type Answer<Name extends EndpointName> = Answers[Name]
