// How much may leave the treasury of each network, from settings of networks.
import { type AssetCode, assetCodes } from "../../../../core/base/money/assets.ts"
import type { LimitsOfTreasuries, TreasuryLimit } from "../../../../core/ports/treasury-limits.ts"
import { type LimitSetting, SettingWrong, unitsOf } from "./setting.ts"

type Limited = Readonly<
  Record<string, { readonly limits?: Readonly<Record<string, LimitSetting>> } | undefined>
>

const isAsset = (code: string): code is AssetCode => (assetCodes as ReadonlyArray<string>).includes(code)

/** The limits that settings name, and what is wrong with them. */
export const limitsOf = (
  networks: Limited
): { readonly limits: LimitsOfTreasuries; readonly problems: ReadonlyArray<SettingWrong> } => {
  const known = new Map<string, TreasuryLimit>()
  const problems: Array<SettingWrong> = []
  const wrong = (field: string, problem: string): void => void problems.push(new SettingWrong({ field, problem }))
  for (const [network, settings] of Object.entries(networks)) {
    for (const [code, amounts] of Object.entries(settings?.limits ?? {})) {
      const field = `networks.${network}.limits.${code}`
      if (!isAsset(code)) {
        wrong(field, `must be one of ${assetCodes.join(", ")}`)
        continue
      }
      const units = Object.entries(amounts).map(([name, amount]) => [name, unitsOf(code, amount)] as const)
      for (const [name, value] of units) if (value === undefined) wrong(`${field}.${name}`, `is no amount of ${code}`)
      known.set(`${code}@${network}`, Object.fromEntries(units))
    }
  }
  return { limits: { of: (asset, place) => known.get(`${asset}@${place}`) }, problems }
}
