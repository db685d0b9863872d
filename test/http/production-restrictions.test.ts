// What restricts production, seen over HTTP on a host that is configured by variables and files as operators configure it: each setting
// holds what it names, and a host without it lets the same pass. What production differs in from the sandbox is seen on one host that
// has both. Both tables have a row for each setting that an environment is made of, so none is added without being seen here.
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as sandboxChain from "../../adapters/sandbox/chain.ts"
import * as sandboxFxRates from "../../adapters/sandbox/fx-rates.ts"
import * as sandboxKycProvider from "../../adapters/sandbox/kyc-provider.ts"
import * as sandboxLiveness from "../../adapters/sandbox/liveness-provider.ts"
import * as sandboxPixRail from "../../adapters/sandbox/pix-rail.ts"
import * as sandboxInbox from "../../adapters/sandbox/provider-inbox.ts"
import { webhookUrlRule } from "../../core/base/errors/catalogue.ts"
import type { Chain } from "../../core/ports/chain.ts"
import { chainAdapter } from "../../core/ports/moving/adapter.ts"
import type { ChainTransfers } from "../../core/ports/moving/chain-transfers.ts"
import { officialRatesLayer } from "../../core/ports/official-rate.ts"
import type { Restrictions } from "../../core/ports/restrictions.ts"
import type { EnvironmentParts } from "../../hosts/http/environments/layers.ts"
import type { OwnEnvironment } from "../../hosts/http/environments/own-adapters.ts"
import {
  type TestHost,
  type Variables,
  declared,
  eventually,
  keyOf,
  openHost,
  operatorToken,
  providerSecret,
  scratch,
  secretsKey
} from "../support/host.ts"
import { type Answer, type Sent, bodyOf, dataOf, expectSuccess, send } from "../support/http.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { asConfigured } from "../support/restrictions.ts"
import { forward, freezeTime } from "../support/staff.ts"
import { readDocument } from "../../hosts/http/api/definition/kyc-document.ts"
import { depositOf, proofOf, returnEvent, ticketEvent } from "./sandbox.ts"

const at = "live.example"
const day = 86_400_000

const production: Variables = {
  PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
  PONTEPAY_PRODUCTION_HOST: at,
  PONTEPAY_SECRETS_KEY: secretsKey,
  PONTEPAY_OPERATOR_TOKEN: operatorToken,
  // For the sandbox alone.
  PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true"
}

/** A file of networks whose treasury is limited and watched. */
const networks = (): Variables => {
  const path = join(scratch(), "networks.json")
  const base = {
    nodes: [{ name: "own", url: "http://127.0.0.1:1" }],
    agree: 1,
    signers: { relayer: "relayer", treasury: "treasury" },
    tokens: [{
      asset: "USDC",
      address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      codeHash: `0x${"3".repeat(64)}`,
      blocklist: "isBlacklisted"
    }],
    limits: { USDC: { perMovement: "1" } },
    floats: { USDC: { low: "100" } }
  }
  const signers = {
    relayer: { kind: "local", key: "{NETWORK_RELAYER}" },
    treasury: { kind: "local", key: "{NETWORK_TREASURY}" }
  }
  writeFileSync(path, JSON.stringify({ signers, networks: { base } }))
  chmodSync(path, 0o600)
  return {
    PONTEPAY_PRODUCTION_NETWORKS: path,
    NETWORK_RELAYER: "1".repeat(64),
    NETWORK_TREASURY: "2".repeat(64)
  }
}

/** Every restriction of production as an operator sets it. */
const restricting: Variables = {
  ...networks(),
  PONTEPAY_PRODUCTION_OPERATION_LIMIT_USD: "100",
  PONTEPAY_PRODUCTION_SECOND_OPERATOR_ABOVE_BRL: "5.00",
  PONTEPAY_PRODUCTION_REQUIRED_FIELDS: "deposit.purpose",
  PONTEPAY_DOCUMENT_RETENTION_DAYS: "30",
  PONTEPAY_PERSON_RETENTION_DAYS: "7"
}

// Less than the low mark.
const floats = () => Effect.succeed([{ network: "base", what: "USDC", units: 50_000_000n, role: "treasury" } as const])

