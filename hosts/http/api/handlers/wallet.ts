// Wallet endpoints to their use cases.
import { Effect } from "effect"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import * as create from "../../../../core/customers/wallet/create-wallet.ts"
import * as keys from "../../../../core/customers/wallet/read-wallet-keys.ts"
import * as read from "../../../../core/customers/wallet/read-wallet.ts"
import * as start from "../../../../core/customers/wallet/start-pin-session.ts"
import { createWallet, getWallet, readWallet, readWalletKeys, startPinSession } from "../definition/wallet.ts"
import { bodyOptional, route } from "../request/route.ts"

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
