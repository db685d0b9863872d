// Every form of payment string, what each looks like, and the reading of a text as all that it looks like.
import { readBrCode } from "./br-code.ts"
import { readBitcoin, readEvm, readLiquid, readSolana, readSpark, readTron } from "./chains.ts"
import { readBolt11Invoice, readLightningAddress } from "./lightning.ts"
import { readLnurl } from "./lnurl.ts"
import { readPixKey } from "./pix-key.ts"
import {
  type Fault,
  type PaymentStringKind,
  type ReadingResult,
  fault,
  faultsOf,
  reading,
  readingsOf
} from "./reading.ts"

interface Form {
  readonly kind: PaymentStringKind
  /** Whether the text looks like one, so that what is wrong with it as such is worth telling. */
  readonly shape: RegExp
  readonly read: (text: string, now: number | undefined) => ReadonlyArray<ReadingResult>
}

const one =
  (read: (text: string, now: number | undefined) => ReadingResult): Form["read"] => (text, now) => [read(text, now)]

const base58 = "[1-9A-HJ-NP-Za-km-z]"
// Base58 leaves out 0, O, I and l: with one of them a text is a mistyped address rather than nothing.
const letters = "[0-9A-Za-z]"

/** Every form, those first that are told from their first characters. */
export const forms: ReadonlyArray<Form> = [
  { kind: "brCode", shape: /^\s*000\d/, read: one(readBrCode) },
  { kind: "bolt11", shape: /^ln(?:bc|tb|sb|bcrt)/i, read: one(readBolt11Invoice) },
  { kind: "lnurl", shape: /^lnurl|^keyauth:/i, read: one(readLnurl) },
  { kind: "evm", shape: /^0x|^[0-9a-f]{40}$/i, read: one(readEvm) },
  { kind: "spark", shape: /^spark(?:t|s|rt|l)?1/i, read: one(readSpark) },
  {
    kind: "bitcoin",
    shape: new RegExp(`^(?:bc|tb|bcrt)1|^(?=.*[g-z])[13]${letters}{24,34}$|^[mn2]${base58}{24,34}$`, "i"),
    read: one(readBitcoin)
  },
  {
    kind: "liquid",
    shape: new RegExp(`^(?:ex|lq|tex|tlq|ert|el)1|^[GHQ]${base58}{32,33}$|^V${letters}{75,80}$`, "i"),
    read: one(readLiquid)
  },
  { kind: "tron", shape: /^T.{30,36}$/, read: one(readTron) },
  {
    kind: "solana",
    shape: new RegExp(`^${base58}{32,44}$|^(?=.*[a-z])(?=.*[A-Z])${letters}{32,44}$`),
    read: one(readSolana)
  },
  { kind: "lightningAddress", shape: /^(?!\s*000201).*@/s, read: one(readLightningAddress) },
  { kind: "pixKey", shape: /./s, read: readPixKey }
]

// Most texts of letters and digits could be a mistyped Solana address: that is told when they look like nothing else.
// One that is an address and belongs to no one is meant.
const worthTelling = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> => {
  const meant = faults.filter(({ kind, reason }) => kind === "solana" && reason === "payload")
  if (meant.length > 0) return meant
  return faults.some(({ kind }) => kind !== "solana") ? faults.filter(({ kind }) => kind !== "solana") : faults
}

/** A text as each of the forms whose shape it has: what it is, or where it is none of them what is wrong with it. */
export const readAs = (
  among: ReadonlyArray<Form>,
  text: string,
  now: number | undefined
): ReadonlyArray<ReadingResult> => {
  const attempts = among.filter(({ shape }) => shape.test(text)).flatMap(({ read }) => read(text, now))
  const readings = readingsOf(attempts)
  return readings.length > 0 ? readings.map(reading) : worthTelling(faultsOf(attempts)).map(fault)
}

/** The same, where a space or a line break that came in by copying is what is wrong. */
export const readCopied = (text: string, now: number | undefined): ReadonlyArray<ReadingResult> => {
  const attempts = readAs(forms, text, now)
  const at = text.search(/\s/)
  if (at === -1 || readingsOf(attempts).length > 0) return attempts
  const meant = readingsOf(readAs(forms, text.replace(/\s/g, ""), now))
  if (meant.length === 0) return attempts
  const what = text.charAt(at) === "\n" || text.charAt(at) === "\r" ? "a line break" : "a space"
  return meant.map((each) =>
    fault({ kind: each.kind, reason: "character", message: `${each.what}, but for ${what} in it.`, at, facts: [] })
  )
}
