// Proofs over texts that are handed out and taken back: HMAC-SHA256 under a key of their purpose.
import { createHmac, hkdfSync } from "node:crypto"
import { Effect, Redacted } from "effect"
import { expect, it } from "vitest"
import { layer } from "../../../../adapters/node/secrets.ts"
import { Secrets } from "../../../../core/ports/secrets.ts"

const proofOf = (purpose: string, text: string, byte = 7): Promise<string> =>
  Effect.runPromise(
    Effect.provide(
      Secrets.use((secrets) => secrets.proof(purpose, text)),
      layer({ key: Redacted.make(Buffer.alloc(32, byte).toString("base64")) })
    )
  )

it("is the HMAC under the key that HKDF gives for the purpose", async () => {
  for (const purpose of ["document-upload", "liveness-session"]) {
    const key = Buffer.from(
      hkdfSync("sha256", Buffer.alloc(32, 7), Buffer.alloc(0), `pontepay/proof/${purpose}/v1`, 32)
    )
    for (const text of ["", "doc_1.front", "é😀", "a".repeat(1_000)]) {
      expect(await proofOf(purpose, text)).toBe(createHmac("sha256", key).update(text).digest("hex"))
    }
  }
})

it("differs with the text, the purpose and the key", async () => {
  const proofs = [
    await proofOf("a", "text"),
    await proofOf("a", "text "),
    await proofOf("b", "text"),
    await proofOf("a", "text", 8)
  ]
  expect(new Set(proofs).size).toBe(proofs.length)
})