/** What stands behind the ports of production: what the sandbox has, and a treasury that can be read. */
const adapters: OwnEnvironment = {
  pixRail: sandboxPixRail.layer,
  chain: chainAdapter.effect(
    Effect.map(Effect.context<Chain | ChainTransfers>(), (services) => ({ ...chainAdapter.of(services), floats }))
  ).pipe(Layer.provide(sandboxChain.layer)),
  fxRates: sandboxFxRates.layer,
  kycProvider: sandboxKycProvider.layer,
  livenessProvider: sandboxLiveness.layer,
  // Five reais for a dollar.
  officialRates: officialRatesLayer({ dollar: (date) => Effect.succeed({ date, tenThousandths: 50_000n }) }),
  providerInbox: sandboxInbox.layer({ secret: Redacted.make(providerSecret) }),
  restrictions: asConfigured
}

/** Opens production; `accounts` are by their names. */
const openProduction = (
  variables: Variables,
  accounts: Readonly<Record<string, object>> = {}
): Promise<TestHost> =>
  openHost({
    accounts: Object.entries({ acme: {}, ...accounts }).map(([name, parts]) =>
      declared(name, { environment: "production", ...parts })
    ),
    variables: { ...production, ...variables },
    adapters: { production: adapters }
  })

/** An environment of a host as those see it who call it. */
interface Seen {
  readonly ask: (sent: Sent) => Promise<Answer>
  readonly asAccount: (path: string, body?: unknown, account?: string) => Promise<Answer>
  readonly asOperator: (path: string, body?: unknown) => Promise<Answer>
  readonly asProvider: (event: unknown) => Promise<Answer>
}

const seen = ({ base }: TestHost, environment: "production" | "sandbox" = "production"): Seen => {
  const own = environment === "production" ? { host: at } : {}
  const ask = (sent: Sent) => send(base, { ...sent, headers: { ...own, ...sent.headers } })
  return {
    ask,
    asAccount: (path, body, account = "acme") => ask({ path, key: keyOf(account, environment), body }),
    asOperator: (path, body) => ask({ path, key: operatorToken, body }),
    asProvider: (event) => {
      const body = JSON.stringify(event)
      return ask({ path: "/provider/webhook", body, headers: proofOf(body) })
    }
  }
}

const codeOf = (answer: Answer): unknown => bodyOf(answer)["errorCode"]

const deposit = (parts: object = {}) => ["/api/deposit/asset", depositOf({ purpose: "rent", ...parts })] as const

/** Makes a deposit of fifty reais, and gives its ids. */
const made = async ({ asAccount }: Seen) => {
  const { externalId, trackId } = bodyOf(await asAccount(...deposit()))
  const record = async () => dataOf(await asAccount(`/api/deposit/asset/${String(externalId)}`))
  return { trackId: String(trackId), record }
}

const accountOf = async ({ asOperator }: Seen): Promise<unknown> => {
  const { accounts } = dataOf(await asOperator("/admin/accounts")) as {
    readonly accounts: ReadonlyArray<{ readonly accountId: string; readonly environment: string }>
  }
  return accounts[0]?.accountId
}

/** Whether something restricted what was tried; what comes of itself is waited for where it is set. */
type Scene = (environment: Seen, isSet: boolean) => Promise<boolean>

let deposits = 0

