// Creates or updates one declared account at start, idempotent by its API key. What the file says is set again; what it does
// not say, a secret that was rotated since and a webhook that was removed stay as they are.
import { Clock, Effect, Equal, Option, Redacted } from "effect"
import { type ApiKey, ApiKeys, last4Of } from "../../customers/account/api-key.ts"
import type { Flag } from "../../customers/account/flags.ts"
import {
  type KycAttempt,
  KycAttempts,
  latestAttempt,
  newAttempt,
  proofsOf,
  unlockedBy
} from "../../customers/kyc/kyc-attempt.ts"
import { Ids } from "../../engine/store/ids.ts"
import { type Stored, find, get, insert, replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { DuplicateKey, Store, VersionConflict, type Write, changeSet } from "../../engine/store/store.ts"
import { Subaccounts } from "../../customers/subaccount/subaccount.ts"
import { type Webhook, Webhooks, secretPlace, urlKey } from "../../webhooks/webhook/webhook.ts"
import { type DeclaredHolder, mainSubaccount, mainSubaccountWrites } from "./main-subaccount.ts"
import { type Account, Accounts } from "../../customers/account/account.ts"
import type { BootstrapAccount, BootstrapWebhook } from "./bootstrap-file.ts"
import { changed } from "../../customers/account/account-request.ts"
import { newAccount } from "../../customers/account/new-account.ts"

/** Applies one account of the file and answers its id. */
export const applyBootstrap = (declared: BootstrapAccount) =>
  applyOnce(declared).pipe(
    // Another process that starts at the same time was first: what it left is read, and what is still missing added.
    Effect.retry({ while: (error) => error instanceof DuplicateKey || error instanceof VersionConflict, times: 10 })
  )

const applyOnce = Effect.fnUntraced(function*(declared: BootstrapAccount) {
  const now = yield* Clock.currentTimeMillis
  const digest = yield* Secrets.use((secrets) => secrets.keyDigest(Redacted.make(declared.apiKey)))
  const key = Option.getOrUndefined(yield* find(ApiKeys, "digest", digest))?.value
  const before = key === undefined ? undefined : Option.getOrUndefined(yield* get(Accounts, key.owner))
  const account = declaredAccount(declared, before?.value ?? (yield* blankAccount(declared, now)), now)
  const { proofs, writes: proofWrites } = yield* declaredProofs(declared, account, now)
  const holder = declaredHolder(declared, proofs)
  const writes = [
    ...(before === undefined
      ? [insert(Accounts, account), insert(Subaccounts, mainSubaccount(account, now, holder))]
      : [
        ...changedOnly(before, account, [replace(Accounts, before, account)]),
        ...(yield* mainSubaccountWrites(account, holder))
      ]),
    ...(key === undefined ? [insert(ApiKeys, yield* apiKeyOf(declared, account, digest, now))] : []),
    ...(yield* kycWrites(declared, account, now)),
    ...proofWrites,
    ...(yield* Effect.forEach(declared.webhooks ?? [], (webhook) => webhookWrites(webhook, account, now))).flat()
  ]
  yield* Store.use((store) => store.commit(changeSet({ writes })))
  return account.id
})

const blankAccount = Effect.fnUntraced(function*(declared: BootstrapAccount, now: number) {
  const ids = yield* Ids
  const id = yield* ids.next("acc")
  const mainSubAccountId = yield* ids.next("sub", id)
  return newAccount({ id, name: declared.name, mainSubAccountId, environment: declared.environment }, now)
})

const declaredAccount = (declared: BootstrapAccount, account: Account, now: number): Account => {
  const { flags: _, thirdParty: __, ...settings } = declared
  return { ...changed(account, settings, now), flags: declaredFlags(declared, account.flags) }
}

// Where flags are named, those that are not are off, third parties too unless `thirdParty` says otherwise.
const declaredFlags = (declared: BootstrapAccount, current: ReadonlyArray<Flag>): ReadonlyArray<Flag> => {
  if (declared.flags === undefined && declared.thirdParty === undefined) return current
  const named = (declared.flags ?? current).filter((flag) => flag !== "THIRD_PARTY_DISABLED" && flag !== "THIRD_PARTY")
  return [...new Set<Flag>(declared.thirdParty === true ? [...named, "THIRD_PARTY"] : named)]
}

const apiKeyOf = Effect.fnUntraced(
  function*(declared: BootstrapAccount, account: Account, digest: string, now: number) {
    const key: ApiKey = {
      id: yield* Ids.use((ids) => ids.next("key", account.id)),
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
  const current = yield* latestAttempt(account.mainSubAccountId)
  const taxId = declared.taxId ?? null
  const isDeclared = current?.status === "APPROVED" && current.taxId === taxId
  if (declared.kyc !== "APPROVED" || isDeclared) return []
  const attempt: KycAttempt = {
    id: yield* Ids.use((ids) => ids.next("kyc", account.id)),
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

// A proof is an attempt of its own: the approved ones of the company, and with them the one that was declared.
const declaredProofs = Effect.fnUntraced(function*(declared: BootstrapAccount, account: Account, now: number) {
  const known = yield* proofsOf(account.mainSubAccountId)
  const isThere = unlockedBy(known).includes("USD_OPERATIONS")
  if (declared.financialCapacity !== "APPROVED" || isThere) return { proofs: known, writes: [] }
  const submitted = {
    kind: "PROOF_OF_FINANCIAL_CAPACITY",
    source: "DOCUMENT",
    importLabel: null,
    expiresAt: null
  } as const
  const parts = {
    id: yield* Ids.use((ids) => ids.next("kyc", account.id)),
    owner: account.id,
    subAccountId: account.mainSubAccountId,
    level: "FULL",
    taxId: null,
    submitted
  } as const
  const proof: KycAttempt = { ...newAttempt(parts, now), status: "APPROVED", approvedAt: now }
  return { proofs: [...known, proof], writes: [insert(KycAttempts, proof)] }
})

const declaredHolder = (
  { accountType, financialCapacity }: BootstrapAccount,
  proofs: ReadonlyArray<KycAttempt>
): DeclaredHolder => ({
  ...(accountType === undefined ? {} : { accountType }),
  ...(financialCapacity === "APPROVED" ? { unlocked: unlockedBy(proofs) } : {})
})

const webhookWrites = Effect.fnUntraced(function*(declared: BootstrapWebhook, account: Account, now: number) {
  const before = Option.getOrUndefined(yield* find(Webhooks, "url", urlKey(account.id, declared.url)))
  if (before?.value.removedAt !== undefined) return []
  const id = before?.value.id ?? (yield* Ids.use((ids) => ids.next("whk", account.id)))
  const webhook: Webhook = {
    id,
    owner: account.id,
    url: declared.url,
    ...(yield* declaredSecret(declared, id, before?.value)),
    events: declared.events ?? before?.value.events ?? null,
    headers: declared.headers ?? before?.value.headers ?? {},
    retry: declared.retry ?? before?.value.retry ?? false,
    createdAt: before?.value.createdAt ?? now,
    updatedAt: now
  }
  return before === undefined
    ? [insert(Webhooks, webhook)]
    : changedOnly(before, webhook, [replace(Webhooks, before, webhook)])
})

// The secret of the file counts where it is not the one that was declared before: an endpoint keeps what it was rotated to
// until the file says something new. Records that were written before this was kept take the secret of the file.
const declaredSecret = Effect.fnUntraced(function*(
  declared: BootstrapWebhook,
  id: string,
  before: Webhook | undefined
) {
  const secrets = yield* Secrets
  const secret = Redacted.make(declared.secret)
  const declaredDigest = yield* secrets.keyDigest(secret)
  const sealed = secrets.seal(secret, secretPlace(id))
  if (before === undefined) return { sealedSecret: yield* sealed, declaredDigest }
  const { previousSecret, sealedSecret } = before
  const kept = { sealedSecret, ...(previousSecret === undefined ? {} : { previousSecret }), declaredDigest }
  if (declaredDigest === before.declaredDigest) return kept
  // Sealing gives another text each time, so it is the secret itself that is compared.
  const current = yield* secrets.open(sealedSecret, secretPlace(id))
  return Redacted.value(current) === declared.secret ? kept : { sealedSecret: yield* sealed, declaredDigest }
})

// Nothing when the record says already what was declared.
const changedOnly = <A extends { readonly updatedAt: number }>(
  before: Stored<A>,
  next: A,
  writes: ReadonlyArray<Write>
): ReadonlyArray<Write> => Equal.equals({ ...next, updatedAt: before.value.updatedAt }, before.value) ? [] : writes
