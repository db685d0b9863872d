// The client against the definition of the interface, of which its table of routes is printed: each of its methods asks the
// endpoint that it is for.
import { describe, expect, it } from "vitest"
import { type Client, createClient } from "../../../hosts/client/client.ts"
import { routes } from "../../../hosts/client/routes.ts"

describe("methods", () => {
  const seen: Array<string> = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    const { pathname, search } = new URL(url as string)
    seen.push(`${init?.method ?? ""} ${pathname}${search}`)
    const empty = {
      success: true,
      data: { subAccounts: [], operations: [], events: [], nextCursor: null, hasMore: false }
    }
    return Promise.resolve(Response.json(empty))
  }
  const client = createClient({ baseUrl: "http://host.test/", apiKey: "key", fetch })
  const any = {} as never
  const drained = async (rows: AsyncIterable<unknown>): Promise<void> => {
    for await (const row of rows) expect.fail(`there is ${JSON.stringify(row)}`)
  }

  // By the name of each method, so that one without a row does not compile.
  const cases: {
    readonly [Group in keyof Client]: {
      readonly [Method in keyof Client[Group]]: readonly [() => Promise<unknown>, string]
    }
  } = {
    subaccounts: {
      create: [() => client.subaccounts.create(any), "POST /api/subaccount"],
      list: [() => client.subaccounts.list({ name: "a b" }), "GET /api/subaccount?name=a+b"],
      all: [() => drained(client.subaccounts.all({ cursor: "c" })), "GET /api/subaccount?cursor=c"],
      get: [() => client.subaccounts.get("sub/1"), "GET /api/subaccount/sub%2F1"]
    },
    kyc: {
      start: [() => client.kyc.start(), "POST /api/kyc"],
      submit: [() => client.kyc.submit(any), "POST /api/kyc"],
      importToken: [() => client.kyc.importToken(any), "POST /api/kyc/import-token"],
      get: [() => client.kyc.get({ subAccountId: "s" }), "GET /api/kyc?subAccountId=s"],
      attempt: [() => client.kyc.attempt("k"), "GET /api/kyc/k"]
    },
    kyb: {
      start: [() => client.kyb.start(any), "POST /api/kyb"],
      proveAddress: [() => client.kyb.proveAddress(any), "POST /api/kyb/proof-of-address"],
      proveFinancialCapacity: [
        () => client.kyb.proveFinancialCapacity(any),
        "POST /api/kyb/proof-of-financial-capacity"
      ]
    },
    documents: {
      register: [() => client.documents.register(any), "POST /api/kyc/document"],
      upload: [
        () => client.documents.upload("http://host.test/up?token=t", new Uint8Array(1), "image/png"),
        "PUT /up?token=t"
      ],
      get: [() => client.documents.get("d", { subAccountId: "s" }), "GET /api/kyc/document/d?subAccountId=s"],
      validateLiveness: [() => client.documents.validateLiveness(any), "POST /api/public/liveness/validate"]
    },
    wallets: {
      create: [() => client.wallets.create(any), "POST /api/wallet/create"],
      get: [() => client.wallets.get({ walletId: "w" }), "GET /api/wallet?walletId=w"],
      getByBody: [() => client.wallets.getByBody(), "POST /api/wallet/get"],
      keys: [() => client.wallets.keys(), "POST /api/wallet/keys"],
      startPinSession: [() => client.wallets.startPinSession(), "POST /api/wallet/pin-session"]
    },
    deposits: {
      create: [() => client.deposits.create(any), "POST /api/deposit/asset"],
      preview: [() => client.deposits.preview(any), "POST /api/deposit/asset?dryRun=true"],
      get: [() => client.deposits.get("order 1"), "GET /api/deposit/asset/order%201"]
    },
    payouts: {
      create: [() => client.payouts.create(any), "POST /api/wallet/payout"],
      preview: [() => client.payouts.preview(any), "POST /api/wallet/payout?dryRun=true"],
      get: [() => client.payouts.get("p"), "GET /api/wallet/payout/p"]
    },
    transfers: { create: [() => client.transfers.create(any), "POST /api/wallet/transfer"] },
    swaps: {
      create: [() => client.swaps.create(any), "POST /api/wallet/swap"],
      get: [() => client.swaps.get("s", { subAccountId: "x" }), "GET /api/wallet/swap/s?subAccountId=x"]
    },
    lightningInvoices: {
      create: [() => client.lightningInvoices.create(any), "POST /api/lightning/invoice"],
      get: [() => client.lightningInvoices.get("ab"), "GET /api/lightning/invoice/ab"]
    },
    quotes: { create: [() => client.quotes.create(any), "POST /api/quote"] },
    statement: {
      get: [
        () => client.statement.get({ limit: 5, type: ["deposit", "payout"] }),
        "GET /api/account/statement?limit=5&type=deposit&type=payout"
      ],
      ofSubaccount: [() => client.statement.ofSubaccount(any), "POST /api/account/statement"],
      operations: [() => drained(client.statement.operations()), "POST /api/account/statement"]
    },
    events: {
      list: [() => client.events.list(), "GET /api/events"],
      all: [() => drained(client.events.all({ cursor: "c" })), "GET /api/events?cursor=c"]
    },
    sandbox: { payDeposit: [() => client.sandbox.payDeposit("tkt"), "POST /provider/webhook"] },
    health: {
      live: [() => client.health.live(), "GET /health"],
      ready: [() => client.health.ready(), "GET /ready"]
    }
  }
  const all = Object.entries(cases).flatMap(([group, methods]) =>
    (Object.entries(methods) as ReadonlyArray<[string, readonly [() => Promise<unknown>, string]]>).map(
      ([method, [run, asks]]) => ({ name: `${group}.${method}`, run, asks })
    )
  )

  it.each(all)("$name asks $asks §client-endpoints", async ({ asks, run }) => {
    seen.length = 0
    await run()
    expect(seen).toEqual([asks])
  })

  it("are there for every endpoint but the one that was replaced and the one for providers §client-endpoints", () => {
    const asked = all.map(({ asks }) =>
      (asks.split("?")[0] ?? "").replaceAll(/\/(?:sub%2F1|order%201|[kdpsx]|ab)$/g, "/:")
    )
    const known = Object.values(routes).map(({ method, path }) => `${method} ${path.replace(/:\w+$/, ":")}`)
    expect(known.filter((each) => !asked.includes(each))).toEqual([
      "POST /api/withdraw/pix",
      "POST /provider/:name/webhook"
    ])
  })

  it.each(["", ".", ".."])("refuse %o as an id, which would name another path", async (id) => {
    seen.length = 0
    await expect(client.deposits.get(id)).rejects.toThrow(TypeError)
    expect(seen).toEqual([])
  })
})
