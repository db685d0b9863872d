// What an upload has to meet before its file is looked at: the proof in its address, `If-None-Match: *`, and a side that is still
// open. A host asks for it before it receives the file, so that no one sends one for nothing (0191).
import { Clock, Effect, Option } from "effect"
import { linksOpen } from "../access/links.ts"
import { UploadExpired, UploadUsed, invalidField } from "../../base/errors/errors.ts"
import { get } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { KycDocuments } from "./document.ts"
import { type UploadClaims, purposes, readUploadToken } from "./document-token.ts"

/** Which side of which document an address fills; one that was never given out answers like one that has expired. */
export const claimsOf = Effect.fnUntraced(function*(token: string, ifNoneMatch: string | undefined) {
  const read = readUploadToken(token)
  const isOurs = read !== undefined &&
    (yield* Secrets.use((secrets) => secrets.proofs(purposes.upload, read.proved))).some(read.holds)
  if (!isOurs) return yield* new UploadExpired()
  return ifNoneMatch?.trim() === "*" ? read.claims : yield* invalidField("If-None-Match", "must be *")
})

/** The document with a side that is still to be filled; refused where it is filled, or its address is over. */
export const unfilled = Effect.fnUntraced(function*({ documentId, side: name }: UploadClaims, now: number) {
  const found = Option.getOrUndefined(yield* get(KycDocuments, documentId))
  const side = found?.value[name]
  if (found === undefined || side === null || side === undefined) return yield* new UploadExpired()
  if (!(yield* linksOpen(found.value))) return yield* new UploadExpired()
  if (side.completedAt !== null) return yield* new UploadUsed()
  if (now >= side.expiresAt) return yield* new UploadExpired()
  return found
})

/** The account that an upload is for, where it may be sent. */
export const uploadOwner = Effect.fnUntraced(function*(token: string, ifNoneMatch: string | undefined) {
  const claims = yield* claimsOf(token, ifNoneMatch)
  return (yield* unfilled(claims, yield* Clock.currentTimeMillis)).value.owner
})
