// With a module, no key of the service is on this process's heap or in its logs. Keys that the test knows are put into the module; the same
// search finds them where a process signs with keys in memory. A snapshot shows texts and objects, and not what buffers hold.
import { spawn } from "node:child_process"
import { type KeyObject, generateKeyPairSync } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { found } from "../support/canaries.ts"
import { type Token, makeToken, softhsmModule } from "./softhsm.ts"

const { privateKey: treasury } = generateKeyPairSync("ec", { namedCurve: "secp256k1" })
const { privateKey: fees } = generateKeyPairSync("ed25519")

const secretOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: "jwk" }).d ?? "", "base64url")
const pem = (key: KeyObject): string => key.export({ format: "pem", type: "pkcs8" }).toString()
const hex = { treasury: secretOf(treasury).toString("hex"), fees: secretOf(fees).toString("hex") }

const publicKeys = [
  secp256k1.getPublicKey(secretOf(treasury), true),
  ed25519.getPublicKey(secretOf(fees))
].map((bytes) => Buffer.from(bytes).toString("hex")).join(" ")

/** Each key as texts that it may be kept in. */
const secrets = Object.fromEntries(
  Object.entries({ treasury, fees }).flatMap(([name, key]) => [
    [`${name} in hex`, secretOf(key).toString("hex")],
    [`${name} in base64`, secretOf(key).toString("base64").replace(/=+$/, "")],
    [`${name} as a number`, BigInt(`0x${secretOf(key).toString("hex")}`).toString()],
    [`${name} in PEM`, pem(key).split("\n")[1] ?? ""]
  ])
)

/** What is left of a process that signed: its heap and its output. */
const leftBy = async (settings: object, heap: string, configuration: string) => {
  const child = spawn(process.execPath, [
    "--heap-snapshot-string-limit=1000000000",
    join(import.meta.dirname, "signing-child.ts"),
    JSON.stringify({ heap, ...settings })
  ], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, SOFTHSM2_CONF: configuration } })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")])
  if (child.exitCode !== 0) throw new Error(`the process that signs ended with ${child.exitCode}: ${stderr}`)
  return { heap: readFileSync(heap), output: stdout + stderr }
}

describe.skipIf(softhsmModule === undefined)(
  `keys in a module (${softhsmModule ?? "not run: no SoftHSM here"})`,
  () => {
    const module = softhsmModule ?? ""
    let token: Token
    beforeAll(() => {
      token = makeToken(module)
      token.put("treasury", pem(treasury))
      token.put("fees", pem(fees))
    })
    afterAll(() => token.remove())

    it("are not on the heap and not in the log of the process that signs with them", async () => {
      const pkcs11 = { module, token: token.label, pin: token.pin }
      const { heap, output } = await leftBy({ pkcs11 }, join(token.folder, "module.heapsnapshot"), token.configuration)
      expect(output).toContain(publicKeys)
      expect(output.match(/A key of the service signed/g)).toHaveLength(2)
      expect(heap.includes("A key of the service signed")).toBe(true)
      expect(found(secrets, heap)).toEqual([])
      expect(found({ ...secrets, pin: token.pin }, Buffer.from(output))).toEqual([])
    })

    it("are found by the same search where they are in memory", async () => {
      const { heap, output } = await leftBy(
        { local: hex },
        join(token.folder, "memory.heapsnapshot"),
        token.configuration
      )
      expect(output).toContain(publicKeys)
      expect(found(secrets, heap)).toEqual(expect.arrayContaining(["treasury in hex (raw)", "fees in hex (raw)"]))
      expect(found(secrets, Buffer.from(output))).toEqual([])
    })
  }
)
