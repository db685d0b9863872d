// Every wrong request that the suites send, as data: what is sent to which endpoint, and the refusal that it has to meet.
import type { Failure, Sent } from "../support/http.ts"
import { depositOf } from "./sandbox.ts"

export interface Wrong {
  readonly what: string
  readonly sent: Omit<Sent, "key">
  readonly failure: Failure
}

const invalid = (...fields: ReadonlyArray<string>): Failure => ({ status: 400, errorCode: "VALIDATION_FAILED", fields })
const pair: Failure = { status: 400, errorCode: "UNSUPPORTED_PAIR", fields: ["network"] }
const notFound: Failure = { status: 404, errorCode: "NOT_FOUND" }

type Body = Readonly<Record<string, unknown>>

/** The valid body without a field; JSON of `undefined` leaves a field out. */
const without = (body: Body, field: string): Body => ({ ...body, [field]: undefined })

const json = JSON.stringify
/** JSON text with a member that `JSON.stringify` cannot write. */
const withMember = (body: Body, member: string): string => `${json(body).slice(0, -1)},${member}}`

const wrongBodies = (path: string, valid: Body): ReadonlyArray<Wrong> => {
  const post = (what: string, body: unknown, failure: Failure = invalid("body")): Wrong => ({
    what,
    sent: { path, body },
    failure
  })
  const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`
  return [
    post("an empty body", ""),
    post("blanks", "  \n"),
    post("broken JSON", json(valid).slice(0, -1)),
    post("two values", json(valid) + json(valid)),
    post("single quotes", json(valid).replaceAll("\"", "'")),
    post("a trailing comma", `${json(valid).slice(0, -1)},}`),
    post("a comment", `/* */${json(valid)}`),
    post("a byte order mark", `\ufeff${json(valid)}`),
    post("UTF-16", Buffer.from(json(valid), "utf16le")),
    post(
      "bytes that are no UTF-8",
      Buffer.concat([Buffer.from(json(valid).slice(0, -1)), Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])])
    ),
    post("an overlong encoding", Buffer.concat([Buffer.from("{\""), Buffer.from([0xc0, 0xaf]), Buffer.from("\":1}")])),
    post("an array", [valid]),
    post("a string", json("x")),
    post("a number", "1"),
    post("null", "null"),
    post("true", "true"),
    post("33 levels of arrays", nested(33)),
    post("30,000 levels of arrays", nested(30_000)),
    post("33 levels below a field", withMember(valid, `"deep":${nested(32)}`)),
    post(
      "32 levels, which are read, below a field that is not known",
      withMember(valid, `"deep":${nested(31)}`),
      invalid("deep")
    ),
    post("a field that is not known", { ...valid, extra: 1 }, invalid("extra")),
    post("a field with another case", { ...valid, SubAccountID: "x" }, invalid("SubAccountID")),
    post("__proto__", withMember(valid, "\"__proto__\":{\"admin\":true}"), invalid("__proto__")),
    post("constructor", withMember(valid, "\"constructor\":{\"prototype\":{}}"), invalid("constructor")),
    post("toString", withMember(valid, "\"toString\":1"), invalid("toString")),
    post("an empty name of a field", withMember(valid, "\"\":1"), { status: 400, errorCode: "VALIDATION_FAILED" })
  ]
}

/** Texts that no field of a name or an id takes. */
const badTexts: ReadonlyArray<readonly [what: string, text: string]> = [
  ["empty", ""],
  ["with a line break", "a\nb"],
  ["with a null character", "a\u0000b"],
  ["with a C1 control character", "a\u0085b"],
  ["with half a surrogate pair", "a\ud800b"],
  ["huge", "x".repeat(60_000)]
]

const notText: ReadonlyArray<readonly [what: string, value: unknown]> = [
  ["null", null],
  ["a number", 1],
  ["a boolean", true],
  ["a list", ["a"]],
  ["an object", { toString: "a" }]
]

const subaccount = { name: "Ana Souza", email: "ana@example.test", accountType: "INDIVIDUAL" }

const wrongSubaccounts = (): ReadonlyArray<Wrong> => {
  const post = (field: string, what: string, value: unknown): Wrong => ({
    what: `${field}: ${what}`,
    sent: { path: "/api/subaccount", body: { ...subaccount, [field]: value } },
    failure: invalid(field)
  })
  return [
    { what: "no name", sent: { path: "/api/subaccount", body: without(subaccount, "name") }, failure: invalid("name") },
    post("name", "65 characters", "x".repeat(65)),
    post("name", "65 code points", "😀".repeat(65)),
    ...["name", "email", "accountType"].flatMap((field) =>
      [...notText, ...badTexts].map(([what, value]) => post(field, what, value))
    ),
    ...[
      "ana",
      "ana@",
      "@example.test",
      "ana@example",
      "a b@example.test",
      "a@b@example.test",
      "ana@example..test",
      `${"x".repeat(250)}@example.test`
    ].map((text) => post("email", text.slice(0, 20), text)),
    ...["individual", "PERSON", "COMPANY "].map((text) => post("accountType", text, text)),
    {
      what: "several wrong fields, all named",
      sent: { path: "/api/subaccount", body: { name: 1, email: 2, accountType: 3, other: 4 } },
      failure: invalid("name", "email", "accountType", "other")
    }
  ]
}

const wrongNumbers: ReadonlyArray<readonly [what: string, json: string]> = [
  ["0", "0"],
  ["-0", "-0"],
  ["-1", "-1"],
  ["a fraction", "50.5"],
  ["a tenth of a cent", "1e-1"],
  ["2^53 + 1", "9007199254740993"],
  ["more than a PIX carries", "1000000000000"],
  ["1e400", "1e400"],
  ["-1e400", "-1e400"],
  ["NaN as text", "\"NaN\""],
  ["Infinity as text", "\"Infinity\""],
  ["digits as text", "\"5000\""],
  ["text", "\"fifty\""],
  ["empty text", "\"\""],
  ["null", "null"],
  ["true", "true"],
  ["a list", "[5000]"],
  ["an object", "{}"]
]

const evm = "0x52908400098527886E0F7030069857D2E4169EE7"
const wrongAddresses: ReadonlyArray<readonly [what: string, parts: Body]> = [
  ["an EVM checksum that does not hold", { address: "0x52908400098527886E0F7030069857D2E4169Ee7" }],
  ["an EVM address cut", { address: evm.slice(0, -1) }],
  ["an EVM address without 0x", { address: evm.slice(2) }],
  ["blanks around an EVM address", { address: ` ${evm} ` }],
  ["a TRON address on an EVM network", { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" }],
  ["a Bitcoin checksum that does not hold", {
    asset: "BTC",
    network: "bitcoin",
    address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"
  }],
  ["a Bitcoin test address", {
    asset: "BTC",
    network: "bitcoin",
    address: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"
  }],
  ["a base58 checksum that does not hold", {
    asset: "BTC",
    network: "bitcoin",
    address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"
  }],
  ["a Liquid checksum that does not hold", {
    asset: "LBTC",
    network: "liquid",
    address: "lq1qqvxk052kf3qtkxmrakx50a9gc3smqad2ync54hzntjt980kfej9kkfe0247rp5h4yzmdftsahhw64uy8pzfe7cpg4fgykm7cx"
  }],
  ["a Liquid test address", {
    asset: "DEPIX",
    network: "liquid",
    address: "tex1qew0l0emv7449u7hqgc8utzdzryhse79yh5jp9a"
  }],
  ["an EVM address for Lightning", { asset: "LIGHTNING", network: "lightning" }],
  ["an invoice that is cut", {
    asset: "LIGHTNING",
    network: undefined,
    address: "lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3"
  }],
  ["a Lightning address without a name", { asset: "LIGHTNING", network: undefined, address: "@example.com" }],
  ["empty", { address: "" }],
  ["huge", { address: "x".repeat(60_000) }],
  ["a null character", { address: `${evm}\u0000` }]
]

const wrongPairs: ReadonlyArray<readonly [asset: string, network: string]> = [
  ["USDT", "base"],
  ["USDT", "tron"],
  ["USDT", "solana"],
  ["USDC", "arbitrum"],
  ["USDC", "lightning"],
  ["USDCE", "polygon"],
  ["BRLA", "gnosis"],
  ["BRS", "solana"],
  ["USDB", "base"],
  ["LIGHTNING", "bitcoin"],
  ["BTC", "lightning"],
  ["DEPIX", "polygon"],
  ["LBTC", "bitcoin"]
]

const wrongDeposits = (): ReadonlyArray<Wrong> => {
  const path = "/api/deposit/asset"
  const post = (what: string, parts: Body, failure: Failure): Wrong => ({
    what,
    sent: { path, body: depositOf(parts) },
    failure
  })
  const field = (name: string, what: string, value: unknown): Wrong =>
    post(`${name}: ${what}`, { [name]: value }, invalid(name))
  return [
    ...["value", "asset", "address"].map((name) => post(`no ${name}`, { [name]: undefined }, invalid(name))),
    ...["USDT", "USDC", "USDCE", "BRLA"].map((asset) =>
      post(`${asset} without a network`, { asset, network: undefined }, invalid("network"))
    ),
    ...wrongNumbers.map(([what, text]): Wrong => ({
      what: `value: ${what}`,
      sent: { path, body: withMember(without(depositOf(), "value"), `"value":${text}`) },
      failure: invalid("value")
    })),
    ...["usdc", "ETH", "USDC ", "", "__proto__", "toString"].map((text) => field("asset", JSON.stringify(text), text)),
    ...["Base", "ethereum", "spark", "", "constructor"].map((text) => field("network", JSON.stringify(text), text)),
    ...["asset", "network", "address", "externalId", "taxId", "subAccountId"].flatMap((name) =>
      notText.map(([what, value]) => field(name, what, value))
    ),
    ...["externalId", "taxId", "subAccountId"].flatMap((name) =>
      badTexts.map(([what, text]) => field(name, what, text))
    ),
    field("externalId", "256 characters", "x".repeat(256)),
    field("externalId", "256 code points", "😀".repeat(256)),
    ...[
      "11144477736",
      "1114447773",
      "111444777350",
      "11111111111",
      "00000000000",
      "111.444.777-35",
      "1114447773a",
      " 11144477735",
      "١١١٤٤٤٧٧٧٣٥",
      "11222333000181"
    ].map((text) => field("taxId", text, text)),
    ...wrongAddresses.map(([what, parts]) => post(`address: ${what}`, parts, invalid("address"))),
    ...wrongPairs.map(([asset, network]) => post(`${asset} on ${network}`, { asset, network }, pair))
  ]
}

const wrongKeys: ReadonlyArray<readonly [what: string, key: string]> = [
  ["empty", ""],
  ["256 characters", "k".repeat(256)],
  ["not ASCII", "chave-é"],
  ["with a tab", "a\tb"]
]

const wrongHeaders = (path: string, body: unknown): ReadonlyArray<Wrong> =>
  wrongKeys.map(([what, key]) => ({
    what: `Idempotency-Key ${what}`,
    sent: { path, body, headers: { "idempotency-key": key } },
    failure: invalid("Idempotency-Key")
  }))

const wrongReads: ReadonlyArray<Wrong> = [
  ...[
    "x",
    "p",
    "P1",
    "p-1",
    "p1%20",
    "pzzzzzzzzzzzzz",
    "p1y2p0ij32e8e8",
    "p00000000000000",
    "%00",
    "%27%20or%201=1--",
    "{}"
  ].map((cursor): Wrong => ({
    what: `cursor ${cursor}`,
    sent: { path: `/api/subaccount?cursor=${cursor}` },
    failure: invalid("cursor")
  })),
  { what: "an empty cursor", sent: { path: "/api/subaccount?cursor=" }, failure: invalid("cursor") },
  { what: "two cursors", sent: { path: "/api/subaccount?cursor=p1&cursor=p2" }, failure: invalid("cursor") },
  { what: "an empty name", sent: { path: "/api/subaccount?name=" }, failure: invalid("name") },
  { what: "two names", sent: { path: "/api/subaccount?name=a&name=b" }, failure: invalid("name") },
  {
    what: "a name of 65 characters",
    sent: { path: `/api/subaccount?name=${"x".repeat(65)}` },
    failure: invalid("name")
  },
  { what: "a name with a null character", sent: { path: "/api/subaccount?name=a%00" }, failure: invalid("name") },
  ...["/api/subaccount/", "/api/deposit/asset/"].flatMap((path): ReadonlyArray<Wrong> => {
    const field = path.includes("deposit") ? "externalId" : "subAccountId"
    return [
      { what: `${path} nothing`, sent: { path }, failure: notFound },
      { what: `${path} unknown`, sent: { path: `${path}unknown` }, failure: notFound },
      { what: `${path} __proto__`, sent: { path: `${path}__proto__` }, failure: notFound },
      { what: `${path} a path`, sent: { path: `${path}..%2f..%2fetc%2fpasswd` }, failure: notFound },
      { what: `${path} SQL`, sent: { path: `${path}'%20or%20'1'='1` }, failure: notFound },
      {
        what: `${path} 255 code points`,
        sent: { path: path + encodeURIComponent("é".repeat(255)) },
        failure: notFound
      },
      { what: `${path} 256 characters`, sent: { path: path + "x".repeat(256) }, failure: invalid(field) },
      { what: `${path} a null character`, sent: { path: `${path}a%00b` }, failure: invalid(field) },
      { what: `${path} a line break`, sent: { path: `${path}a%0Ab` }, failure: invalid(field) },
      { what: `${path} half an escape`, sent: { path: `${path}%f` }, failure: notFound },
      { what: `${path} no UTF-8`, sent: { path: `${path}%ff` }, failure: notFound }
    ]
  })
]

const event = (data: unknown, subscription: unknown = "TICKET") => ({ event: { id: "e-1", subscription, data } })
const ticket = (type: unknown, ticket: unknown) => event({ type, ticket })

const wrongEvents = (): ReadonlyArray<Wrong> => {
  const post = (what: string, body: unknown, ...fields: ReadonlyArray<string>): Wrong => ({
    what,
    sent: { path: "/provider/webhook", body },
    failure: invalid(...fields)
  })
  return [
    post("an empty body", "", "body"),
    post("broken JSON", "{\"event\":", "body"),
    post("an array", [], "body"),
    post("null", "null", "body"),
    post("no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "body"),
    post("a byte order mark", `\ufeff${JSON.stringify(ticket("DEPOSIT-SUCCESS", { id: "t" }))}`, "body"),
    post(
      "33 levels",
      JSON.stringify(event({ type: "DEPOSIT-SUCCESS", ticket: { id: "t" } })).replace(
        "\"e-1\"",
        `"e-1","more":${"[".repeat(31)}${"]".repeat(31)}`
      ),
      "body"
    ),
    post("no event", {}, "event"),
    post("an event that is a list", { event: [] }, "event"),
    post("no subscription", { event: { id: "e", data: {} } }, "event.subscription"),
    post("a subscription that is a number", event({}, 5), "event.subscription"),
    post("no data", { event: { id: "e", subscription: "TICKET" } }, "event.data"),
    post("an id that is a number", { event: { id: 5, subscription: "TICKET", data: {} } }, "event.id"),
    post("an id with a null character", { event: { id: "a\u0000", subscription: "TICKET", data: {} } }, "event.id"),
    post("no type", event({ ticket: { id: "t" } }), "event.data.type"),
    post("a type that is not known", ticket("PAID", { id: "t" }), "event.data.type"),
    post("no ticket", event({ type: "DEPOSIT-SUCCESS" }), "event.data.ticket"),
    post("a ticket without id", ticket("DEPOSIT-SUCCESS", {}), "event.data.ticket.id"),
    post("a ticket's id that is empty", ticket("DEPOSIT-SUCCESS", { id: "" }), "event.data.ticket.id"),
    post("a ticket's id with a null character", ticket("DEPOSIT-SUCCESS", { id: "a\u0000b" }), "event.data.ticket.id"),
    post(
      "a ticket's id with half a surrogate pair",
      ticket("DEPOSIT-SUCCESS", { id: "\ud800" }),
      "event.data.ticket.id"
    ),
    post("a ticket's id that is a number", ticket("DEPOSIT-SUCCESS", { id: 5 }), "event.data.ticket.id"),
    post(
      "an end-to-end id that is none",
      ticket("DEPOSIT-SUCCESS", { id: "t", endToEndId: "E1" }),
      "event.data.ticket.endToEndId"
    ),
    post("a payer that is a name", ticket("DEPOSIT-SUCCESS", { id: "t", payer: "Ana" }), "event.data.ticket.payer"),
    post(
      "a return without value",
      event(
        { type: "RETURN-CONFIRMED", endToEndId: `E${"1".repeat(31)}`, returnId: `D${"1".repeat(31)}` },
        "PIX-RETURN"
      ),
      "event.data.value"
    ),
    ...wrongNumbers.map(([what, text]): Wrong => ({
      what: `a return of ${what}`,
      sent: {
        path: "/provider/webhook",
        body: `{"event":{"id":"e","subscription":"PIX-RETURN","data":{"type":"RETURN-CONFIRMED","endToEndId":"E${
          "1".repeat(31)
        }","returnId":"D${"1".repeat(31)}","value":${text}}}}`
      },
      failure: invalid("event.data.value")
    }))
  ]
}

/** Wrong requests of a caller with a good key. */
export const wrongInput: ReadonlyArray<Wrong> = [
  ...wrongBodies("/api/subaccount", subaccount),
  ...wrongBodies("/api/deposit/asset", depositOf()),
  ...wrongSubaccounts(),
  ...wrongDeposits(),
  ...wrongHeaders("/api/subaccount", subaccount),
  ...wrongHeaders("/api/deposit/asset", depositOf()),
  ...wrongReads,
  ...wrongEvents()
]
