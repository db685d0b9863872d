// The pages of the documentation in the order of their menu. A page is a Markdown file of the package, shown at an address;
// what is printed from tables and schemas is such a file too, so nothing is told twice.
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { root, textOf } from "./files.ts"

/** One page. */
export interface DocPage {
  /** Its address below `/docs/`; empty for the first page. */
  readonly slug: string
  /** Its file, by the path from the root of the package. */
  readonly file: string
  readonly title: string
  /** What it is for, in one sentence; decisions have none. */
  readonly about: string
}

/** Pages under one heading of the menu. */
interface Section {
  readonly heading: string
  readonly pages: ReadonlyArray<DocPage>
}

const page = (slug: string, title: string, about: string, file = `hosts/docs/${slug}.md`): DocPage => ({
  slug,
  file,
  title,
  about
})

const states = (slug: string, title: string, file: string): DocPage =>
  page(`states/${slug}`, title, `Every transition of a ${title.toLowerCase()}, drawn and as a table.`, file)

const decisionsFolder = "core/decisions"

const decisionsIndex = page(
  "decisions",
  "Decisions",
  "Why things are as they are: one record a decision.",
  `${decisionsFolder}/README.md`
)

/** The menu. */
export const sections: ReadonlyArray<Section> = [
  {
    heading: "Begin",
    pages: [
      page("", "Pontepay", "What it does, and where to go from here.", "hosts/docs/start.md"),
      page("tour", "A tour", "KYC, a deposit, a payout, an invoice and a webhook with curl."),
      page("client", "Client", "The typed client for Node.js, browsers and workers."),
      page("command-line", "Command line", "Trigger, listen, decode, doctor and what the operator does every day."),
      page("embedding", "Embedding", "The service inside your own process, under any web framework."),
      page("sandbox", "Sandbox", "The values that decide what the sandbox does, and how its provider speaks.")
    ]
  },
  {
    heading: "Interface",
    pages: [
      page("conventions", "Conventions", "Keys, amounts, retries, pages, rates and dry runs."),
      page("reference", "Reference", "Every operation with its fields, answers and examples."),
      page("events", "Events", "Every event with an example of its body."),
      page("webhooks", "Webhooks", "Registering an endpoint and verifying what comes, in five languages."),
      page("errors", "Errors", "Every error, in the order in which they answer.", "core/base/errors/errors.md"),
      page("limits", "Limits", "Every figure that a request can run into.", "core/base/limits/limits.md")
    ]
  },
  {
    heading: "States",
    pages: [
      states("deposit", "Deposit", "core/payments/deposit/deposit.states.md"),
      states("payout", "Payout", "core/payments/payout/payout.states.md"),
      states("transfer", "Transfer", "core/payments/transfer/transfer.states.md"),
      states("lightning-invoice", "Lightning invoice", "core/payments/lightning-invoice/lightning-invoice.states.md"),
      states("kyc", "KYC attempt", "core/customers/kyc/kyc-attempt.states.md"),
      states("dispute", "Dispute", "core/payments/dispute/dispute.states.md"),
      states("swap", "Swap", "core/payments/swap/swap.states.md"),
      states("movement", "Movement", "core/payments/movement/movement.states.md")
    ]
  },
  {
    heading: "Run it",
    pages: [
      page("dashboard", "Dashboard", "What there is, live, for the operator and for key owners."),
      page("hosted-pages", "Hosted pages", "What end users see: charges, forms, PINs and receipts."),
      page("deployment", "Deployment", "Docker, Compose, systemd, Prometheus and Grafana."),
      page("configuration", "Configuration", "Every variable of the service."),
      page(
        "providers",
        "Providers",
        "What production can talk to, how to set each up, and what it was proven against."
      ),
      page("provider-variables", "Variables of providers", "Settings of each provider of production."),
      page("going-live", "Going live", "What has to be true before real money moves."),
      page("operators", "Operators", "The first owner, roles, inviting, a lost phone, and tokens for automation."),
      page("operations", "Operations", "Backup, restore, upgrade, scaling, monitoring, and what to do with Unknown."),
      page("security", "Security", "Level 2 of OWASP ASVS 5.0, line by line, with the test that proves it."),
      page("personal-data", "Personal data", "What is kept about people, why, for how long, and how it is erased.")
    ]
  },
  {
    heading: "Extend it",
    pages: [
      page("adapters", "Writing an adapter", "A provider of your own, held to its port by the conformance kit."),
      page(
        "ledger",
        "Ledger",
        "Every account of the books, and the entry of every business fact.",
        "core/engine/ledger/ledger.md"
      ),
      page("simulator", "Simulator", "Days of faults in seconds, for the service and for your own app."),
      decisionsIndex
    ]
  }
]

const decision = (name: string): DocPage => {
  const file = `${decisionsFolder}/${name}`
  let title: string | undefined
  return {
    slug: `decisions/${name.slice(0, -".md".length)}`,
    file,
    // Read when it is shown: all of them at once would keep a request waiting for every file.
    get title() {
      return title ??= /^# (.+)$/m.exec(textOf(file))?.[1] ?? name
    },
    about: ""
  }
}

const decisions = (): ReadonlyArray<DocPage> =>
  readdirSync(join(root, decisionsFolder)).filter((name) => /^\d{4}-/.test(name)).toSorted().map(decision)

let known: ReadonlyArray<DocPage> | undefined

/** Every page: those of the menu, then the decisions. */
export const allPages = (): ReadonlyArray<DocPage> =>
  known ??= [...sections.flatMap(({ pages }) => pages), ...decisions()]

/** The address of a page. */
export const addressOf = ({ slug }: DocPage): string => slug === "" ? "/docs" : `/docs/${slug}`

/** The address of a page's Markdown. */
export const sourceAddressOf = ({ slug }: DocPage): string => `/docs/${slug === "" ? "start" : slug}.md`
