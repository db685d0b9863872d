// The refusal of a bech32 text, with the place of its wrong character where that can be known.
import type { AddressProblem } from "../../standards/address/problem.ts"
import { type Fact, type PaymentStringKind, type ReadingResult, fault } from "./reading.ts"
import { suspectOf } from "./suspect.ts"

export const refused = (
  kind: PaymentStringKind,
  text: string,
  { at, message, reason }: AddressProblem,
  facts: ReadonlyArray<Fact> = []
): ReadingResult => fault({ kind, reason, message, at: reason === "checksum" ? suspectOf(text, "bech32") : at, facts })
