// Efí: receives, returns and pays PIX.
import { Effect } from "effect"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { bankRows, bankSettings, proofProblems } from "./bank-rows.ts"
import { provider } from "./definition.ts"

export const efi = provider({
  name: "efi",
  title: "Efí",
  roles: ["PIX"],
  variables: {
    URL: {
      kind: "url",
      fallback: "https://pix.api.efipay.com.br",
      about: "where Efí's interface is; its sandbox is https://pix-h.api.efipay.com.br"
    },
    ...bankRows,
    DYNAMIC_CODES_UP_TO_BRL: {
      kind: "number",
      least: 0,
      most: 1_000_000,
      fallback: "0",
      about:
        "up to how many whole reais dynamic codes are ordered, whose receivers can change the amount until Efí pays; 0 refuses all of them"
    }
  },
  adapters: (given) =>
    Effect.gen(function*() {
      const problems = proofProblems("efi", given)
      if (problems.length > 0) return yield* Effect.fail(problems)
      const adapter = yield* Effect.promise(() => import("../../../../adapters/efi/index.ts"))
      return adapter.efi({
        baseUrl: given.URL,
        ...bankSettings(given),
        dynamicCodesUpTo: unitsUnsafe("BRL", 100n * BigInt(given.DYNAMIC_CODES_UP_TO_BRL))
      })
    })
})
