// What works less than an operator may expect, said once at start: receipts without their package, declared webhooks that
// nothing will ever be sent to, and what is sold although an operator has to do a part of it by hand.
import { Context } from "effect"
import { englishReason } from "../../../core/base/reason/english.ts"
import type { Reason } from "../../../core/base/reason/reason.ts"
import type { BootstrapAccount } from "../../../core/operations/provisioning/bootstrap-file.ts"
import type { Environment } from "../../../core/base/environment/environment.ts"
import { PixRail } from "../../../core/ports/pix-rail.ts"
import { SwapPool } from "../../../core/ports/swap-pool.ts"
import type { Way } from "../../../core/ports/way.ts"
import { webhookUrlRule } from "../../../core/base/errors/catalogue.ts"
import { isInstalled, receiptPackage } from "./optional-package.ts"

const receiptWarnings = (): ReadonlyArray<string> =>
  isInstalled(receiptPackage) ? [] : [
    `Receipts as PDF need the package ${receiptPackage}, which is not installed: npm install ${receiptPackage}. `
    + "Until then records and events have no receiptUrl."
  ]

/** Why nothing is ever sent to a URL; undefined where something may be. */
type UrlProblem = (environment: Environment, url: string) => Reason | undefined

const webhookWarnings = (
  declared: ReadonlyArray<BootstrapAccount>,
  urlProblem: UrlProblem
): ReadonlyArray<string> =>
  declared.flatMap(({ environment, webhooks = [] }, account) =>
    webhooks.flatMap(({ url }, place) => {
      const problem = urlProblem(environment, url)
      const field = `accounts.${account}.webhooks.${place}.url`
      return problem === undefined
        ? []
        : [`PONTEPAY_BOOTSTRAP_FILE: ${field}: ${englishReason(problem)}: nothing is sent there. ${webhookUrlRule}`]
    })
  )

type OrderPorts = Context.Context<PixRail | SwapPool>

/** What an environment sells of which an operator does a part at the provider, one sentence for each. */
const byHand = (environment: Environment, services: OrderPorts): ReadonlyArray<string> => {
  const rail = Context.get(services, PixRail)
  const says: ReadonlyArray<readonly [way: Way, sentence: string]> = [
    [
      rail.returnsFailed ? "provider" : rail.ways.returns,
      "The PIX provider takes no order to return a PIX. Deposits are sold; what has to go back is returned by an operator there."
    ],
    [
      rail.ways.payments,
      "The PIX provider takes no order to pay a PIX. Payouts and Lightning invoices are sold; an operator pays them there."
    ],
    [
      Context.get(services, SwapPool).ways.swaps,
      "No provider converts DePix by itself. Swaps are sold; an operator converts each of them."
    ]
  ]
  return says.filter(([way]) => way === "operator").map(([, sentence]) => `${environment}: ${sentence}`)
}

/** What to say at start; empty when nothing is missing. */
export const startWarnings = (
  declared: ReadonlyArray<BootstrapAccount>,
  urlProblem: UrlProblem,
  environments: ReadonlyArray<{ readonly environment: Environment; readonly services: OrderPorts }>
): ReadonlyArray<string> => [
  ...receiptWarnings(),
  ...webhookWarnings(declared, urlProblem),
  ...environments.flatMap(({ environment, services }) => byHand(environment, services))
]