/** For each restriction of production, something that it stops or changes where it is set, and that happens where it is not. */
const restrictions: Readonly<Record<keyof Restrictions, Scene>> = {
  operationLimit: async ({ asAccount }) =>
    codeOf(await asAccount(...deposit({ value: 50_001 }))) === "PER_TX_LIMIT_EXCEEDED",
  requiredFields: async ({ asAccount }) =>
    codeOf(await asAccount("/api/deposit/asset", depositOf())) === "DECLARATION_REQUIRED",
  secondOperatorAbove: async (environment) => {
    const { asOperator, asProvider } = environment
    const { record, trackId } = await made(environment)
    const endToEndId = endToEndIdAt(++deposits)
    await asProvider(returnEvent(endToEndId, returnIdAt(deposits), 400))
    await asProvider(ticketEvent(trackId, { endToEndId }))
    const { walletCharge } = await eventually(record, (each) => each["refundedValue"] === 400)
    const answer = await asOperator(`/admin/deposits/${String(walletCharge)}/return-rest`, { rest: 4_600 })
    return codeOf(answer) === "SECOND_OPERATOR_REQUIRED"
  },
  treasuryLimits: async (environment) => {
    const { asOperator, asProvider } = environment
    const { record, trackId } = await made(environment)
    await asProvider(ticketEvent(trackId))
    const isHeld = async () => {
      const { walletCharge } = await record()
      const { open } = dataOf(await asOperator("/admin/open")) as { readonly open: ReadonlyArray<{ id: string }> }
      const found = open.find(({ id }) => id === `deliver/${String(walletCharge)}`)
      return JSON.stringify(found ?? "").includes("HELD")
    }
    const state = async () => ({ isHeld: await isHeld(), status: (await record())["status"] })
    return (await eventually(state, (each) => each.isHeld || each.status === "COMPLETED")).isHeld
  },
  floatMarks: async ({ ask }, isSet) => {
    const lowFloats = async () => {
      const { planes } = bodyOf(await ask({ path: "/ready" })) as {
        readonly planes: ReadonlyArray<{ readonly environment: string; readonly floats: ReadonlyArray<unknown> }>
      }
      return planes.find(({ environment }) => environment === "production")?.floats.length
    }
    return (isSet ? await eventually(lowFloats, (count) => count === 1) : await lowFloats()) === 1
  },
  personRetentionMs: async (environment) => {
    const { asAccount, asOperator } = environment
    const { subAccountId } = dataOf(await asAccount("/api/subaccount", { name: "Ana", email: "ana@person.example" }))
    const accountId = await accountOf(environment)
    const erasure = dataOf(await asOperator("/admin/people/erasure", { accountId, subAccountId }))
    return Date.parse(String(erasure["dueAt"])) - Date.parse(String(erasure["orderedAt"])) === 7 * day
  },
  documentRetentionMs: async ({ ask, asAccount }) => {
    const { subAccountId } = dataOf(await asAccount("/api/subaccount", { name: "Bia" }))
    const document = async (documentType: string): Promise<string> => {
      const data = dataOf(await asAccount("/api/kyc/document", { subAccountId, documentType }))
      const token = data["validateLivenessToken"]
      if (documentType === "ID") {
        const { pathname } = new URL(String(data["uploadUrlFront"]))
        const headers = { "content-type": "image/jpeg", "if-none-match": "*" }
        await ask({ method: "PUT", path: pathname, body: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), headers })
      } else await ask({ path: "/api/public/liveness/validate", body: { validateLivenessToken: token } })
      return String(data["documentId"])
    }
    const isReady = async (documentId: string) => {
      const answer = await asAccount(`/api/kyc/document/${documentId}?subAccountId=${String(subAccountId)}`)
      return (expectSuccess(readDocument, answer)["data"] as { readonly ready: boolean }).ready
    }
    const uploadedDocumentId = await document("ID")
    const submitted = await asAccount("/api/kyc", {
      subAccountId,
      fullName: "Bia Souza",
      dateOfBirth: "1990-02-28",
      countryOfTaxId: "BRA",
      taxIdNumber: "52998224725",
      email: "bia@person.example",
      phone: "+5511987654321",
      country: "BRA",
      state: "SP",
      city: "São Paulo",
      zipCode: "01310-100",
      streetAddress: "Avenida Paulista 1",
      uploadedSelfieId: await document("SELFIE-FROM-LIVENESS"),
      uploadedDocumentId
    })
    expect(submitted.status).toBe(202)
    // What no submission names is deleted on every host, after what was registered before it.
    const unnamed = await document("ID")
    expect([await isReady(uploadedDocumentId), await isReady(unnamed)]).toEqual([true, true])
    forward(31 * day)
    await eventually(() => isReady(unnamed), (ready) => !ready)
    return !await isReady(uploadedDocumentId)
  }
}

describe("a restriction of production", () => {
  let strict: TestHost
  let plain: TestHost
  beforeAll(async () => {
    freezeTime()
    strict = await openProduction(restricting)
    plain = await openProduction({})
  })
  afterAll(async () => {
    vi.useRealTimers()
    await strict.close()
    await plain.close()
  })

  it.each(Object.keys(restrictions) as ReadonlyArray<keyof Restrictions>)(
    "%s holds where it is configured, and nowhere else",
    async (name) => {
      expect(await restrictions[name](seen(strict), true)).toBe(true)
      expect(await restrictions[name](seen(plain), false)).toBe(false)
    }
  )
})

