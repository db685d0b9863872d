// The types of the interface as they arrive: JSON has no bigint, and whoever asks sends plain values.
import type { AnswerOf, BodyOf, EndpointName, ParamsOf, QueryOf } from "../../../http/api/definition/management.ts"

/** A value after JSON. */
export type Wire<A> = A extends bigint ? number
  : A extends string | number | boolean | null | undefined ? A
  : A extends ReadonlyArray<infer Each> ? ReadonlyArray<Wire<Each>>
  : A extends object ? { readonly [Name in keyof A]: Wire<A[Name]> }
  : A

/** What an endpoint answers. */
export type Answer<N extends EndpointName> = Wire<AnswerOf<N>>

/** What is asked of an endpoint. */
export interface Question<N extends EndpointName> {
  readonly params?: ParamsOf<N>
  readonly query?: { readonly [Name in keyof QueryOf<N>]: QueryOf<N>[Name] | undefined }
  readonly body?: Wire<BodyOf<N>>
}

/** Endpoints whose ids, query or body have to be told. */
type Needs<N extends EndpointName> =
  & (ParamsOf<N> extends undefined ? unknown : Required<Pick<Question<N>, "params">>)
  & (BodyOf<N> extends undefined ? unknown : Required<Pick<Question<N>, "body">>)

export type RequestParts<N extends EndpointName> = Question<N> & Needs<N>
