// The operator of a simulation: turns flags, keys, secrets and endpoints, and ends approvals, while everything goes on. Each
// action is tried until it is done; what it was meant for is undone by another action later.
import { Effect, Exit, Redacted } from "effect"
import { createKey } from "../../core/customers/account/create-key.ts"
import { revokeKey } from "../../core/customers/account/revoke-key.ts"
import { rotateKey } from "../../core/customers/account/rotate-key.ts"
import { updateAccount } from "../../core/operations/provisioning/update-account.ts"
import { callerOf } from "../../core/customers/access/caller.ts"
import { KycAttempts, latestAttempt } from "../../core/customers/kyc/kyc-attempt.ts"
import { insert, list } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { registerWebhook } from "../../core/webhooks/webhook/register-webhook.ts"
import { removeWebhook } from "../../core/webhooks/webhook/remove-webhook.ts"
import { rotateSecret } from "../../core/webhooks/webhook/rotate-secret.ts"
import { Webhooks } from "../../core/webhooks/webhook/webhook.ts"
import type { RequestServices } from "../http/environments/plane.ts"
import type { Decisions } from "./decisions.ts"
import type { VirtualTime } from "./time.ts"
import type { Process } from "./work.ts"

/** What can be turned, in both directions. */
export type Turn =
  | "payoutsOff"
  | "payoutsOn"
  | "swapsOff"
  | "swapsOn"
  | "refundsOff"
  | "refundsOn"
  | "block"
  | "unblock"
  | "rotateSecret"
  | "rotateKey"
  | "replaceKey"
  | "endApproval"
  | "renewApproval"
  | "addWebhook"
  | "removeWebhook"

export interface OperatorParts {
  readonly time: VirtualTime
  readonly decisions: Decisions
  readonly host: (name: string) => Process | undefined
  readonly run: <A, E>(
    process: Process,
    label: string,
    effect: Effect.Effect<A, E, RequestServices>,
    ended: (exit: Exit.Exit<A, E>) => void
  ) => void
  /** The keys that accounts begin with. */
  readonly keys: ReadonlyArray<string>
}

const second = 1_000
const minute = 60 * second
const mostTries = 30

const operator = { environment: "sandbox", requestId: "simulated" } as const

const flags = {
  payoutsOff: { WALLET_PAYOUT_API: false },
  payoutsOn: { WALLET_PAYOUT_API: true },
  swapsOff: { SWAP: false },
  swapsOn: { SWAP: true },
  refundsOff: { AUTO_REFUND: false },
  refundsOn: { AUTO_REFUND: true }
} as const

/** Actions that come by surprise, each with the one that makes it good. */
const surprises = {
  flagFlipped: [["payoutsOff", "payoutsOn"], ["swapsOff", "swapsOn"], ["block", "unblock"]],
  kycRevoked: [["endApproval", "renewApproval"]],
  keyRevoked: [["replaceKey", undefined], ["rotateKey", undefined]],
  secretRotated: [["rotateSecret", undefined]]
} as const satisfies Readonly<Record<string, ReadonlyArray<readonly [Turn, Turn | undefined]>>>

const surprising = ["flagFlipped", "kycRevoked", "keyRevoked", "secretRotated"] as const

export class OperatorDesk {
  private readonly parts: OperatorParts
  private readonly current: Array<string>

  constructor(parts: OperatorParts) {
    this.parts = parts
    this.current = [...parts.keys]
  }

  /** The key that the app of an account uses. */
  keyOf(account: number): Redacted.Redacted {
    return Redacted.make(this.current[account % this.current.length] ?? "")
  }

  /** Something may be turned while a request is on its way, and turned back after a while. */
  mayTurn(account: number, name: string): void {
    const { decisions, time } = this.parts
    const place = `turn/${name}`
    const fault = decisions.at(place, surprising)
    if (fault === undefined) return
    const choices = surprises[fault]
    const [turn, back] = choices[Math.floor(decisions.chance(`${place}~`) * choices.length)] ?? choices[0]
    time.at(time.now + decisions.between(`${place}>`, 1, 800), () => this.turn(account, turn, place))
    if (back === undefined) return
    time.at(time.now + decisions.between(`${place}<`, minute, 40 * minute), () => this.turn(account, back, `${place}<`))
  }

