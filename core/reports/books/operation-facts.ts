// Which operation an entry is of: by the prefix of the id in its source.
import type { Booked } from "../../engine/resource/booked.ts"
import { none } from "../../engine/resource/none.ts"
import { everyResource } from "../../resources.ts"

const kinds = new Map(
  everyResource.flatMap(({ booked }) => booked === none ? [] : [[booked.prefix, booked] as const])
)

const operationId = new RegExp(`^(${[...kinds.keys()].join("|")})_`)

/** The operation that a source of entries is, or that its movement is for; undefined for the service's own bookkeeping. */
export const operationOf = (source: string): Booked & { readonly id: string } | undefined => {
  for (const part of source.split("/")) {
    const kind = kinds.get(operationId.exec(part)?.[1] ?? "")
    if (kind !== undefined) return { ...kind, id: part }
  }
  return undefined
}
