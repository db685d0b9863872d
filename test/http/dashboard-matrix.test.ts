// Every endpoint of management, called by an operator, by an owner, by a stranger and without a key. The table below has a row
// for each of them; one that is missing here, or is not declared any more, fails.
import type { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type EndpointName, managementApi, managementEndpoints } from "../../hosts/http/api/definition/management.ts"
import { type OperatorRole, isEnough } from "../../core/operations/operator/role.ts"
import { base32Of } from "../../core/operations/operator/totp.ts"
import { statusOf as statusOfSuccess } from "../../hosts/http/api/request/route.ts"
import { approvedCpf, eventually, providerSecret } from "../support/host.ts"
import { type Answer, dataOf, expectFailure, fromElsewhere, lasting, send } from "../support/http.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { type Staff, goodPassword, invite, staff } from "../support/staff.ts"
import { type DashboardWorld, openDashboard, ownerKey, prefix, strangerKey } from "./dashboard-world.ts"
import { payReturnedInPart } from "./sandbox.ts"

/** What to put into the path, the query and the body; asked for anew each time, since some of it can be done once. */
interface Ask {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
}

interface Row {
  /** What the owner, or the operator, can ask for. */
  readonly of: (world: DashboardWorld) => Promise<Ask> | Ask
  /** What a stranger then asks for that is not there at all; absent where nothing is named. */
  readonly missing?: Ask
  /** The status for whoever may, where it is not that of success. */
  readonly status?: number
}

const accountRow = (parts: Ask = {}): Row => ({
  of: ({ acme }) => ({ params: { accountId: acme }, ...parts }),
  missing: { params: { accountId: "acc_nobody" }, ...parts }
})

const listRow: Row = { of: ({ acme }) => ({ query: `accountId=${acme}` }), missing: { query: "accountId=acc_nobody" } }

const keyRow = {
  of: async (world: DashboardWorld) => {
    const { keyId } = await world.write(world.token, `/admin/accounts/${world.acme}/keys`)
    return { params: { accountId: world.acme, keyId: String(keyId) } }
  },
  missing: { params: { accountId: "acc_nobody", keyId: "key_nobody" } }
}

const webhookRow = (parts: Ask = {}): Row => ({
  of: async (world) => ({ params: { webhookId: await world.webhook() }, ...parts }),
  missing: { params: { webhookId: "whk_nobody" }, ...parts }
})

const eventOf = async (world: DashboardWorld): Promise<{ readonly webhookId: string; readonly eventId: string }> => {
  const webhookId = await world.webhook()
  await world.paidDeposit()
  const deliveries = await eventually(
    async () =>
      (await world.read(ownerKey, `/admin/webhooks/${webhookId}/deliveries`))["deliveries"] as ReadonlyArray<
        Readonly<Record<string, unknown>>
      >,
    (found) => found.length > 0
  )
  return { webhookId, eventId: String(deliveries[0]?.["eventId"]) }
}

const eventRow: Row = {
  of: async (world) => ({ params: { eventId: (await eventOf(world)).eventId } }),
  missing: { params: { eventId: "evt_nobody" } }
}

const failedInvoice = async (world: DashboardWorld): Promise<string> => {
  const id = await world.invoice(ownerKey, { pixKey: "fail@sandbox.test" })
  await world.write(ownerKey, `/sandbox/lightning-invoices/${id}/pay`)
  await world.until("lightning-invoices", id, "FAILED")
  return id
}

const completedPayout = async (world: DashboardWorld): Promise<string> => {
  const id = await world.payout(ownerKey, "maria@example.com")
  await world.until("payouts", id, "COMPLETED")
  return id
}

let stopped = 0
/** A deposit of 50.00 of which 4.00 came back before its delivery. */
const stoppedDeposit = async (world: DashboardWorld): Promise<string> => {
  const deposit = await world.deposit()
  const n = 7_000 + stopped++
  await payReturnedInPart(world.host.base, deposit, {
    endToEndId: endToEndIdAt(n),
    returnId: returnIdAt(n),
    value: 400
  })
  const preview = () => world.read(world.token, `/admin/deposits/${deposit.id}/return-rest`)
  await eventually(preview, (each) => each["preview"] === "4600")
  return deposit.id
}

