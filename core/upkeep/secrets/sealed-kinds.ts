// Where sealed texts are kept: each kind of record that holds one is listed under the key that sealed it.
import { none } from "../../engine/resource/none.ts"
import { everyResource } from "../../resources.ts"

/** Every list of records by the key of what they hold sealed; a record with two texts is in two lists. */
export const sealedLists = everyResource.flatMap(({ kind, sealed }) =>
  sealed === none
    ? []
    : sealed.lists.map((list) => ({ name: `${kind}/${list}`, kind, list, reseal: sealed.reseal }))
)
