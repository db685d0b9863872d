// The import rules of the project in one table: which files make up a layer and which layers and packages it may import.
// A file belongs to the first layer whose pattern matches. Invariant: every file belongs to exactly one layer, and what
// the table does not allow is refused.

/** Which files of its own layer a file may import: none, those of its own unit (the named group `unit`), or all. */
type Within = "none" | "unit" | "layer"

type Layer = {
  readonly files: RegExp
  readonly within: Within
  readonly layers: ReadonlyArray<LayerName>
  readonly packages: Packages
}

/** `core`: pure packages only. `shipped`: what package.json installs with us. `public`: our exports, and what they bring along. `any`: everything. */
export type Packages = "core" | "shipped" | "public" | "any"

export type LayerName =
  | "entry"
  | "foundation"
  | "vocabulary"
  | "rule"
  | "change set"
  | "gate"
  | "port"
  | "moving port"
  | "kernel"
  | "composition"
  | "verb"
  | "inbox"
  | "noun"
  | "http client"
  | "bank standard"
  | "address standard"
  | "custody"
  | "node quorum"
  | "coins"
  | "adapter"
  | "simulator"
  | "dashboard"
  | "telemetry"
  | "client"
  | "framework"
  | "release"
  | "host root"
  | "command line"
  | "host"
  | "example"
  | "customer"
  | "test"
  | "settings"

/** A file of a resource folder that starts with one of these is a use case; every other file there is a noun. */
const verbs = [
  "accept",
  "advance",
  "apply",
  "audit",
  "cancel",
  "create",
  "debit",
  "deliver",
  "disable",
  "erase",
  "expire",
  "export",
  "fan-out",
  "invite",
  "expire",
  "list",
  "pay",
  "preview",
  "read",
  "reconcile",
  "refund",
  "register",
  "release",
  "remove",
  "replay",
  "resolve",
  "retry",
  "return",
  "reverse",
  "revive",
  "revoke",
  "rotate",
  "seal",
  "settle",
  "start",
  "submit",
  "sync",
  "update",
  "upload",
  "validate",
  "watch"
]

const resources = [
  "account",
  "approval",
  "books",
  "browse",
  "command",
  "deposit",
  "dispute",
  "event",
  "explain",
  "identity",
  "job",
  "kyc",
  "lightning-invoice",
  "movement",
  "operator",
  "payout",
  "person",
  "pix-payment",
  "provisioning",
  "quote",
  "receipt",
  "reconcile",
  "review",
  "seal",
  "secrets",
  "statement",
  "subaccount",
  "swap",
  "transfer",
  "treasury-sweep",
  "wallet",
  "webhook"
]

const core = [
  "foundation",
  "vocabulary",
  "rule",
  "change set",
  "noun",
  "gate",
  "port",
  "kernel",
  "composition",
  "verb",
  "inbox"
] as const

/** What a process is put together from, and whoever stands in for a provider: all of the core. */
const wholeCore = [...core, "moving port"] as const

