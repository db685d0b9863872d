// The tokens of documents: what is printed is read, and nothing that differs by a character holds.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type KycDocument, emptySide } from "../../../../core/customers/kyc/document.ts"
import {
  livenessText,
  livenessToken,
  readLivenessToken,
  readUploadToken,
  uploadText,
  uploadToken
} from "../../../../core/customers/kyc/document-token.ts"

const proofs = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex"))
const ids = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => `doc_${Buffer.from(bytes).toString("hex")}`)
const sides = fc.constantFrom("front" as const, "back" as const)

const session = (id: string, createdAt: number): KycDocument => ({
  id,
  owner: "acc_01",
  subAccountId: "sub_1",
  documentType: "SELFIE-FROM-LIVENESS",
  sessionId: "lvs_1",
  front: emptySide(createdAt + 300_000),
  back: null,
  createdAt,
  updatedAt: createdAt
})

/** Another text that differs in one place. */
const altered = (text: string, at: number, character: string): string => {
  const place = at % text.length
  return text.slice(0, place) + character + text.slice(place + 1)
}
const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code))

describe("the token of an upload address", () => {
  it("is read as it was printed", () => {
    fc.assert(fc.property(ids, sides, proofs, (documentId, side, proof) => {
      const read = readUploadToken(uploadToken({ documentId, side }, proof))
      expect([read?.claims, read?.proved, read?.holds(proof)]).toEqual([
        { documentId, side },
        uploadText({ documentId, side }),
        true
      ])
    }))
  })

  it("is another's, or does not hold, once a character is another", () => {
    fc.assert(fc.property(ids, sides, proofs, fc.nat(), printable, (documentId, side, proof, at, character) => {
      const token = uploadToken({ documentId, side }, proof)
      const other = altered(token, at, character)
      const read = readUploadToken(other)
      const isSame = read?.proved === uploadText({ documentId, side }) && read.holds(proof)
      expect(isSame).toBe(other === token)
    }))
  })
})

describe("the token of a liveness session", () => {
  const times = fc.integer({ min: 0, max: 4_102_444_800_000 })

  it("is read as it was printed, and says its end to the millisecond", () => {
    fc.assert(fc.property(ids, times, proofs, (id, at, proof) => {
      const token = livenessToken(session(id, at), proof)
      const read = readLivenessToken(token)
      expect([read?.claims, read?.proved, read?.holds(proof)]).toEqual([
        { documentId: id },
        livenessText(session(id, at)),
        true
      ])
      const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
        readonly exp: number
      }
      expect(Math.round(claims.exp * 1_000)).toBe(at + 300_000)
    }))
  })

  it("is another's, or does not hold, once a character is another", () => {
    fc.assert(fc.property(ids, times, proofs, fc.nat(), printable, (id, time, proof, at, character) => {
      const token = livenessToken(session(id, time), proof)
      const other = altered(token, at, character)
      const read = readLivenessToken(other)
      const isSame = read?.proved === livenessText(session(id, time)) && read.holds(proof)
      expect(isSame).toBe(other === token)
    }))
  })
})
