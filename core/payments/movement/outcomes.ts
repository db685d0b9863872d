// How kinds of payments say who takes the outcomes of the movements that are for their records.
import { type ResourceParts, resource } from "../../engine/resource/resource.ts"
import type { None } from "../../engine/resource/none.ts"
import type { Identified, RecordKind } from "../../engine/store/records.ts"
import type { Hear, Wait } from "./news.ts"

/** Who takes the outcomes of movements, and what a movement of which nothing was sent has to wait for. */
export interface Outcomes<R> {
  readonly hear: Hear<R>
  readonly waitsFor: Wait<R> | None
}

/** Declares a kind of payments; `outcomes` is `none` where no movement is for its records. */
export const paymentResource = <
  A extends Identified,
  const P extends ResourceParts<never> & { readonly outcomes: Outcomes<unknown> | None }
>(kind: RecordKind<A, string, string>, parts: P) => resource(kind, parts)