export const layers: { readonly [Name in LayerName]: Layer } = {
  entry: { files: /^core\/index\.ts$/, within: "none", layers: wholeCore, packages: "core" },
  foundation: {
    files: /^core\/(?<unit>address|environment|ids|machine|money|time)\//,
    within: "unit",
    layers: [],
    packages: "core"
  },
  vocabulary: { files: /^core\/(?<unit>errors|pix)\//, within: "unit", layers: ["foundation"], packages: "core" },
  rule: {
    files: /^core\/(?<unit>fees|ledger|limits|payment-string|text)\//,
    within: "unit",
    layers: ["foundation", "vocabulary"],
    packages: "core"
  },
  // What a commit is made of, and what providers report. It is data, so nouns may make and read it; the ports that reach the world are not for them.
  "change set": {
    files: /^core\/ports\/(?:one-owner|owed|provider-fact|records|store)\.ts$/,
    within: "layer",
    layers: ["foundation", "vocabulary", "rule"],
    packages: "core"
  },
  // Calls that move value, and their look-ups. Only movements may make them, so that nothing is sent twice.
  "moving port": {
    files: /^core\/ports\/moving\//,
    within: "layer",
    layers: ["foundation", "vocabulary", "rule", "change set", "noun", "port"],
    packages: "core"
  },
  port: {
    files: /^core\/ports\//,
    within: "layer",
    layers: ["foundation", "vocabulary", "rule", "change set", "noun"],
    packages: "core"
  },
  // What stands before a use case: who calls, whether the same was asked before, what an order has to meet.
  gate: {
    files: /^core\/(?:(?<unit>access|idempotency)\/|[a-z-]+\/(?:[a-z-]+-context|new-key|unlock-wallet)\.ts$)/,
    within: "layer",
    layers: ["foundation", "vocabulary", "rule", "change set", "noun", "port", "kernel"],
    packages: "core"
  },
  // Sends value, and books what came of it: the only place that calls ports that move it.
  kernel: {
    files: /^core\/movement\/(?:carry-transfers|kinds|treasury-limit|perform-movement|apply-payment-fact)\.ts$/,
    within: "layer",
    layers: ["foundation", "vocabulary", "rule", "change set", "noun", "port", "moving port"],
    packages: "core"
  },
  // Which record hears of which movement: knows every resource, and is known by hosts and the inbox.
  composition: {
    files: /^core\/(?<unit>composition)\//,
    within: "unit",
    layers: ["noun", "gate"],
    packages: "core"
  },
  verb: {
    files: new RegExp(`^core/(?:${resources.join("|")})/(?:${verbs.join("|")})-[a-z-]+\\.ts$`),
    within: "none",
    layers: ["foundation", "vocabulary", "rule", "change set", "noun", "gate", "port", "kernel"],
    packages: "core"
  },
  // Leads what a provider tells and what a backend commands to the use case of its kind, so that a request and a job do
  // the same.
  inbox: {
    files: /^core\/(?<unit>inbox)\//,
    within: "unit",
    layers: ["foundation", "vocabulary", "rule", "change set", "noun", "gate", "port", "kernel", "composition", "verb"],
    packages: "core"
  },
  noun: {
    files: new RegExp(`^core/(?:${resources.join("|")})/`),
    within: "layer",
    layers: ["foundation", "vocabulary", "rule", "change set", "gate"],
    packages: "core"
  },
  // How every adapter asks an interface over HTTP.
  "http client": {
    files: /^adapters\/(?<unit>http-client)\//,
    within: "unit",
    layers: ["foundation", "vocabulary", "change set", "port"],
    packages: "shipped"
  },
  // The central bank's interface, which the adapters of its banks share.
  "bank standard": {
    files: /^adapters\/(?<unit>bcb)\//,
    within: "unit",
    layers: ["foundation", "vocabulary", "rule", "change set", "noun", "port", "moving port", "http client"],
    packages: "shipped"
  },
  // How Lightning addresses give invoices, for every adapter of a node.
  "address standard": {
    files: /^adapters\/(?<unit>lnurl)\//,
    within: "unit",
    layers: ["foundation", "vocabulary", "change set", "port", "http client"],
    packages: "shipped"
  },
  // Who signs with the service's keys, for every adapter of a chain.
  custody: {
    files: /^adapters\/(?<unit>custody)\//,
    within: "unit",
    layers: ["foundation", "vocabulary", "change set", "port", "http client"],
    packages: "shipped"
  },
  // Several nodes of one network, for every adapter of a chain.
  "node quorum": {
    files: /^adapters\/(?<unit>rpc-quorum)\//,
    within: "unit",
    layers: ["foundation", "vocabulary", "change set", "port", "http client"],
    packages: "shipped"
  },
  // What networks whose treasuries are coins have in common.
  coins: {
    files: /^adapters\/(?<unit>coins)\//,
    within: "unit",
    layers: ["foundation", "vocabulary", "change set", "port", "moving port", "node quorum"],
    packages: "shipped"
  },
  adapter: {
    files: /^adapters\/(?<unit>[^/]+)\//,
    within: "unit",
    layers: [
      "foundation",
      "vocabulary",
      "rule",
      "change set",
      "noun",
      "port",
      "moving port",
      "http client",
      "bank standard",
      "address standard",
      "custody",
      "node quorum",
      "coins"
    ],
    packages: "shipped"
  },
  // Puts a whole world together: the core, real adapters, and the steps and routes of the other hosts.
  simulator: {
    files: /^hosts\/(?<unit>simulate)\//,
    within: "unit",
    layers: [
      "entry",
      ...wholeCore,
      "http client",
      "bank standard",
      "address standard",
      "custody",
      "node quorum",
      "coins",
      "adapter",
      "host root",
      "host"
    ],
    packages: "shipped"
  },
  // Runs in browsers: of the service it knows the types of what its endpoints answer and refuse, and the formats of money and
  // time.
  dashboard: {
    files: /^hosts\/dashboard\//,
    within: "layer",
    layers: ["foundation", "client", "host"],
    packages: "any"
  },
  // What is counted, logged and traced, for every host alike.
  telemetry: { files: /^hosts\/telemetry\//, within: "layer", layers: wholeCore, packages: "shipped" },
  // Stands alone: its types are printed from the definition of the interface.
  client: { files: /^hosts\/(?<unit>client)\//, within: "unit", layers: [], packages: "shipped" },
  // Mounts the embedded service in somebody else's server: all that it knows of the service is what `embed` gives.
  framework: { files: /^hosts\/frameworks\//, within: "layer", layers: ["host root"], packages: "shipped" },
  // Runs in a checkout alone, with what developers install.
  release: { files: /^hosts\/release\//, within: "layer", layers: ["host root"], packages: "any" },
  // One process may hold several hosts (PONTEPAY_ROLE=all), so the place where one is put together sees the others, and what
  // moves value, which no other file of a host may see, also not by the entry of the core. An embedded
  // service brings the client that calls it.
  "host root": {
    files:
      /^hosts\/(?<unit>[^/]+)\/(?:(?:main|layers|ports|own-adapters|service|index|embed)|(?:networks|providers|tools)\/[a-z-]+)\.ts$/,
    within: "layer",
    layers: [
      "entry",
      ...wholeCore,
      "http client",
      "bank standard",
      "address standard",
      "custody",
      "node quorum",
      "coins",
      "adapter",
      "simulator",
      "telemetry",
      "client",
      "command line",
      "host"
    ],
    packages: "shipped"
  },
  // Asks the service as any client does.
  "command line": { files: /^hosts\/cli\//, within: "layer", layers: [...core, "client"], packages: "shipped" },
  host: {
    files: /^hosts\/(?<unit>[^/]+)\//,
    within: "unit",
    layers: [...core, "telemetry"],
    packages: "shipped"
  },
  example: { files: /^examples\/(?<unit>[^/]+)\//, within: "unit", layers: ["customer"], packages: "public" },
  customer: { files: /^examples\/customer\.ts$/, within: "none", layers: [], packages: "public" },
  test: {
    files: /^test\//,
    within: "layer",
    layers: [
      "entry",
      ...wholeCore,
      "http client",
      "bank standard",
      "address standard",
      "custody",
      "node quorum",
      "coins",
      "adapter",
      "simulator",
      "dashboard",
      "telemetry",
      "client",
      "framework",
      "release",
      "host root",
      "command line",
      "host",
      "example",
      "settings"
    ],
    packages: "any"
  },
  settings: { files: /^vitest\.config\.ts$/, within: "none", layers: ["test"], packages: "any" }
}

/** The layer of a path from the repository root and its unit within the layer; `undefined` where no layer has it. */
export const layerOf = (path: string): { readonly name: LayerName; readonly unit: string } | undefined => {
  for (const [name, layer] of Object.entries(layers)) {
    const match = layer.files.exec(path)
    if (match !== null) return { name: name as LayerName, unit: match.groups?.["unit"] ?? "" }
  }
  return undefined
}
