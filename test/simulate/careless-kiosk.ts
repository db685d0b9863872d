// A kiosk that hands out its goods for every event, also for one that it has seen.
import type { AppApi, Own } from "../../hosts/simulate/index.ts"
import { buy, ownWith } from "./shop-parts.ts"

export const own = (): Own => {
  const handedOut = new Map<string, number>()
  let told: AppApi | undefined
  return ownWith({
    start: async (api) => {
      told = api
      for (let number = 1; number <= 4; number++) {
        await api.sleep(60_000)
        await buy(api, `order-${number}`).catch(() => 0)
      }
    },
    webhook: ({ body }) => {
      const { data, event } = JSON.parse(body) as { readonly event: string; readonly data: { externalId?: string } }
      const id = data.externalId ?? ""
      if (event !== "DEPOSIT_ASSET_SUCCESS") return 200
      handedOut.set(id, (handedOut.get(id) ?? 0) + 1)
      if (handedOut.get(id) === 2) told?.report(`${id} was handed out twice`)
      return 200
    }
  })
}
