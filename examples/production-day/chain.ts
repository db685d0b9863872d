// The chain of the day: an adapter of an embedding server over the ledger of stand-ins/ledger.ts. A real one signs with the seed.
import { Effect } from "effect"
import {
  ChainUnavailable,
  type DeliveryReceipt,
  type LookUp,
  type Outcome,
  absent,
  chainAdapter,
  done,
  refused,
  unknown
} from "pontepay"
import { unconfiguredChain } from "pontepay/unconfigured"
import { treasury } from "./stand-ins/ledger.ts"

interface Said {
  readonly transactionHash?: string
  readonly refused?: string
  readonly absent?: string
  readonly units?: string
}

interface Transfer {
  readonly asset: string
  readonly from: string
  readonly to: string
  readonly units: string
}

const patienceMs = 3_000

/** A chain that is the ledger at an address. */
export const ledgerChain = (url: string) => {
  const ask = (path: string, body?: Transfer): Effect.Effect<Said, string> =>
    Effect.tryPromise({
      try: async () => {
        const answer = await fetch(`${url}${path}`, {
          method: body === undefined ? "GET" : "PUT",
          signal: AbortSignal.timeout(patienceMs),
          ...body === undefined ? {} : { body: JSON.stringify(body) }
        })
        return await answer.json() as Said
      },
      catch: String
    })
  const outcome = (said: Said): Outcome<DeliveryReceipt> =>
    said.transactionHash !== undefined
      ? done({ transactionHash: said.transactionHash })
      : said.refused === undefined
      ? unknown("unreadable")
      : refused("refusedByProvider", said.refused)
  const send = (operationId: string, transfer: Transfer) =>
    ask(`/transfers/${encodeURIComponent(operationId)}`, transfer).pipe(
      Effect.map(outcome),
      Effect.catch((problem) => Effect.succeed(unknown("noAnswer", problem)))
    )
  const balance = (address: string, asset: string) =>
    ask(`/balances/${address}/${asset}`).pipe(
      Effect.map(({ units = "0" }) => BigInt(units)),
      Effect.mapError((reason) => new ChainUnavailable({ reason }))
    )
  return chainAdapter.succeed({
    leastDelivery: () => 0n,
    account: (network) => Effect.succeed(`${network}:${treasury}`),
    // The ledger makes one transfer of an id.
    absentAfterMs: 0,
    deliver: ({ address, asset, operationId, units }) =>
      send(operationId, { asset, from: treasury, to: address, units: String(units) }),
    sign: ({ asset, from, network, operationId, sendBefore, to, units }) =>
      Effect.succeed({
        operationId,
        network,
        sendBefore,
        payload: JSON.stringify({ asset, from: from.evm, to, units: String(units) })
      }),
    submit: ({ operationId, payload }) => send(operationId, JSON.parse(payload)),
    lookUp: ({ operationId }): Effect.Effect<LookUp<DeliveryReceipt>> =>
      ask(`/transfers/${encodeURIComponent(operationId)}`).pipe(
        Effect.map((said) => said.absent === operationId ? absent : outcome(said)),
        Effect.catch((problem) => Effect.succeed(unknown("noAnswer", problem)))
      ),
    settlement: unconfiguredChain.settlement,
    treasury: () => Effect.succeed(treasury),
    spendable: ({ addresses, asset }) => balance(addresses.evm, asset),
    holdings: ({ evm }) =>
      Effect.map(balance(evm, "USDC"), (units) => [{ asset: "USDC", network: "base", units }] as const)
  })
}
