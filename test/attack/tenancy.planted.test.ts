// The attacks on tenancy find what they are for: holes as somebody might leave them.
import { Effect, Option } from "effect"
import { expect, it } from "vitest"
import type { Caller } from "../../core/customers/access/caller.ts"
import type * as Records from "../../core/engine/store/records.ts"
import type * as Resource from "../../core/customers/subaccount/subaccount.ts"
import { type Hole, attackWith } from "./planted.ts"

const attack = async () => (await import("./tenancy.ts")).attackTenancy({ crossed: 0, disguises: {} })

const holes: ReadonlyArray<Hole> = [
  {
    name: "a subaccount is not held to its owner",
    module: "core/customers/subaccount/subaccount.ts",
    opened: ({ Subaccounts }) => ({
      subaccountInScope: (caller: Caller, id: string | undefined) =>
        Effect.gen(function*() {
          const { get } = yield* Effect.promise((): Promise<typeof Records> =>
            import("../../core/engine/store/records.ts")
          )
          const found = yield* get(Subaccounts as typeof Resource.Subaccounts, id ?? caller.account.mainSubAccountId)
          return Option.getOrThrow(found).value
        })
    }),
    attack
  },
  {
    name: "an owner sees every account of management",
    module: "hosts/http/api/request/viewer.ts",
    opened: () => ({ accountFor: (_viewer: unknown, accountId: string) => Effect.succeed(accountId) }),
    attack
  },
  {
    name: "the proof of an upload is not looked at",
    module: "core/customers/kyc/document-token.ts",
    opened: ({ readUploadToken }) => ({
      readUploadToken: (token: string) => ({
        ...(readUploadToken as (token: string) => object)(token),
        holds: () => true
      })
    }),
    attack
  }
]

it.each(holes)("finds that $name", async (hole) => {
  const { breaches } = await attackWith(hole)
  expect(breaches.length).toBeGreaterThan(0)
})
