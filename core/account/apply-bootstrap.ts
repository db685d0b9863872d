// Creates or updates one declared account at start, idempotent by its API key. What was declared before and
// still holds is left alone.
import { Clock, Effect, Equal, Option, Redacted, Result } from "effect"
import { type ApiKey, ApiKeys, last4Of } from "../access/api-key.ts"
import type { Flag } from "../access/flags.ts"
import { type KycAttempt, KycAttempts, latestAttempt } from "../kyc/kyc-attempt.ts"
import { limits } from "../limits/limits.ts"
import { parseDecimal } from "../money/decimal.ts"
import { type Cents, unitsUnsafe } from "../money/units.ts"
import { Ids } from "../ports/ids.ts"
import { type Stored, find, get, insert, replace } from "../ports/records.ts"
import { Secrets } from "../ports/secrets.ts"
import { Store, type Write, changeSet } from "../ports/store.ts"
import { Subaccounts } from "../subaccount/subaccount.ts"
import { type Webhook, Webhooks, secretPlace } from "../webhook/webhook.ts"
import { type Account, Accounts } from "./account.ts"
import type { BootstrapAccount, BootstrapWebhook } from "./bootstrap-file.ts"
import { mainSubaccount, newAccount } from "./new-account.ts"

/** Applies one account of the file and answers its id. */
export const applyBootstrap = Effect.fnUntraced(function*(declared: BootstrapAccount) {
  const now = yield* Clock.currentTimeMillis
  const digest = yield* Secrets.use((secrets) => secrets.keyDigest(Redacted.make(declared.apiKey)))
  const key = Option.getOrUndefined(yield* find(ApiKeys, "digest", digest))?.value
  const before = key === undefined ? undefined : Option.getOrUndefined(yield* get(Accounts, key.owner))
  const account = declaredAccount(declared, before?.value ?? (yield* blankAccount(declared, now)), now)
  const writes = [
    ...(before === undefined
      ? [insert(Accounts, account), insert(Subaccounts, mainSubaccount(account, now))]
      : changedOnly(before, account, [replace(Accounts, before, account)])),
    ...(key === undefined ? [insert(ApiKeys, yield* apiKeyOf(declared, account, digest, now))] : []),
    ...(yield* kycWrites(declared, account, now)),
    ...(yield* Effect.forEach(declared.webhooks ?? [], (webhook) => webhookWrites(webhook, account, now))).flat()
  ]
  yield* Store.use((store) => store.commit(changeSet({ writes })))
  return account.id
})

const blankAccount = Effect.fnUntraced(function*(declared: BootstrapAccount, now: number) {
  const ids = yield* Ids
  const id = yield* ids.next("acc")
  const mainSubAccountId = yield* ids.next("sub")
  return newAccount({ id, name: declared.name, mainSubAccountId, environment: declared.environment }, now)
})

const declaredAccount = (declared: BootstrapAccount, account: Account, now: number): Account => ({
  ...account,
  name: declared.name,
  email: declared.email ?? null,
  flags: declaredFlags(declared),
  virtualAccount: declared.virtualAccount ?? false,
  perTxLimit: declaredLimit(declared),
  updatedAt: now
})

const declaredFlags = (declared: BootstrapAccount): ReadonlyArray<Flag> => {
  const named = (declared.flags ?? []).filter((flag) => flag !== "THIRD_PARTY_DISABLED" && flag !== "THIRD_PARTY")
  return [...new Set<Flag>(declared.thirdParty === true ? [...named, "THIRD_PARTY"] : named)]
}

const declaredLimit = (declared: BootstrapAccount): Cents =>
  declared.perTxLimitBrl === undefined
    ? unitsUnsafe("BRL", limits.perTransactionCents)
    : Result.getOrThrow(parseDecimal("BRL", declared.perTxLimitBrl))

const apiKeyOf = Effect.fnUntraced(
  function*(declared: BootstrapAccount, account: Account, digest: string, now: number) {
    const key: ApiKey = {
      id: yield* Ids.use((ids) => ids.next("key")),
      owner: account.id,
      environment: declared.environment,
      digest,
      last4: last4Of(Redacted.make(declared.apiKey)),
      createdAt: now,
      revokedAt: null
    }
    return key
  }
)

// An approval that was declared stays the latest attempt; taking it back needs another attempt, which only KYC makes.
const kycWrites = Effect.fnUntraced(function*(declared: BootstrapAccount, account: Account, now: number) {
  const standing = yield* latestAttempt(account.mainSubAccountId)
  const taxId = declared.taxId ?? null
  const isDeclared = standing?.status === "APPROVED" && standing.taxId === taxId
  if (declared.kyc !== "APPROVED" || isDeclared) return []
  const attempt: KycAttempt = {
    id: yield* Ids.use((ids) => ids.next("kyc")),
    owner: account.id,
    subAccountId: account.mainSubAccountId,
    status: "APPROVED",
    level: "FULL",
    taxId,
    approvedAt: now,
    createdAt: now,
    updatedAt: now
  }
  return [insert(KycAttempts, attempt)]
})

const webhookWrites = Effect.fnUntraced(function*(declared: BootstrapWebhook, account: Account, now: number) {
  const before = Option.getOrUndefined(yield* find(Webhooks, "url", `${account.id}/${declared.url}`))
  const id = before?.value.id ?? (yield* Ids.use((ids) => ids.next("whk")))
  const webhook: Webhook = {
    id,
    owner: account.id,
    url: declared.url,
    sealedSecret: yield* Secrets.use((secrets) => secrets.seal(Redacted.make(declared.secret), secretPlace(id))),
    events: declared.events ?? null,
    headers: declared.headers ?? {},
    retry: declared.retry ?? false,
    createdAt: before?.value.createdAt ?? now,
    updatedAt: now
  }
  if (before === undefined) return [insert(Webhooks, webhook)]
  const kept = yield* Secrets.use((secrets) => secrets.open(before.value.sealedSecret, secretPlace(id)))
  // Sealing gives another text each time, so it is the secret itself that is compared.
  const isSameSecret = Redacted.value(kept) === declared.secret
  const next = isSameSecret ? { ...webhook, sealedSecret: before.value.sealedSecret } : webhook
  return changedOnly(before, next, [replace(Webhooks, before, next)])
})

// Nothing when the record says already what was declared.
const changedOnly = <A extends { readonly updatedAt: number }>(
  before: Stored<A>,
  next: A,
  writes: ReadonlyArray<Write>
): ReadonlyArray<Write> => Equal.equals({ ...next, updatedAt: before.value.updatedAt }, before.value) ? [] : writes
