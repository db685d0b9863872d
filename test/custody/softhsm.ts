// A token of SoftHSM, a PKCS#11 module in software, in a folder of its own: with keys that are made in it, or put into it.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type pkcs11 from "pkcs11js"
import type { Handle, PKCS11, Template } from "pkcs11js"

const require = createRequire(import.meta.url)
const isBuilt = existsSync(join(dirname(require.resolve("pkcs11js")), "build/Release/pkcs11.node"))

// Only an install with a compiler builds it.
const library = () => require("pkcs11js") as typeof pkcs11

/** Where systems have it; undefined where it is not installed, or its package is not built. */
export const softhsmModule = [
  "/usr/lib/softhsm/libsofthsm2.so",
  "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so",
  "/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so",
  "/usr/lib64/pkcs11/libsofthsm2.so",
  "/opt/homebrew/lib/softhsm/libsofthsm2.so"
].find((path) => isBuilt && existsSync(path))

export const curves = {
  secp256k1: { parameters: "06052b8104000a", mechanism: 0x1040 },
  p256: { parameters: "06082a8648ce3d030107", mechanism: 0x1040 },
  ed25519: { parameters: "130c656477617264733235353139", mechanism: 0x1055 }
} as const

export interface Token {
  readonly label: string
  readonly pin: string
  readonly folder: string
  /** The configuration that the module reads when it is initialized. */
  readonly configuration: string
  /** Makes a pair of keys in the token; its public key may have another label. */
  readonly make: (label: string, curve: keyof typeof curves, publicLabel?: string) => void
  /** Puts a private key in PEM (PKCS#8) into the token. */
  readonly put: (label: string, pem: string) => void
  readonly remove: () => void
}

const utility = (configuration: string, args: ReadonlyArray<string>): void => {
  const { status, stderr, stdout } = spawnSync("softhsm2-util", args, {
    encoding: "utf8",
    env: { ...process.env, SOFTHSM2_CONF: configuration }
  })
  if (status !== 0) throw new Error(`softhsm2-util: ${stdout}${stderr}`)
}

/** A token has each id once. */
const idOf = (label: string): string => Buffer.from(label).toString("hex")

/** Runs calls in a session of this process that is logged in. */
const inSession = (module: string, { label, pin }: Token, work: (pkcs11: PKCS11, session: Handle) => void): void => {
  const pkcs11js = library()
  const pkcs11 = new pkcs11js.PKCS11()
  pkcs11.load(module)
  pkcs11.C_Initialize()
  const slot = pkcs11.C_GetSlotList(true).find((each) => pkcs11.C_GetTokenInfo(each).label.trim() === label)
  if (slot === undefined) throw new Error("there is no such token")
  const session = pkcs11.C_OpenSession(slot, pkcs11js.CKF_SERIAL_SESSION | pkcs11js.CKF_RW_SESSION)
  pkcs11.C_Login(session, pkcs11js.CKU_USER, pin)
  work(pkcs11, session)
  pkcs11.C_Finalize()
}

/** A token with nothing in it. Modules of this process find it once SOFTHSM2_CONF is its configuration. */
export const makeToken = (module: string): Token => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-softhsm-"))
  const configuration = join(folder, "softhsm2.conf")
  mkdirSync(join(folder, "tokens"))
  writeFileSync(
    configuration,
    `directories.tokendir = ${join(folder, "tokens")}\nobjectstore.backend = file\nlog.level = ERROR\n`
  )
  const label = "pontepay"
  const pin = "canary-pin-83251"
  utility(configuration, ["--init-token", "--free", "--label", label, "--pin", pin, "--so-pin", "12345678"])
  const token: Token = {
    label,
    pin,
    folder,
    configuration,
    make: (name, curve, publicLabel = name) => {
      const pkcs11js = library()
      process.env["SOFTHSM2_CONF"] = configuration
      const { mechanism, parameters } = curves[curve]
      const common = (of: string): Template => [
        { type: pkcs11js.CKA_TOKEN, value: true },
        { type: pkcs11js.CKA_LABEL, value: of }
      ]
      inSession(module, token, (pkcs11, session) =>
        pkcs11.C_GenerateKeyPair(
          session,
          { mechanism },
          [
            ...common(publicLabel),
            { type: pkcs11js.CKA_VERIFY, value: true },
            { type: pkcs11js.CKA_EC_PARAMS, value: Buffer.from(parameters, "hex") }
          ],
          [
            ...common(name),
            { type: pkcs11js.CKA_PRIVATE, value: true },
            { type: pkcs11js.CKA_SENSITIVE, value: true },
            { type: pkcs11js.CKA_EXTRACTABLE, value: false },
            { type: pkcs11js.CKA_SIGN, value: true }
          ]
        ))
    },
    put: (name, pem) => {
      const file = join(folder, `${name}.pem`)
      writeFileSync(file, pem)
      utility(configuration, ["--import", file, "--token", label, "--label", name, "--id", idOf(name), "--pin", pin])
      rmSync(file)
    },
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
  return token
}

/** Ends every session of this process with the module, as a device does that was away. */
export const finalize = (module: string): void => {
  const pkcs11js = library()
  const pkcs11 = new pkcs11js.PKCS11()
  pkcs11.load(module)
  pkcs11.C_Finalize()
}
