// Rules of KYC documents, uploads, liveness and the hosted pages.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "kyc-document-deleted",
    text: "what no submission names is deleted after seven days: the files go, the fact stays",
    source: "0200"
  },
  {
    id: "kyc-document-quota",
    text: "documents that no submission names have a quota of number and bytes an account: 403 beyond it",
    source: "0201"
  },
  {
    id: "kyc-document-retention",
    text: "what a submission names is kept as long as is configured, and always unless it is",
    source: "0200"
  },
  {
    id: "kyc-document-endpoint",
    text: "POST /api/kyc/document registers a document and answers with where it is filled",
    source: "spec Endpoints, KYC and KYB"
  },
  { id: "kyc-document-register", text: "an uploaded document has documentId and uploadUrlFront", source: "spec KYC" },
  {
    id: "kyc-document-types",
    text: "documentType is SELFIE-FROM-LIVENESS, SELFIE, ID, DRIVERS-LICENSE or PASSPORT",
    source: "spec Enumerations"
  },
  { id: "kyc-document-proof", text: "KYB proofs are registered as PROOF", source: "C28" },
  {
    id: "kyc-document-double-sided",
    text: "uploadUrlBack is there when isDoubleSided, and only then",
    source: "spec KYC"
  },
  {
    id: "kyc-document-liveness",
    text: "a liveness document has sessionId, livenessUrl, aveniaLivenessUrl and validateLivenessToken",
    source: "spec KYC"
  },
  { id: "kyc-document-fragment", text: "livenessUrl carries its session in the fragment", source: "spec KYC" },
  {
    id: "kyc-document-validation",
    text: "subAccountId and documentType are required, other fields are refused by name",
    source: "spec KYC, C15"
  },
  {
    id: "kyc-document-register-scope",
    text: "a foreign subaccount is like a missing one",
    source: "spec Status codes"
  },
  {
    id: "kyc-document-register-once",
    text: "the first answer of a repeated registration is the same, and nothing in the store makes it",
    source: "C1"
  },
  { id: "kyc-document-register-key", text: "Idempotency-Key replays a registration or is a conflict", source: "C1" },
  { id: "kyc-document-no-secret", text: "neither addresses nor tokens are stored", source: "decision 0053" },
  {
    id: "kyc-document-readiness",
    text: "GET /api/kyc/document/{documentId} shows documentId, ready, documentType and the sides",
    source: "spec Endpoints, KYC and KYB"
  },
  { id: "kyc-document-ready", text: "ready once every side has come", source: "spec KYC" },
  {
    id: "kyc-document-status",
    text: "uploadStatus and uploadError of each side for itself; the error only when it failed",
    source: "spec KYC"
  },
  { id: "kyc-document-waiting", text: "WAITING-UPLOAD before a liveness capture", source: "spec KYC" },
  {
    id: "kyc-document-readiness-scope",
    text: "a document of another owner or subaccount is like a missing one",
    source: "spec Status codes"
  },
  { id: "kyc-document-foreign", text: "the same byte for byte on the wire", source: "spec Status codes" },
  {
    id: "kyc-document-at-rest",
    text: "files are sealed, bound to their name, and written once",
    source: "decision 0053"
  },
  {
    id: "kyc-document-directory",
    text: "PONTEPAY_DOCUMENTS_DIR names where documents are kept",
    source: "decision 0055"
  },
  {
    id: "kyc-upload-endpoint",
    text: "PUT of raw bytes to the upload URL, without a key",
    source: "spec Endpoints, KYC and KYB"
  },
  { id: "kyc-upload", text: "an upload makes its side COMPLETED", source: "spec KYC" },
  { id: "kyc-upload-types", text: "image/jpeg, image/png and application/pdf are taken", source: "spec Endpoints" },
  {
    id: "kyc-upload-wrong-type",
    text: "another type, or bytes of another type, are refused",
    source: "spec Endpoints"
  },
  { id: "kyc-upload-415", text: "a wrong content type is 415", source: "C15" },
  { id: "kyc-upload-if-none-match", text: "If-None-Match: * is required", source: "spec Endpoints" },
  { id: "kyc-upload-empty", text: "an empty file is refused", source: "decision 0053" },
  { id: "kyc-upload-400", text: "a missing header or file is 400 with the field", source: "decision 0053" },
  { id: "kyc-upload-once", text: "an upload URL takes one file", source: "spec Limits, Upload URL" },
  { id: "kyc-upload-race", text: "of uploads at the same time exactly one wins", source: "spec Limits, Upload URL" },
  { id: "kyc-upload-412", text: "a used upload URL is 412", source: "decision 0053" },
  { id: "kyc-upload-expiry", text: "an upload URL is short-lived: 15 minutes", source: "spec Limits, Upload URL" },
  {
    id: "kyc-upload-forged",
    text: "an address that was never given out is like one that expired",
    source: "decision 0053"
  },
  { id: "kyc-upload-410", text: "an expired upload URL is 410", source: "decision 0053" },
  { id: "kyc-upload-size", text: "a document has at most 10 MiB, else 413", source: "C15" },
  {
    id: "kyc-upload-crowd",
    text: "sixteen large uploads are received at once, eight of one account and four from one address",
    source: "0191"
  },
  { id: "kyc-upload-proof", text: "nothing of a body is read before its address has proved itself", source: "0191" },
  { id: "kyc-upload-rate", text: "an upload that stalls is cut off with 408", source: "0191" },
  { id: "kyc-upload-sealed", text: "nothing readable of an upload is on the disk", source: "decision 0053" },
  {
    id: "liveness-endpoint",
    text: "POST /api/public/liveness/validate confirms the capture: documentId and status",
    source: "spec Endpoints, C29"
  },
  { id: "liveness-validate", text: "the token is the only credential", source: "spec Authentication 4" },
  {
    id: "liveness-alone-completes",
    text: "in the sandbox the validation alone completes the capture",
    source: "README Sandbox"
  },
  { id: "liveness-token-single-use", text: "a used token is 400", source: "C29" },
  { id: "liveness-token-wrong", text: "a wrong token is 400", source: "C29" },
  {
    id: "liveness-token-expiry",
    text: "the JWT of livenessUrl expires five minutes after issue; then the document is registered again",
    source: "spec Limits, Liveness token"
  },
  { id: "liveness-validate-key", text: "Idempotency-Key replays a validation of the same document", source: "C1" },
  { id: "liveness-rate", text: "ten validations in any minute from one address", source: "spec Limits, C29" },
  { id: "liveness-rate-proved", text: "a call without a token that was given out is not counted", source: "C29, 0192" },
  { id: "liveness-429", text: "then 429 with Retry-After, whatever headers say of the address", source: "C16, C29" },
  { id: "hosted-pages", text: "hosted pages for liveness, KYC, company and representative", source: "spec Endpoints" },
  { id: "hosted-served", text: "they are served as plain HTML that no one keeps", source: "README Configuration" },
  { id: "hosted-no-framing", text: "livenessUrl cannot be framed", source: "spec Endpoints, KYC and KYB" },
  { id: "hosted-no-third-party", text: "pages ask no one but their host", source: "decision 0056" },
  { id: "hosted-language", text: "Portuguese or English by Accept-Language", source: "decision 0056" },
  { id: "hosted-confirms", text: "a page sends the session of its fragment when asked to", source: "decision 0056" },
  { id: "hosted-redirect", text: "then it leads to redirectUrl", source: "spec KYC, redirectUrl" },
  { id: "hosted-attempt", text: "the session of a hosted attempt is its only credential", source: "decision 0056" }
]
