// Answers to the apps: the same request under the same key is answered the same, however often and through whatever it is
// asked again; another request under it is refused, and changes nothing; and every refusal is one of the interface.
import type { Action } from "../actions/action.ts"
import type { ClientRequest, Heard } from "../client.ts"
import type { Report } from "./judge.ts"

/** Refusals that say nothing about the request, so that any may come at any time. */
const always = ["Unauthorized"]

/** What a caller may be told beside an answer. */
const refusals = new Set([
  ...always,
  ..."ValidationFailed UnsupportedPair CodeNotPayable FormFieldRefused AlreadyApproved ImportTokenInvalid ImportTokenUsed"
    .split(" "),
  ..."ImportInProgress ImportNotEnabled ImportFailed PairNotRoutable InvalidSwapInput InvalidSparkAddress".split(" "),
  ..."InvalidLightningDestination Bolt11NotSupported NotAvailableInSandbox Deprecated IdempotencyConflict".split(" "),
  ..."NotFound NoSparkWallet SwapNotEnabled FeatureNotEnabled RecipientNotAllowed KycNotApproved FinancialCapacityNotApproved ThirdPartyNotEnabled"
    .split(" "),
  ..."FullKycRequired AccountBlocked PerTransactionLimitExceeded BelowMinimum RateLimited PinLocked".split(" "),
  ..."UnlockInProgress InvalidPin InvalidSwapPin InsufficientFunds TransferRefused UploadUsed UploadExpired DocumentQuotaReached"
    .split(" "),
  ..."UnsupportedMedia DuplicatePayment DeclarationMissing OperationLimitExceeded WebhookUrlNotAllowed WebhookTestFailed EvidenceUsed StateConflict PersonNotErasable"
    .split(
      " "
    ),
  ..."QueueUnavailable UpstreamUnavailable OutcomeUnknown PackageNotInstalled".split(" ")
])

interface First {
  readonly step: number
  readonly request: string
  readonly answer: string
}

export class Answers {
  private readonly first = new Map<string, First>()
  private readonly report: Report
  private readonly actionOf: (step: number) => Action | undefined

  constructor(report: Report, actionOf: (step: number) => Action | undefined) {
    this.report = report
    this.actionOf = actionOf
  }

  /** What a step heard in the end. */
  told({ account, key, question, step }: ClientRequest, heard: Heard): void {
    if (heard._tag === "Refused" && !refusals.has(heard.tag)) {
      this.report("answers-of-the-interface", `step ${step} (${question.route}) was refused with ${heard.tag}`)
    }
    if (heard._tag === "Unheard") return
    const action = this.actionOf(step)
    if ((action?.do === "ask-other-deposit" || action?.do === "ask-other-payout") && heard._tag === "Answered") {
      const first = action.do === "ask-other-deposit" ? action.deposit : action.payout
      this.report(
        "idempotent-replay",
        `step ${step} asked for another value under the id of step ${first}, and was answered ${heard.text}`
      )
    }
    const name = `${account} ${question.route} ${key}`
    const first = this.first.get(name)
    if (first === undefined) {
      if (heard._tag === "Answered" && question.isProvisional?.(heard.text) !== true) {
        this.first.set(name, { step, request: question.text, answer: heard.text })
      }
    } else if (first.request === question.text) this.repeated(step, first, heard, question.isProvisional)
    else if (heard._tag === "Answered" || ![...always, "IdempotencyConflict"].includes(heard.tag)) {
      this.report(
        "idempotent-replay",
        `step ${step} asked for something else under the key of step ${first.step} and was not refused as a conflict: ${
          said(heard)
        }`
      )
    }
  }

  private repeated(
    step: number,
    first: First,
    heard: Heard,
    isProvisional: ClientRequest["question"]["isProvisional"]
  ): void {
    if (heard._tag === "Refused" && always.includes(heard.tag)) return
    if (heard._tag === "Answered" && (heard.text === first.answer || isProvisional?.(heard.text) === true)) return
    this.report(
      "idempotent-replay",
      `step ${step} repeated the request of step ${first.step}, and instead of ${first.answer} was ${said(heard)}`
    )
  }
}

const said = (heard: Heard): string => {
  switch (heard._tag) {
    case "Answered":
      return `answered ${heard.text}`
    case "Refused":
      return `refused with ${heard.tag}`
    case "Unheard":
      return "not answered"
  }
}
