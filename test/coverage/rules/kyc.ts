// What KYC, imports and KYB have to do.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "kyc-endpoint-state",
    text: "GET /api/kyc answers 200 with status, level, lastAttemptId and approvedAt; NONE when nothing was submitted",
    source: "spec Endpoints, KYC"
  },
  {
    id: "kyc-endpoint-form",
    text: "POST /api/kyc with a form answers 202 with attemptId, PENDING and createdAt",
    source: "spec Endpoints, KYC"
  },
  {
    id: "kyc-endpoint-hosted",
    text: "POST /api/kyc without a form answers 201 with attemptId, status, url and expiresAt",
    source: "spec Endpoints, KYC"
  },
  {
    id: "kyc-endpoint-import",
    text: "POST /api/kyc/import-token answers 202, or the error that the provider names",
    source: "spec Endpoints, KYC"
  },
  { id: "kyc-body-optional", text: "the body of POST /api/kyc may be left out", source: "spec Endpoints, KYC" },
  {
    id: "kyc-needs-key",
    text: "every KYC and KYB endpoint needs a key, and no key completes KYC",
    source: "spec Authentication"
  },
  { id: "kyc-foreign", text: "a foreign subaccount is refused like a missing one", source: "spec Status codes" },
  {
    id: "kyc-foreign-attempt",
    text: "a foreign attempt or subaccount answers like a missing one, byte for byte",
    source: "spec Status codes"
  },
  { id: "kyc-keys", text: "an Idempotency-Key covers both shapes of POST /api/kyc", source: "C1" },
  {
    id: "kyc-own",
    text: "without a subaccount it is the key owner's own KYC, whose events name no one",
    source: "spec KYC events"
  },
  {
    id: "kyc-hosted-refused",
    text: "a hosted attempt that the provider refuses is 400, without the provider's words",
    source: "spec Errors: request rejected upstream"
  },
  {
    id: "kyc-hosted-unknown",
    text: "a hosted attempt whose pages the provider does not give is 503",
    source: "C14"
  },
  {
    id: "kyc-hosted",
    text: "a hosted attempt has a level, LIGHT or FULL, and a page with its end",
    source: "spec KycCreateRequest"
  },
  {
    id: "kyc-hosted-fields",
    text: "level, redirectUrl and subAccountId are checked, and no other field is taken",
    source: "spec KycCreateRequest"
  },
  {
    id: "kyc-hosted-timeout",
    text: "a hosted attempt that no one filled in is EXPIRED, with KYC_EXPIRED",
    source: "spec KYC attempt, row 4"
  },
  {
    id: "kyc-hosted-submitted",
    text: "a hosted attempt that was filled in goes on past its time",
    source: "spec KYC attempt, row 4"
  },
  {
    id: "kyc-form-required",
    text: "every field of the form but phone and sandboxReject is required",
    source: "spec KycSubmitFormRequest"
  },
  {
    id: "kyc-form-errors",
    text: "form errors answer 400 in the specification's words",
    source: "spec Errors, text cases"
  },
  {
    id: "kyc-form-pending",
    text: "an accepted form is PENDING, sealed until handed in, and forgotten then",
    source: "decision 0051"
  },
  { id: "kyc-tax-id-digits", text: "taxIdNumber must contain only digits", source: "spec Errors, text cases" },
  {
    id: "kyc-state",
    text: "a state with its country, or of none, has the sentence InvalidFieldError: state is invalid",
    source: "spec Errors, text cases"
  },
  {
    id: "kyc-selfie",
    text: "a selfie that is no ready liveness capture has the sentence InvalidFieldError: uploadedSelfieId is invalid",
    source: "spec Errors, text cases"
  },
  {
    id: "kyc-document",
    text: "the identity document is an ID, a DRIVERS-LICENSE or a PASSPORT that is ready",
    source: "spec KycSubmitFormRequest"
  },
  {
    id: "kyc-date-of-birth",
    text: "dateOfBirth is a day that was, as YYYY-MM-DD",
    source: "spec KycSubmitFormRequest"
  },
  {
    id: "kyc-countries",
    text: "countries are ISO 3166-1 alpha-3, that of the tax number apart from that of residence",
    source: "spec KycSubmitFormRequest"
  },
  { id: "kyc-phone", text: "phone is E.164", source: "spec KycSubmitFormRequest" },
  { id: "kyc-email", text: "email is an address", source: "spec KycSubmitFormRequest" },
  {
    id: "kyc-email-on-file",
    text: "email matches the one on file and becomes the subaccount's when there is none",
    source: "spec KycSubmitFormRequest"
  },
  {
    id: "kyc-sandbox-reject",
    text: "sandboxReject is a field where the provider understands it, and unknown elsewhere",
    source: "spec KycSubmitFormRequest"
  },
  {
    id: "kyc-sandbox-reject-production",
    text: "sandboxReject in production is 400",
    source: "spec KycSubmitFormRequest"
  },
  {
    id: "kyc-sandbox-outcome",
    text: "sandboxReject true ends in REJECTED with SANDBOX_SIMULATED, without it in APPROVED",
    source: "spec Sandbox rules 12"
  },
  { id: "kyc-sandbox-review", text: "Review Manual stays in REVIEW until a KYC event", source: "README Sandbox" },
  {
    id: "kyc-company",
    text: "KYC is for INDIVIDUAL subaccounts and KYB for COMPANY ones",
    source: "spec KYC, KYB request"
  },
  {
    id: "kyc-already-approved",
    text: "a user whose newest attempt is APPROVED is not examined again",
    source: "spec Errors, text cases"
  },
  { id: "kyc-resubmit", text: "after any other end a new attempt may be begun", source: "spec Attempt status values" },
  {
    id: "kyc-newest-decides",
    text: "a subaccount transacts while its newest attempt is APPROVED",
    source: "spec Authentication 8"
  },
  {
    id: "kyc-company-dollars",
    text: "a company orders in US dollars once its Proof of Financial Capacity is APPROVED: 403",
    source: "spec KYB flow; C73"
  },
  {
    id: "kyc-states",
    text: "every decision in every state does what the table of attempts says",
    source: "spec KYC attempt"
  },
  { id: "kyc-any-order", text: "decisions in any order and told again end in the same state", source: "decision 0049" },
  {
    id: "kyc-contradiction",
    text: "a decision that contradicts the one on record changes nothing and is raised",
    source: "decision 0049"
  },
  { id: "kyc-review", text: "REVIEW shows as REVIEW in the state and as PENDING in the record", source: "C11" },
  {
    id: "kyc-approved",
    text: "APPROVED sets approvedAt and the tax number, and tells KYC_APPROVED with its fields",
    source: "spec KYC events"
  },
  {
    id: "kyc-rejected",
    text: "REJECTED sets reason and labels, and tells KYC_REJECTED with its fields",
    source: "spec KYC events"
  },
  { id: "kyc-failed", text: "FAILED tells KYC_FAILED in words of ours", source: "spec KYC events" },
  { id: "kyc-completed-beside", text: "kyc.completed comes beside every KYC event", source: "C12" },
  {
    id: "kyc-event",
    text: "a signed event resolves forms, hosted attempts and KYB alike, once",
    source: "README Sandbox"
  },
  {
    id: "kyc-event-confirmed",
    text: "a decision is taken from the provider, not from the body of an event",
    source: "decision 0049"
  },
  {
    id: "kyc-unknown-attempt",
    text: "an event about an unknown attempt is not found and raised",
    source: "decision 0049"
  },
  { id: "kyc-unavailable", text: "nothing is taken while no provider can be asked", source: "C10" },
  { id: "kyc-production-unavailable", text: "without a provider production answers 503", source: "C14" },
  {
    id: "import-pending",
    text: "an import is PENDING with source EXTERNAL_IMPORT; its level is external-token-<client-id>",
    source: "spec KycImportTokenRequest"
  },
  { id: "import-own", text: "without a subaccount it goes into the key account", source: "spec KycImportTokenRequest" },
  { id: "import-rejected", text: "an import can still end REJECTED", source: "spec KYC attempt" },
  {
    id: "import-empty",
    text: "missing, empty and blank tokens are refused without a provider call; whitespace is trimmed",
    source: "spec KycImportTokenRequest"
  },
  {
    id: "import-errors",
    text: "each refusal of the provider has its error and leaves no attempt",
    source: "spec Error codes"
  },
  { id: "import-in-progress", text: "a running import refuses another token", source: "spec Error codes" },
  {
    id: "import-running",
    text: "IMPORT_IN_PROGRESS and IMPORT_TOKEN_ALREADY_USED are 409",
    source: "spec Status codes"
  },
  { id: "import-once", text: "a user imports one token", source: "spec Limits, Import token" },
  { id: "import-concurrent", text: "of tokens brought at once one is shown", source: "decision 0050" },
  { id: "import-twins", text: "a twin under the same Idempotency-Key waits for the first answer", source: "C1" },
  { id: "import-replay", text: "the same key replays; another token under it is a conflict", source: "C1" },
  { id: "import-token-kept-nowhere", text: "the token is in no record", source: "spec KycImportTokenRequest" },
  { id: "import-unknown", text: "an answer that was lost is looked up by our id", source: "C10" },
  { id: "import-dies", text: "an import whose process died is settled by a job", source: "decision 0050" },
  {
    id: "kyb-endpoint",
    text: "POST /api/kyb answers 201 with attemptId, status, both pages and createdAt",
    source: "spec Endpoints, KYB"
  },
  {
    id: "kyb-start",
    text: "KYB takes subAccountId and redirectUrl, and its attempt is polled like one of KYC",
    source: "spec KYB request"
  },
  { id: "kyb-email", text: "KYB needs the company's email", source: "spec Subaccount, email" },
  {
    id: "kyb-approved",
    text: "an approved company is not examined again, and a foreign one is missing",
    source: "spec Endpoints, KYB"
  },
  { id: "kyb-expires", text: "pages of KYB that no one filled in expire", source: "spec KYC attempt, row 4" },
  { id: "kyb-proofs-endpoint", text: "both proofs answer 202 with attemptId, status and createdAt", source: "C28" },
  {
    id: "kyb-proof-pending",
    text: "a proof is an attempt that never changes where the company stands",
    source: "decision 0048"
  },
  {
    id: "kyb-proof-unlocks",
    text: "financial capacity unlocks USD, both proofs raise limits",
    source: "spec KYB flow"
  },
  { id: "kyb-proof-gate", text: "a proof needs an approved company and a PROOF document that is ready", source: "C28" },
  {
    id: "kyc-labels",
    text: "rejection labels are the listed ones, and no screening detail is told",
    source: "spec KYC, Rejection labels"
  }
]