const attemptOf = async (world: DashboardWorld): Promise<string> => {
  const { attempts } = await world.read(ownerKey, "/kyc")
  return String((attempts as ReadonlyArray<Readonly<Record<string, unknown>>>)[0]?.["attemptId"])
}

const customerOf = async (world: DashboardWorld): Promise<string> => {
  const answer = await send(world.host.base, { path: "/api/subaccount", body: { name: "Ana" }, key: ownerKey })
  return String(dataOf(answer)["subAccountId"])
}

const address = "refundAddress=ana%40wallet.example.com"

const movementRow = (body?: object): Row => ({
  of: () => ({ params: { movementId: "mov_nobody" }, ...(body === undefined ? {} : { body }) }),
  status: 404
})

let invitedOnes = 0
const operatorRow = (parts: Ask = {}): Row => ({
  of: async (world) => {
    const body = { name: "New", email: `new-${invitedOnes++}@staff.example`, role: "support" }
    const { operatorId } = await world.write(world.token, "/admin/operators", body)
    return { params: { operatorId: String(operatorId) }, ...parts }
  }
})

const tokenRequest = { name: "Nightly report", role: "support", expiresInDays: 1 }

/** Only who is signed in has a session and a password. */
const personRow = (body?: object): Row => ({ of: () => (body === undefined ? {} : { body }), status: 403 })

const invitation = "opr_nobody.0"
const password = "violet anchovy parade"

