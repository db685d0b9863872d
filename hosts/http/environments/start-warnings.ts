// What works less than somebody may expect, said once at start: receipts without their package, and declared webhooks that
// nothing will ever be sent to.
import { englishReason } from "../../../core/base/reason/english.ts"
import type { Reason } from "../../../core/base/reason/reason.ts"
import type { BootstrapAccount } from "../../../core/operations/provisioning/bootstrap-file.ts"
import type { Environment } from "../../../core/base/environment/environment.ts"
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

/** What to say at start; empty when nothing is missing. */
export const startWarnings = (
  declared: ReadonlyArray<BootstrapAccount>,
  urlProblem: UrlProblem
): ReadonlyArray<string> => [...receiptWarnings(), ...webhookWarnings(declared, urlProblem)]
