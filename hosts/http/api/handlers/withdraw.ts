// The deprecated withdrawal, which has no use case any more.
import { withdrawn } from "../../../../core/customers/access/withdrawn.ts"
import { createPayout } from "../definition/payout.ts"
import { withdrawPix } from "../definition/withdraw.ts"
import { route } from "../request/route.ts"

export const withdrawRoutes = [
  route(
    withdrawPix,
    ({ caller }) => withdrawn(caller, "Withdrawal by PIX", `${createPayout.method} ${createPayout.path}`)
  )
]