/** For each part that an environment is made of, what production does not let pass and the sandbox does; null for what restricts nothing. */
const parts: Readonly<Record<keyof EnvironmentParts, Scene | null>> = {
  environment: async ({ ask }) =>
    (await ask({ path: "/api/subaccount", key: keyOf("acme", "sandbox") })).status === 401,
  webhooks: async (environment) => {
    const path = `/admin/accounts/${String(await accountOf(environment))}/webhooks`
    const { text } = await environment.asOperator(path, { url: "http://127.0.0.1:1/hook" })
    return text.includes(JSON.stringify(webhookUrlRule))
  },
  initialPin: async ({ asAccount }) => codeOf(await asAccount("/api/wallet/keys", {})) === "NOT_FOUND",
  behind: async ({ asAccount }) => codeOf(await asAccount(...deposit())) === "UPSTREAM_UNAVAILABLE",
  behindInbox: async ({ asProvider }) =>
    (await asProvider(returnEvent(endToEndIdAt(1), returnIdAt(1), 400))).status !== 200,
  clock: async ({ asOperator }) => (await asOperator("/dashboard/api/sandbox/time", { forwardMs: 1 })).status === 404,
  // Above, one by one.
  restrictions: null,
  adapters: null,
  // What it is kept in and sealed with, how that is called, and how it is looked at.
  database: null,
  databaseVariable: null,
  documentsDirectory: null,
  witness: null,
  isSending: null,
  key: null,
  previousKey: null,
  keyNamed: null,
  behindNamed: null,
  publicOrigin: null,
  auditEveryMs: null,
  reviewAfter: null
}

describe("production beside a sandbox", () => {
  let host: TestHost
  beforeAll(async () => {
    const flags = { flags: ["WALLET_PAYOUT_API"] }
    host = await openHost({
      accounts: [declared("acme", flags), declared("acme", { environment: "production", ...flags })],
      variables: production,
      worker: false
    })
  })
  afterAll(() => host.close())

  it.each(Object.entries(parts).filter(([, scene]) => scene !== null))(
    "is restricted by what its %s is, and the sandbox is not",
    async (_name, scene) => {
      expect(await scene?.(seen(host), true)).toBe(true)
      expect(await scene?.(seen(host, "sandbox"), false)).toBe(false)
    }
  )
})

const payout = ["/api/wallet/payout", {
  value: 5_000,
  network: "base",
  pixKey: "maria@example.com",
  walletPin: "482913",
  protectedSymmetricKey: "none"
}] as const
const flags = ["WALLET_PAYOUT_API"]

describe("an account of production", () => {
  // Each with an account that is restricted, and one that is not.
  const gates: Readonly<Record<string, readonly [request: readonly [string, object], held: object, free: object]>> = {
    KYC_REQUIRED: [deposit(), { kyc: "NONE" }, {}],
    THIRD_PARTY_NOT_ENABLED: [deposit({ taxId: "52998224725" }), {}, { thirdParty: true }],
    FEATURE_NOT_ENABLED: [payout, {}, { flags }],
    RECIPIENT_NOT_ALLOWED: [payout, { flags, allowedRecipients: { pixKeys: [], addresses: [] } }, { flags }],
    PER_TX_LIMIT_EXCEEDED: [payout, { flags, perTxLimitBrl: "49.99" }, { flags }]
  }
  let host: TestHost
  beforeAll(async () => {
    host = await openProduction(
      {},
      Object.fromEntries(
        Object.entries(gates).flatMap(([code, [, held, free]]) => [[`${code}-held`, held], [`${code}-free`, free]])
      )
    )
  })
  afterAll(() => host.close())

  it.each(Object.entries(gates))("is refused with %s", async (code, [[path, body]]) => {
    const { asAccount } = seen(host)
    expect(codeOf(await asAccount(path, body, `${code}-held`))).toBe(code)
    expect(codeOf(await asAccount(path, body, `${code}-free`))).not.toBe(code)
  })
})
