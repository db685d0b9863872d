// Proofs over texts that are handed out and taken back: HMAC-SHA256 under a key of their purpose.
import { createHmac, hkdfSync } from "node:crypto"
import { Effect } from "effect"
import { expect, it } from "vitest"
import type { Environment } from "../../../../core/base/environment/environment.ts"
import { Secrets } from "../../../../core/engine/store/secrets.ts"
import { secretsOfTests } from "../../../support/secrets.ts"

const proofOf = (purpose: string, text: string, byte = 7, environment: Environment = "sandbox"): Promise<string> =>
  Effect.runPromise(
    Effect.provide(Secrets.use((secrets) => secrets.proof(purpose, text)), secretsOfTests(byte, environment))
  )

it("is the HMAC under the key that HKDF gives for environment and purpose §secrets-per-environment", async () => {
  for (const purpose of ["document-upload", "liveness-session"]) {
    const key = Buffer.from(
      hkdfSync("sha256", Buffer.alloc(32, 7), Buffer.alloc(0), `pontepay/sandbox/proof/${purpose}/v1`, 32)
    )
    for (const text of ["", "doc_1.front", "é😀", "a".repeat(1_000)]) {
      expect(await proofOf(purpose, text)).toBe(createHmac("sha256", key).update(text).digest("hex"))
    }
  }
})

it("differs with the text, the purpose, the key and the environment §secrets-per-environment", async () => {
  const proofs = [
    await proofOf("a", "text"),
    await proofOf("a", "text "),
    await proofOf("b", "text"),
    await proofOf("a", "text", 8),
    await proofOf("a", "text", 7, "production")
  ]
  expect(new Set(proofs).size).toBe(proofs.length)
})
