// Wallet endpoints to their use cases.
import { Effect } from "effect"
import { answered } from "../../../core/idempotency/idempotency.ts"
import * as create from "../../../core/wallet/create-wallet.ts"
import * as keys from "../../../core/wallet/read-wallet-keys.ts"
import * as read from "../../../core/wallet/read-wallet.ts"
import * as start from "../../../core/wallet/start-pin-session.ts"
import { createWallet, getWallet, readWallet, readWalletKeys, startPinSession } from "../api/wallet.ts"
import { bodyOptional, route } from "../route.ts"

export const walletRoutes = [
  route(
    startPinSession,
    ({ attempt, caller, payload: { subAccountId }, requiredOrigin }) =>
      Effect.flatMap(requiredOrigin, (origin) => start.startPinSession({ caller, subAccountId, origin, attempt }))
  ),
  route(createWallet, ({ attempt, caller, payload }) => create.createWallet({ caller, request: payload, attempt })),
  route(
    readWallet,
    ({ caller, query }) => Effect.map(read.readWallet(caller, query), (data) => answered({ success: true, data }))
  ),
  route(
    getWallet,
    ({ attempt, caller, payload }) => read.readWalletOnce({ caller, selection: payload, attempt })
  ),
  bodyOptional(route(
    readWalletKeys,
    ({ attempt, caller, payload, query }) =>
      keys.readWalletKeys({ caller, selection: { ...query, ...payload }, attempt })
  ))
]
