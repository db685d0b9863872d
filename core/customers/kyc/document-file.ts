// What may be uploaded: JPEG, PNG or PDF, by declaration and by the first bytes of the file alike (spec "KYC and KYB",
// PUT to the upload URL).
import { Effect } from "effect"
import { UnsupportedMedia, type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { FileType } from "./document.ts"

// The signatures that files of each type begin with: ISO 10918-1 B.1.1, PNG 5.2, ISO 32000-1 7.5.2.
const beginnings: Readonly<Record<FileType, ReadonlyArray<number>>> = {
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  "application/pdf": [0x25, 0x50, 0x44, 0x46, 0x2d]
}

/** The type that a file is declared as and begins as; parameters of the declaration mean nothing. */
export const fileTypeOf = (
  contentType: string | undefined,
  file: Uint8Array
): Effect.Effect<FileType, ValidationFailed | UnsupportedMedia> => {
  const name = contentType?.split(";", 1)[0]?.trim().toLowerCase()
  const declared = FileType.literals.find((type) => type === name)
  if (declared === undefined) return Effect.fail(new UnsupportedMedia({ accepted: FileType.literals }))
  if (file.length === 0) return Effect.fail(invalidField("body", "the file is empty"))
  return beginnings[declared].every((byte, place) => file[place] === byte)
    ? Effect.succeed(declared)
    : Effect.fail(new UnsupportedMedia({ accepted: FileType.literals }))
}