const rows: Readonly<Record<EndpointName, Row>> = {
  listApprovals: { of: () => ({}) },
  approve: { of: () => ({ params: { approvalId: "apr_nobody" } }), status: 404 },
  decline: { of: () => ({ params: { approvalId: "apr_nobody" } }), status: 404 },
  listOperators: { of: () => ({}) },
  inviteOperator: {
    of: () => ({ body: { name: "New", email: `new-${invitedOnes++}@staff.example`, role: "owner" } })
  },
  inviteAgain: operatorRow(),
  updateOperator: operatorRow({ body: { role: "operator" } }),
  disableOperator: operatorRow(),
  listServiceTokens: { of: () => ({}) },
  createServiceToken: { of: () => ({ body: tokenRequest }) },
  revokeServiceToken: {
    of: async (world) => {
      const { tokenId } = await world.write(world.token, "/admin/service-tokens", tokenRequest)
      return { params: { tokenId: String(tokenId) } }
    }
  },
  readDoor: { of: () => ({}) },
  signIn: { of: () => ({ body: { email: "nobody@staff.example", password, code: "000000" } }), status: 401 },
  readInvitation: { of: () => ({ body: { invitation } }), status: 404 },
  acceptInvitation: { of: () => ({ body: { invitation, password, code: "000000" } }), status: 404 },
  signOut: personRow(),
  signOutEverywhere: personRow(),
  changePassword: personRow({ password, code: "000000", newPassword: password }),
  readSession: { of: () => ({}) },
  listAccounts: { of: () => ({}) },
  createAccount: { of: () => ({ body: { name: "New" } }) },
  readAccount: accountRow(),
  updateAccount: accountRow({ body: { chargeLifetimeMinutes: 90 } }),
  listKeys: accountRow(),
  createKey: accountRow(),
  rotateKey: keyRow,
  readKey: keyRow,
  revokeKey: keyRow,
  listWebhooks: accountRow(),
  registerWebhook: {
    of: ({ acme, receiver }) => ({
      params: { accountId: acme },
      body: { url: `${receiver.base}/registered-${performance.now()}` }
    }),
    missing: { params: { accountId: "acc_nobody" }, body: { url: "https://hooks.example/x" } }
  },
  readWebhook: webhookRow(),
  updateWebhook: webhookRow({ body: { retry: true } }),
  removeWebhook: webhookRow(),
  rotateSecret: webhookRow(),
  readSecret: webhookRow(),
  listDeliveries: webhookRow(),
  replayDelivery: {
    of: async (world) => ({ params: { ...await eventOf(world) } }),
    missing: { params: { webhookId: "whk_nobody", eventId: "evt_nobody" } }
  },
  readEvent: eventRow,
  replayEvent: eventRow,
  listSubaccounts: listRow,
  readSubaccount: {
    of: async (world) => {
      const { mainSubAccountId } = await world.read(ownerKey, `/admin/accounts/${world.acme}`)
      return { params: { subAccountId: String(mainSubAccountId) } }
    },
    missing: { params: { subAccountId: "sub_nobody" } }
  },
  listKycAttempts: listRow,
  listDeposits: listRow,
  listPayouts: listRow,
  listLightningInvoices: listRow,
  listTransfers: listRow,
  listSwaps: listRow,
  listDisputes: listRow,
  search: { of: ({ acme }) => ({ query: `q=x&accountId=${acme}` }), missing: { query: "q=x&accountId=acc_nobody" } },
  explain: {
    of: async (world) => ({ params: { id: (await world.deposit()).id } }),
    missing: { params: { id: "dep_nobody" } }
  },
  listOpen: { of: () => ({}) },
  readQueue: { of: () => ({}) },
  listDeadJobs: { of: () => ({}) },
  retryDeadJob: {
    of: async (world) => {
      const jobId = `mend/${performance.now()}`
      await world.bury(jobId)
      return { params: { jobId } }
    }
  },
  readDataKeys: { of: () => ({}) },
  rotateDataKey: { of: () => ({}) },
  removeDataKey: { of: () => ({ params: { keyId: "0".repeat(16) } }), status: 404 },
  listReviews: { of: () => ({}) },
  closeReview: {
    of: async (world) => ({ params: { reviewId: await world.review() }, body: { note: "placed" } })
  },
  listActs: { of: () => ({}) },
  listProviderFacts: { of: () => ({}) },
  resolveMovement: movementRow({ outcome: "DONE", evidence: "as the bank says" }),
  releaseMovement: movementRow(),
  retryMovement: movementRow(),
  cancelMovement: movementRow({ reason: "not wanted" }),
  listSweeps: { of: () => ({}) },
  // The matrix configures no address to sweep to.
  sweepTreasury: { of: () => ({ body: { asset: "USDC", network: "base", reference: "first" } }), status: 404 },
  exportPerson: { of: ({ acme }) => ({ body: { accountId: acme, taxId: "11144477735" } }) },
  erasePerson: {
    of: async (world) => ({ body: { accountId: world.acme, subAccountId: await customerOf(world) } })
  },
  previewPayoutRefund: { of: async (world) => ({ params: { transactionId: await completedPayout(world) } }) },
  refundPayout: {
    of: async (world) => {
      const id = await completedPayout(world)
      const { preview } = await world.read(world.token, `/admin/payouts/${id}/refund`)
      return { params: { transactionId: id }, body: { preview } }
    }
  },
  previewInvoiceRefund: { of: async (world) => ({ params: { paymentHash: await failedInvoice(world) } }) },
  refundInvoice: {
    of: async (world) => {
      const id = await failedInvoice(world)
      const { preview } = await world.read(world.token, `/admin/lightning/invoices/${id}/refund?${address}`)
      return { params: { paymentHash: id }, body: { preview, refundAddress: "ana@wallet.example.com" } }
    }
  },
  previewRestDelivery: { of: async (world) => ({ params: { depositId: await stoppedDeposit(world) } }) },
  deliverRest: { of: async (world) => ({ params: { depositId: await stoppedDeposit(world) }, body: { rest: 4_600 } }) },
  previewRestReturn: { of: async (world) => ({ params: { depositId: await stoppedDeposit(world) } }) },
  returnRest: { of: async (world) => ({ params: { depositId: await stoppedDeposit(world) }, body: { rest: 4_600 } }) },
  readTrialBalance: { of: () => ({}) },
  readBooks: { of: () => ({}) },
  readClosings: { of: () => ({}) },
  readReserves: { of: () => ({}) },
  exportJournal: { of: () => ({ query: "month=2026-01" }) },
  exportTransfers: { of: () => ({ query: "month=2026-01" }) },
  readStatement: listRow,
  exportStatement: {
    of: ({ acme }) => ({ query: `format=csv&accountId=${acme}` }),
    missing: { query: "format=csv&accountId=acc_nobody" }
  },
  readSeries: listRow,
  live: { of: () => ({}) },
  payDeposit: {
    of: async (world) => ({ params: { id: (await world.deposit()).id }, body: {} }),
    missing: { params: { id: "dep_nobody" }, body: {} }
  },
  returnDeposit: {
    of: async (world) => ({ params: { id: (await world.paidDeposit()).id }, body: {} }),
    missing: { params: { id: "dep_nobody" }, body: {} }
  },
  disputeDeposit: {
    of: async (world) => ({ params: { id: (await world.paidDeposit()).id }, body: { status: "CREATED" } }),
    missing: { params: { id: "dep_nobody" }, body: { status: "CREATED" } }
  },
  movePayout: {
    of: async (world) => {
      const id = await world.invoice()
      await world.write(ownerKey, `/sandbox/lightning-invoices/${id}/pay`)
      return { params: { id }, body: { outcome: "settle" } }
    },
    missing: { params: { id: "pay_nobody" }, body: { outcome: "settle" } }
  },
  payInvoice: {
    of: async (world) => ({ params: { id: await world.invoice() } }),
    missing: { params: { id: "0".repeat(64) } }
  },
  decideKyc: {
    of: async (world) => ({ params: { id: await attemptOf(world) }, body: { status: "APPROVED" } }),
    missing: { params: { id: "kyc_nobody" }, body: { status: "APPROVED" } }
  },
  readTime: { of: () => ({}) },
  moveTime: { of: () => ({ body: { forwardMs: 1 } }) }
}