  /** Does a action for an account, until it is done; `name` names it. */
  turn(account: number, turn: Turn, name: string, tries = 1): void {
    const { host, run, time } = this.parts
    const label = `${name}!${tries}`
    const again = () => {
      if (tries < mostTries) time.at(time.now + tries * second, () => this.turn(account, turn, name, tries + 1))
    }
    const process = host(label)
    if (process === undefined) return again()
    let isOver = false
    time.at(time.now + 30 * second, () => {
      if (isOver) return
      isOver = true
      again()
    })
    run(process, label, this.action(account % this.current.length, turn, name), (exit) => {
      if (isOver) return
      isOver = true
      if (Exit.isFailure(exit)) again()
    })
  }

  private action(account: number, turn: Turn, name: string): Effect.Effect<unknown, unknown, RequestServices> {
    return Effect.flatMap(
      callerOf(this.keyOf(account), "sandbox"),
      ({ account: { id, mainSubAccountId }, keyId }): Effect.Effect<unknown, unknown, RequestServices> => {
        switch (turn) {
          case "payoutsOff":
          case "payoutsOn":
          case "swapsOff":
          case "swapsOn":
          case "refundsOff":
          case "refundsOn":
            return updateAccount(operator, id, { flags: flags[turn] })
          case "block":
          case "unblock":
            return updateAccount(operator, id, { blocked: turn === "block" })
          case "rotateKey":
            return Effect.tap(rotateKey(operator, id, keyId), ({ secret }) => this.use(account, secret))
          case "replaceKey":
            return Effect.andThen(
              Effect.tap(createKey(operator, id), ({ secret }) => this.use(account, secret)),
              revokeKey(operator, id, keyId)
            )
          case "endApproval":
          case "renewApproval":
            return this.approve(id, mainSubAccountId, turn === "renewApproval", name)
          case "rotateSecret":
            return onEndpoint(id, () => true, (webhookId) => rotateSecret(operator, webhookId))
          case "addWebhook":
            return registerWebhook(operator, id, { url: secondEndpoint(id) })
          case "removeWebhook":
            return onEndpoint(
              id,
              (url) => url === secondEndpoint(id),
              (webhookId) => removeWebhook(operator, webhookId)
            )
        }
      }
    )
  }

  // The app has it a moment later than the service.
  private use(account: number, secret: Redacted.Redacted): Effect.Effect<void> {
    return Effect.sync(() => {
      this.current[account] = Redacted.value(secret)
    })
  }

  // No use case ends an approval: it is as if the provider had examined the person again.
  private approve(owner: string, subAccountId: string, isApproved: boolean, name: string) {
    return Effect.gen(function*() {
      const before = yield* latestAttempt(subAccountId)
      const status = isApproved ? "APPROVED" as const : "REJECTED" as const
      if (before === undefined || before.status === status) return
      const now = before.updatedAt + 1
      const attempt = {
        ...before,
        id: `kyc_${name.replaceAll(/\W/g, "-")}`,
        owner,
        status,
        approvedAt: isApproved ? now : null,
        createdAt: now,
        updatedAt: now
      }
      yield* Store.use((store) => store.commit(changeSet({ writes: [insert(KycAttempts, attempt)] })))
    })
  }
}

// The endpoint of an owner that fits, if he has one.
const onEndpoint = Effect.fnUntraced(function*<E, R>(
  owner: string,
  fits: (url: string) => boolean,
  act: (webhookId: string) => Effect.Effect<unknown, E, R>
) {
  const rows = yield* list(Webhooks, "byOwner", owner, { limit: 10 })
  const found = rows.map(({ value }) => value).findLast(({ removedAt, url }) => removedAt === undefined && fits(url))
  if (found !== undefined) yield* act(found.id)
})

/** Where an account listens for a while. */
const secondEndpoint = (owner: string): string => `https://${owner.replaceAll("_", "-")}.test/second`
