// What a link pays: each scheme admits its own kinds alone, so that bitcoin: never pays an e-mail and solana: never a CPF.
import { readBitcoinParameters, readLiquidParameters } from "./bitcoin-link.ts"
import { readEthereumLink } from "./ethereum-link.ts"
import { forms, readAs } from "./forms.ts"
import type { Said } from "./link-amount.ts"
import { type PaymentStringKind, type ReadingResult, moved, reading, readingsOf } from "./reading.ts"
import { readSolanaParameters } from "./solana-link.ts"
import { type ParsedLink, type Scheme, linkFault } from "./uri.ts"

interface Rules {
  readonly kinds: ReadonlyArray<PaymentStringKind>
  readonly wants: string
  readonly said?: (link: ParsedLink, now: number | undefined) => Said
}

const liquid: Rules = { kinds: ["liquid"], wants: "a Liquid address", said: readLiquidParameters }

const rules: Readonly<Record<Scheme, Rules>> = {
  lightning: {
    kinds: ["bolt11", "lnurl", "lightningAddress"],
    wants: "a Lightning invoice (BOLT11), an LNURL or a Lightning address"
  },
  bitcoin: {
    kinds: ["bitcoin"],
    wants: "a Bitcoin address, or a Lightning invoice in its parameter lightning",
    said: readBitcoinParameters
  },
  liquidnetwork: liquid,
  liquid,
  ethereum: { kinds: ["evm"], wants: "an EVM address, as in ethereum:0x…@8453?value=1e18 (EIP-681)" },
  solana: { kinds: ["solana"], wants: "a Solana address", said: readSolanaParameters },
  tron: { kinds: ["tron"], wants: "a TRON address" },
  spark: { kinds: ["spark"], wants: "a Spark address" },
  pix: { kinds: ["brCode", "pixKey"], wants: "a BR Code or a PIX key" }
}

/** Everything that may stand in a link. */
export const kindsOfLink = ({ scheme }: ParsedLink): ReadonlyArray<PaymentStringKind> => rules[scheme].kinds

const misfit = ({ at, body, scheme }: ParsedLink, now: number | undefined): ReadingResult => {
  const other = readingsOf(readAs(forms, body, now)).map(({ what }) => what).join("; ")
  const found = other === "" ? (body === "" ? "nothing stands in it" : "this is none") : `this is: ${other}`
  const article = scheme === "ethereum" ? "An" : "A"
  return linkFault("scheme", `${article} ${scheme}: link wants ${rules[scheme].wants}; ${found}.`, at)
}

const readBody = (link: ParsedLink, now: number | undefined): ReadonlyArray<ReadingResult> => {
  if (link.scheme === "ethereum") return readEthereumLink(link) ?? [misfit(link, now)]
  if (link.scheme === "solana" && /^https(?::|%3a)/i.test(link.body)) {
    return [
      linkFault("request", "What this link pays is said by the server it names, which is not asked here.", link.at)
    ]
  }
  const admitted = forms.filter(({ kind }) => rules[link.scheme].kinds.includes(kind))
  const attempts = readAs(admitted, link.body, now)
  return attempts.length === 0 ? [misfit(link, now)] : attempts.map((attempt) => moved(attempt, link.at))
}

/** Everything that a link says: what is paid, beside what is wrong with it. */
export const readLink = (link: ParsedLink, now: number | undefined): ReadonlyArray<ReadingResult> => {
  const { attempts, facts } = rules[link.scheme].said?.(link, now) ?? { attempts: [], facts: [] }
  const isInvoiceAlone = link.scheme === "bitcoin" && link.body === "" &&
    link.parameters.some(({ key }) => key === "lightning")
  const body = isInvoiceAlone ? [] : readBody(link, now)
  return [
    ...body.map((each) =>
      each._tag === "Fault" ? each : reading({ ...each.reading, facts: [...facts, ...each.reading.facts] })
    ),
    ...attempts,
    ...link.faults
  ]
}