const names: ReadonlyArray<EndpointName> = managementEndpoints.map(({ identifier }) => identifier)

const endpointOf = (name: EndpointName) => {
  const found = managementEndpoints.find(({ identifier }) => identifier === name)
  if (found === undefined) throw new Error(`${name} is not declared`)
  return found
}

const declaredStatus = (name: EndpointName): number => {
  const groups: ReadonlyArray<
    { readonly endpoints: Readonly<Record<string, { readonly success: ReadonlySet<Schema.Top> }>> }
  > = Object.values(managementApi.groups)
  const declared = groups.flatMap(({ endpoints }) => endpoints[name] ?? [])[0]
  return declared === undefined ? 0 : statusOfSuccess(declared.success)
}

const pathOf = (name: EndpointName, { params = {}, query = "" }: Ask): string => {
  const path = endpointOf(name).path.replace(/:(\w+)/g, (_, id: string) => encodeURIComponent(params[id] ?? "x"))
  return query === "" ? path : `${path}?${query}`
}

const comparable = (answer: Answer) => ({ status: answer.status, headers: lasting(answer), text: answer.text })

describe("the dashboard's interface", () => {
  let world: DashboardWorld
  beforeAll(async () => {
    world = await openDashboard()
  })
  afterAll(() => world.close())

  const ask = (key: string | undefined, name: EndpointName, parts: Ask) =>
    send(world.host.base, { method: endpointOf(name).method, path: pathOf(name, parts), body: parts.body, key })

  // A stream goes on: what it begins with is enough here.
  const statusOf = async (key: string, name: EndpointName, parts: Ask): Promise<number> => {
    if (name !== "live") return (await ask(key, name, parts)).status
    const stop = new AbortController()
    const response = await fetch(`${world.host.base}/dashboard/api/live`, {
      headers: { authorization: `Bearer ${key}` },
      signal: stop.signal
    })
    stop.abort()
    return response.status
  }

  it("has a row here for each endpoint, and no other", () => {
    expect(Object.keys(rows).toSorted()).toEqual(names.toSorted())
  })

  const guarded = managementEndpoints.filter(({ isOpen }) => !isOpen)

  it.each(guarded.map(({ identifier }) => identifier))(
    "%s asks for a key before anything else §dashboard-viewer",
    async (name) => {
      for (const key of [undefined, "nothing", `${world.token}x`, `${ownerKey}x`]) {
        const answer = await send(world.host.base, {
          method: endpointOf(name).method,
          path: pathOf(name, {}),
          body: endpointOf(name).method === "GET" ? undefined : "no JSON",
          headers: fromElsewhere(),
          key
        })
        expectFailure(answer, { status: 401, errorCode: "UNAUTHORIZED" }, `${name} ${key ?? "no one"}`)
        expect(answer.headers["set-cookie"]).toBeUndefined()
      }
    }
  )

  it("leaves what signs in open, and nothing else", () => {
    const open = managementEndpoints.filter(({ isOpen }) => isOpen).map(({ identifier }) => identifier)
    expect(open).toEqual(["readDoor", "signIn", "readInvitation", "acceptInvitation"])
  })

  it.each(managementEndpoints.filter(({ isOpen }) => isOpen))(
    "$identifier answers everybody alike",
    async ({ identifier: name }) => {
      const expected = rows[name].status ?? declaredStatus(name)
      for (const key of [undefined, ownerKey, world.token]) {
        const { status } = await ask(key, name, await rows[name].of(world))
        expect([name, status]).toEqual([name, expected])
      }
    }
  )

  it.each(guarded)(
    "$identifier answers whom its declaration names §dashboard-viewer §dashboard-operator",
    async ({ identifier: name, isForOwners }) => {
      const expected = rows[name].status ?? declaredStatus(name)
      expect([name, await statusOf(world.token, name, await rows[name].of(world))]).toEqual([name, expected])
      const asOwner = await rows[name].of(world)
      if (isForOwners) return expect([name, await statusOf(ownerKey, name, asOwner)]).toEqual([name, expected])
      expectFailure(await ask(ownerKey, name, asOwner), { status: 401, errorCode: "UNAUTHORIZED" }, name)
    }
  )

  const readers = managementEndpoints.filter(({ leastRole }) => leastRole === "support")

  it("names for each endpoint the role that it needs §operator-role", () => {
    const least = (role: OperatorRole) =>
      guarded.filter((each) => each.leastRole === role).map(({ identifier }) => identifier).toSorted()
    expect(least("owner")).toEqual([
      "createAccount",
      "createKey",
      "createServiceToken",
      "disableOperator",
      "erasePerson",
      "exportPerson",
      "inviteAgain",
      "inviteOperator",
      "listOperators",
      "listServiceTokens",
      "readSecret",
      "removeDataKey",
      "revokeKey",
      "revokeServiceToken",
      "rotateDataKey",
      "rotateKey",
      "rotateSecret",
      "updateAccount",
      "updateOperator"
    ])
    // Support writes nothing but what is about its own session.
    const written = readers.filter(({ isOpen, method }) => !isOpen && method !== "GET").map(({ identifier }) =>
      identifier
    )
    expect(written).toEqual(["signOut", "signOutEverywhere", "changePassword"])
  })

  describe.each(["support", "operator", "owner"] as const)("an operator with the role %s", (role) => {
    let session: Staff
    let serviceToken: string | undefined
    beforeAll(async () => {
      session = await staff(world.host.base, world.token, role)
      if (role === "owner") return
      const body = { name: "Nightly report", role, expiresInDays: 1 }
      serviceToken = String((await world.write(world.token, "/admin/service-tokens", body))["secret"])
    })

    // What ends the session comes last.
    const ordered = [...guarded].sort((a, b) => Number(a.isForPersons) - Number(b.isForPersons))
    const refusalOf = (
      { status, text }: Answer
    ) => [status, (JSON.parse(text) as { readonly errorCode?: string }).errorCode]
    const refused = [403, "ROLE_REQUIRED"]

    it.each(ordered.filter(({ identifier, isForPersons }) => !isForPersons && identifier !== "live"))(
      "may use $identifier exactly when $leastRole is enough §operator-role §error-role-missing",
      async ({ identifier: name, leastRole, method }) => {
        const { cookie, csrf } = session
        const path = pathOf(name, {})
        const body = method === "GET" ? undefined : {}
        const answers = [
          await send(world.host.base, { method, path, body, headers: { cookie, "x-csrf-token": csrf } }),
          ...(serviceToken === undefined
            ? []
            : [await send(world.host.base, { method, path, body, key: serviceToken })])
        ]
        for (const answer of answers) {
          if (!isEnough(role, leastRole)) expect([name, ...refusalOf(answer)]).toEqual([name, ...refused])
          // A file is no envelope.
          else expect([name, answer.status === 401 || answer.text.includes("ROLE_REQUIRED")]).toEqual([name, false])
        }
      }
    )

    it("is told what he may do, and no more §operator-role", async () => {
      const { may } = dataOf(
        await send(world.host.base, { path: `${prefix}/session`, headers: { cookie: session.cookie } })
      )
      const mine = guarded.filter(({ leastRole }) => isEnough(role, leastRole)).map(({ identifier }) => identifier)
      expect((may as ReadonlyArray<string>).toSorted()).toEqual(mine.toSorted())
      if (serviceToken === undefined) return
      const told = dataOf(await send(world.host.base, { path: `${prefix}/session`, key: serviceToken }))
      const without = guarded.filter(({ isForPersons, leastRole }) => isEnough(role, leastRole) && !isForPersons)
      expect((told["may"] as ReadonlyArray<string>).toSorted()).toEqual(
        without.map((each) => each.identifier).toSorted()
      )
    })
  })

  it("gives support no secret, whatever it reads §operator-support", async () => {
    const made = {
      key: String((await world.write(world.token, `/admin/accounts/${world.acme}/keys`))["secret"]),
      webhook: String((await world.write(world.token, `/admin/webhooks/${await world.webhook()}/secret`))["secret"]),
      service: String((await world.write(world.token, "/admin/service-tokens", tokenRequest))["secret"]),
      invited: (await invite(world.host.base, world.token, "owner")).invitation
    }
    const ana = await staff(world.host.base, world.token, "owner")
    const support = await staff(world.host.base, world.token, "support")
    const halves = [made.service, made.invited, ana.cookie].map((token) => token.split(".")[1] ?? "")
    const canaries = [
      ...Object.values(made),
      ...halves,
      ana.secret,
      base32Of(ana.secret),
      ana.csrf,
      ...ana.recoveryCodes,
      goodPassword,
      "argon2id",
      world.token,
      ownerKey,
      strangerKey,
      providerSecret,
      approvedCpf,
      "111.444.777-35"
    ]
    let read = 0
    const look = async (name: EndpointName, parts: Ask): Promise<void> => {
      const { text } = await send(world.host.base, { path: pathOf(name, parts), headers: { cookie: support.cookie } })
      read += text.length
      expect([name, canaries.filter((canary) => text.includes(canary))]).toEqual([name, []])
    }
    for (const { identifier: name, isOpen } of readers) {
      if (!isOpen && name !== "live" && endpointOf(name).method === "GET") await look(name, await rows[name].of(world))
    }
    // Every record that these tests made, explained.
    const { acts } = await world.read(world.token, "/admin/audit")
    const subjects = new Set((acts as ReadonlyArray<{ readonly subject: string }>).map(({ subject }) => subject))
    for (const id of [world.acme, ana.operatorId, ...subjects]) await look("explain", { params: { id } })
    const customer = await rows["readSubaccount"].of(world)
    await look("explain", { params: { id: String(customer.params?.["subAccountId"]) } })
    await look("explain", { params: { id: await attemptOf(world) } })
    expect(read).toBeGreaterThan(10_000)
    // The same canaries are found where somebody may see one.
    const { text } = await ask(world.token, "explain", { params: { id: await attemptOf(world) } })
    expect(canaries.filter((canary) => text.includes(canary))).not.toEqual([])
  })

  const named = managementEndpoints.filter(({ identifier, isForOwners }) =>
    isForOwners && rows[identifier].missing !== undefined
  )

  it.each(named)(
    "$identifier hides from a stranger whether it is there §dashboard-foreign",
    async ({ identifier: name }) => {
      const missing = rows[name].missing ?? {}
      const answers = [
        await ask(strangerKey, name, await rows[name].of(world)),
        await ask(strangerKey, name, missing)
      ].map(comparable)
      expect([name, answers[0]]).toEqual([name, answers[1]])
      expect([name, answers[0]?.status]).toEqual([name, 404])
    }
  )

  it("hides the subaccounts of others from lists and plots §dashboard-foreign", async () => {
    const { mainSubAccountId } = await world.read(ownerKey, `/admin/accounts/${world.acme}`)
    const lists = ["deposits", "payouts", "lightning-invoices", "transfers", "swaps", "kyc", "statement", "series"]
    for (const list of lists) {
      const asked = [String(mainSubAccountId), "sub_nobody"].map((id) =>
        world.ask(strangerKey, "GET", `/${list}?subAccountId=${id}`)
      )
      const [foreign, missing] = (await Promise.all(asked)).map(comparable)
      expect([list, foreign]).toEqual([list, missing])
      expect([list, foreign?.status]).toEqual([list, 404])
    }
  })

  it("is not there under other paths, and names other methods", async () => {
    expectFailure(await world.ask(world.token, "GET", "/nothing"), { status: 404, errorCode: "NOT_FOUND" })
    expectFailure(await world.ask(ownerKey, "PUT", "/session"), { status: 405, errorCode: "METHOD_NOT_ALLOWED" })
  })
})
