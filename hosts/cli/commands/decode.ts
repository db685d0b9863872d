// `pontepay decode`: what any payment string is, or where it is wrong. Nothing leaves this machine.
import { Argument, Command } from "effect/cli"
import { type Decoded, decodePaymentString } from "../../../core/decode/payment-string/decode.ts"
import type { Fact, Fault, Reading, Remark } from "../../../core/decode/payment-string/reading.ts"
import { act } from "../act.ts"
import { CliFailure } from "../failure.ts"
import { green, red, shown, yellow } from "../print.ts"
import type { WorldShape } from "../world.ts"

const names: Readonly<Record<Reading["kind"], string>> = {
  brCode: "BR Code",
  pixKey: "PIX key",
  bolt11: "BOLT11",
  lnurl: "LNURL",
  lightningAddress: "Lightning address",
  evm: "EVM address",
  tron: "TRON address",
  solana: "Solana address",
  spark: "Spark address",
  bitcoin: "Bitcoin address",
  liquid: "Liquid address",
  link: "payment link"
}

const factLines = (facts: ReadonlyArray<Fact>): string => {
  const widest = Math.max(0, ...facts.map(({ name }) => name.length))
  return facts.map(({ at, name, value }) => {
    const place = at === undefined ? "" : `  (from ${at + 1})`
    return `  ${shown(name).padEnd(widest)}  ${shown(value)}${place}`.trimEnd().concat("\n")
  }).join("")
}

const remarkText = ({ at, message }: Remark, { canColor }: WorldShape): string =>
  `  ${yellow("But:", canColor)} ${shown(message)}${at === undefined ? "" : `  (from ${at + 1})`}\n`

const readingText = (reading: Reading, world: WorldShape): string => {
  const facts = factLines([{ name: "canonical", value: reading.canonical }, ...reading.facts])
  const remarks = reading.remarks.map((remark) => remarkText(remark, world)).join("")
  return `${green(shown(reading.what), world.canColor)}\n${remarks}${facts}`
}

/** Characters shown on each side of the fault. */
const around = 30

// The text around the fault with a mark under it: long codes do not fit on a line.
const pointer = (text: string, at: number): string => {
  const from = Math.max(0, at - around)
  const before = `${from > 0 ? "…" : ""}${shown(text.slice(from, at))}`
  const after = `${shown(text.slice(at, at + around))}${at + around < text.length ? "…" : ""}`
  return `\n  ${before}${after}\n  ${" ".repeat(before.length)}^ character ${at + 1}\n`
}

// What the sandbox makes: an amount in nano-bitcoin, and 240 characters that no one computed. A mistyped invoice of that
// length has a place at which it is wrong.
const sandboxInvoice = /^\s*(?:lightning:(?:\/\/)?)?lnbc\d+n1p[02-9ac-hj-np-z]{240}\s*$/i

const hintOf = (given: string, { at, kind, reason }: Fault): string =>
  kind === "bolt11" && reason === "checksum" && at === undefined && sandboxInvoice.test(given)
    ? "  An invoice of the sandbox is like that on purpose: no one can pay it.\n"
    : ""

const faultText = (given: string, fault: Fault, { canColor }: WorldShape): string => {
  const place = fault.at === undefined ? "" : pointer(given, fault.at)
  const facts = fault.facts.length === 0 ? "" : `\n  What could be read:\n${factLines(fault.facts)}`
  return `${red(`Not a valid ${names[fault.kind]}`, canColor)}\n  ${shown(fault.message)}\n${
    hintOf(given, fault)
  }${place}${facts}`
}

const uriText = ({ uri }: Decoded): string =>
  uri === undefined
    ? ""
    : `In a ${uri.scheme}: link${uri.parameters.length === 0 ? "" : " with"}\n${factLines(uri.parameters)}\n`

const textOf = (given: string, decoded: Decoded, world: WorldShape): string => {
  const { faults, readings, tried } = decoded
  if (readings.length > 0) {
    const several = readings.length > 1 ? `This can be ${readings.length} things:\n\n` : ""
    return uriText(decoded) + several + readings.map((each) => readingText(each, world)).join("\n")
  }
  if (faults.length > 0) return uriText(decoded) + faults.map((each) => faultText(given, each, world)).join("\n")
  const nothing = red("This is no payment string", world.canColor)
  if (given.trim() === "") return `${nothing}\n  The text is empty.\n`
  return `${nothing}\n  It was compared with: ${tried.map((kind) => names[kind]).join(", ")}.\n`
}

export const decode = Command.make(
  "decode",
  {
    text: Argument.String("text").pipe(Argument.withDescription("The payment string; quote it where it holds spaces"))
  },
  act<{ readonly text: string }>(async ({ text }, { show, world }) => {
    const decoded = decodePaymentString(text, { now: world.now() })
    show(
      { valid: decoded.readings.length > 0, ...decoded, uri: decoded.uri ?? null },
      () => textOf(text, decoded, world)
    )
    if (decoded.readings.length === 0) throw new CliFailure({ message: "", exitCode: 1 })
  })
).pipe(
  Command.withDescription(
    "Say what a payment string is: BR Code (every field and the check), PIX key, BOLT11 invoice, LNURL, Lightning address, "
      + "EVM, TRON, Solana, Spark, Bitcoin or Liquid address. Where it is none: what is wrong, and at which character. "
      + "Nothing leaves this machine. Exit code 1 when it is nothing valid."
  ),
  Command.withShortDescription("Say what a payment string is, or where it is wrong"),
  Command.withExamples([
    { command: "pontepay decode maria@example.com", description: "A PIX key, and a Lightning address" },
    { command: "pontepay decode 0x52908400098527886E0F7030069857D2E4169EE7", description: "With its checksum" },
    { command: "pontepay decode \"$(pbpaste)\" --json", description: "For a program" }
  ])
)
