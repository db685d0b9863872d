// The published vectors of the keys of wallets, read once.
import { readFileSync } from "node:fs"
import { join } from "node:path"

interface Opens {
  readonly name: string
  readonly pin: string
  readonly email: string
  readonly salt: string
  readonly masterKey: string
  readonly symmetricKey: string
  readonly nonce: string
  readonly protectedSymmetricKey: string
}

interface Refused {
  readonly name: string
  readonly pin: string
  readonly email: string
  readonly protectedSymmetricKey: string
  readonly problem: "wrong-pin" | "invalid-keys"
}

const path = join(import.meta.dirname, "../../vectors/wallet-keys.json")

export const vectors = JSON.parse(readFileSync(path, "utf8")) as {
  readonly opens: ReadonlyArray<Opens>
  readonly refused: ReadonlyArray<Refused>
}
