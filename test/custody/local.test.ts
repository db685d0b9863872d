// Keys in this process's memory. No other side keeps them from signing, so there is nothing to be away.
import { Effect, Redacted } from "effect"
import { expect, it } from "vitest"
import { localEdSigner, localSecpSigner } from "../../adapters/custody/index.ts"
import { depth } from "../support/depth.ts"
import { signerSuite } from "./signer-laws.ts"

const key = (byte: number) => Redacted.make(new Uint8Array(32).fill(byte))

signerSuite("keys in memory", () => ({
  secp: () => Effect.sync(() => localSecpSigner(key(0x42))),
  ed: () => Effect.sync(() => localEdSigner(key(0x43))),
  wrong: {},
  troubles: [],
  runs: depth.cases
}))

it("throws on what is no key of the curve", () => {
  expect(() => localSecpSigner(key(0))).toThrow(/out(?:side)? of range/)
  expect(() => localSecpSigner(key(0xff))).toThrow(/out(?:side)? of range/)
})
