// How little and how much the floats of each network should hold, from settings of networks.
import { Result } from "effect"
import { parseAddress } from "../../../../core/standards/address/address.ts"
import { Network } from "../../../../core/standards/address/network.ts"
import { type AssetCode, assetCodes } from "../../../../core/base/money/assets.ts"
import { NativeCoin } from "../../../../core/base/money/coins.ts"
import { parseHeld } from "../../../../core/base/money/decimal.ts"
import type { FloatMark } from "../../../../core/ports/float-marks.ts"
import { type MarkSetting, SettingWrong } from "./setting.ts"

type Marked = Readonly<Record<string, { readonly floats?: Readonly<Record<string, MarkSetting>> } | undefined>>

const held = [...assetCodes, ...NativeCoin.literals]
const isHeld = (code: string): code is AssetCode | NativeCoin => (held as ReadonlyArray<string>).includes(code)

const isAsset = (what: string): boolean => (assetCodes as ReadonlyArray<string>).includes(what)

// Where a treasury is swept to, in the form that its network has for it.
const sweepOf = (
  { high, network, what }: FloatMark,
  sweepTo: string,
  problems: Array<SettingWrong>
): Pick<FloatMark, "sweepTo"> => {
  const wrong = (problem: string): void =>
    void problems.push(new SettingWrong({ field: `networks.${network}.floats.${what}.sweepTo`, problem }))
  if (!isAsset(what)) wrong("is for tokens of the treasury: what pays fees stays where it is")
  if (high === undefined) wrong("needs a high mark beside it")
  const address = parseAddress(network, sweepTo)
  if (Result.isSuccess(address)) return { sweepTo: address.success }
  wrong(`is no address of ${network}: ${address.failure.message}`)
  return {}
}

/** The marks that settings name, and what is wrong with them. */
export const marksOf = (
  networks: Marked
): { readonly marks: ReadonlyArray<FloatMark>; readonly problems: ReadonlyArray<SettingWrong> } => {
  const marks: Array<FloatMark> = []
  const problems: Array<SettingWrong> = []
  for (const network of Network.literals) {
    for (const [what, { high, low, sweepTo }] of Object.entries(networks[network]?.floats ?? {})) {
      const field = `networks.${network}.floats.${what}`
      if (!isHeld(what)) {
        problems.push(new SettingWrong({ field, problem: `must be one of ${[...new Set(held)].join(", ")}` }))
        continue
      }
      const units = (name: "high" | "low", text: string | undefined) => {
        if (text === undefined) return {}
        const read = parseHeld(what, text)
        if (Result.isSuccess(read)) return { [name]: read.success }
        problems.push(new SettingWrong({ field: `${field}.${name}`, problem: `is no amount of ${what}` }))
        return {}
      }
      const mark: FloatMark = { network, what, ...units("low", low), ...units("high", high) }
      if (low !== undefined && high !== undefined && (mark.low ?? 0n) > (mark.high ?? mark.low ?? 0n)) {
        problems.push(new SettingWrong({ field, problem: "has a low mark above its high one" }))
      }
      marks.push(sweepTo === undefined ? mark : { ...mark, ...sweepOf(mark, sweepTo, problems) })
    }
  }
  return { marks, problems }
}
