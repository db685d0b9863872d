// Every endpoint there is: the public interface, management and what hosted pages and links call.
import type { Context, Schema } from "effect"
import { api } from "./api.ts"
import { hostedApi } from "./hosted.ts"
import { managementApi } from "./management.ts"

export interface DeclaredEndpoint {
  readonly identifier: string
  readonly method: string
  readonly path: string
  readonly annotations: Context.Context<never>
  readonly params: Schema.Top | undefined
  readonly query: Schema.Top | undefined
  readonly payload: ReadonlyMap<string, { readonly schemas: ReadonlyArray<Schema.Top> }>
  readonly success: ReadonlySet<Schema.Top>
  /** How it is authenticated. */
  readonly middlewares: ReadonlySet<unknown>
}

/** Each of the three definitions with its endpoints. */
export const definition: Readonly<Record<"public" | "management" | "hosted", ReadonlyArray<DeclaredEndpoint>>> = {
  public: endpointsOf(api.groups),
  management: endpointsOf(managementApi.groups),
  hosted: endpointsOf(hostedApi.groups)
}

function endpointsOf(
  groups: Readonly<Record<string, { readonly endpoints: object }>>
): ReadonlyArray<DeclaredEndpoint> {
  return Object.values(groups).flatMap(({ endpoints }) => Object.values(endpoints) as ReadonlyArray<DeclaredEndpoint>)
}
