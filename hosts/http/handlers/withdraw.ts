// The deprecated withdrawal, which has no use case any more.
import { withdrawn } from "../../../core/access/withdrawn.ts"
import { createPayout } from "../api/payout.ts"
import { withdrawPix } from "../api/withdraw.ts"
import { route } from "../route.ts"

export const withdrawRoutes = [
  route(
    withdrawPix,
    ({ caller }) => withdrawn(caller, "Withdrawal by PIX", `${createPayout.method} ${createPayout.path}`)
  )
]
