// What the service does with its nonce accounts on the network: makes those of the pool that are missing, which an operator orders, and
// uses one up whose spend missed its deadline, so that the spend can never take effect.
import { address, createNoopSigner } from "@solana/kit"
import { getCreateAccountWithSeedInstruction, getInitializeNonceAccountInstruction } from "@solana-program/system"
import { Clock, Effect } from "effect"
import type { Instruction } from "@solana/kit"
import type { EdSigner, SignerProblem } from "../custody/signer.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import { type Nodes, nonceValue } from "./attempt-status.ts"
import { recentBlockhash } from "./blockhash.ts"
import { type MessageLifetime, compiled, wireOf } from "./message.ts"
import { nonceBytes, nonceRent, nonceSeed } from "./nonce-account.ts"
import { systemProgram } from "./programs.ts"

/** Makes the value of a nonce account another one, once, however often it is done. */
export type NonceKiller = (
  nonce: Extract<MessageLifetime, { readonly value: string }>
) => Effect.Effect<void, NodeAway | SignerProblem>

interface Payer {
  readonly address: string
  readonly signer: EdSigner
}

const lookEveryMs = 200

export const makeNonceAccounts = (nodes: Nodes, payer: Payer) => {
  const noop = createNoopSigner(address(payer.address))

  const sent = Effect.fnUntraced(function*(
    account: string,
    units: bigint,
    lifetime: MessageLifetime,
    instructions: ReadonlyArray<Instruction>
  ) {
    const message = compiled(payer.address, lifetime, instructions)
    const purpose = { operationId: `nonce/${account}`, network: "solana", what: "SOL", units, to: account } as const
    const signature = yield* payer.signer.sign(message, purpose)
    const wire = wireOf(message, { [payer.address]: signature })
    yield* nodes.toAll((node) => node.send(wire))
  })

  const useUp: NonceKiller = (nonce) => sent(nonce.account, 0n, nonce, [])

  const made = (account: string, place: number) =>
    Effect.flatMap(recentBlockhash(nodes, 0), (blockhash) =>
      sent(account, nonceRent, blockhash, [
        getCreateAccountWithSeedInstruction({
          payer: noop,
          newAccount: address(account),
          base: noop.address,
          seed: nonceSeed(place),
          amount: nonceRent,
          space: nonceBytes,
          programAddress: systemProgram
        }),
        getInitializeNonceAccountInstruction({ nonceAccount: address(account), nonceAuthority: noop.address })
      ]))

  /** Makes the accounts that are missing and waits until they are there. Asked again it makes none twice: an address has one account. */
  const create = Effect.fnUntraced(function*(accounts: ReadonlyArray<string>, withinMs: number) {
    const created: Array<string> = []
    for (const [place, account] of accounts.entries()) {
      if ((yield* nonceValue(nodes, account)) !== null) continue
      yield* made(account, place)
      created.push(account)
    }
    const until = (yield* Clock.currentTimeMillis) + withinMs
    for (const account of created) {
      while ((yield* nonceValue(nodes, account)) === null) {
        if ((yield* Clock.currentTimeMillis) > until) {
          return yield* new NodeAway({ reason: `the nonce account ${account} is not there yet` })
        }
        yield* Effect.sleep(lookEveryMs)
      }
    }
    const all: ReadonlyArray<string> = created
    return all
  })

  return { create, useUp }
}
