// How little and how much the floats of each network should hold, from settings of networks.
import { Result } from "effect"
import { Network } from "../../../core/address/network.ts"
import { type AssetCode, assetCodes } from "../../../core/money/assets.ts"
import { NativeCoin } from "../../../core/money/coins.ts"
import { parseHeld } from "../../../core/money/decimal.ts"
import type { FloatMark } from "../../../core/ports/float-marks.ts"
import { type MarkSetting, SettingWrong } from "./setting.ts"

type Marked = Readonly<Record<string, { readonly floats?: Readonly<Record<string, MarkSetting>> } | undefined>>

const held = [...assetCodes, ...NativeCoin.literals]
const isHeld = (code: string): code is AssetCode | NativeCoin => (held as ReadonlyArray<string>).includes(code)

/** The marks that settings name, and what is wrong with them. */
export const marksOf = (
  networks: Marked
): { readonly marks: ReadonlyArray<FloatMark>; readonly problems: ReadonlyArray<SettingWrong> } => {
  const marks: Array<FloatMark> = []
  const problems: Array<SettingWrong> = []
  for (const network of Network.literals) {
    for (const [what, { high, low }] of Object.entries(networks[network]?.floats ?? {})) {
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
      marks.push({ network, what, ...units("low", low), ...units("high", high) })
    }
  }
  return { marks, problems }
}
