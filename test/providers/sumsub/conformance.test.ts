// Sumsub's adapters keep the promises of their ports, against a stand-in that keeps applicants as the interface describes them.
import { Context } from "effect"
import { KycProvider } from "../../../core/ports/kyc-provider.ts"
import { ProviderInbox } from "../../../core/ports/provider-inbox.ts"
import { kycProviderSuite, providerInboxSuite } from "../../../adapters/conformance/index.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { submission } from "../../conformance/submission.ts"
import { kycPlane, openOn } from "../kyc-plane.ts"
import { adaptersAt, digested } from "./bench.ts"
import { sumsubStandIn } from "./stand-in.ts"

conforms("Sumsub", kycProviderSuite, async () => {
  const standIn = await sumsubStandIn()
  const plane = await kycPlane()
  const open = () => openOn(plane, KycProvider, adaptersAt(standIn.url).kycProvider)
  return {
    provider: await open(),
    submission,
    received: async (attemptId: string) => standIn.registered(attemptId),
    decide: async (attemptId: string, status: "APPROVED" | "REJECTED") =>
      standIn.review(attemptId, "completed", {
        reviewAnswer: status === "APPROVED" ? "GREEN" : "RED",
        rejectLabels: status === "APPROVED" ? [] : ["DOCUMENT_PAGE_MISSING"]
      }),
    refused: { _tag: "ProofOfAddress", documentId: "doc_2" } as const,
    line: standIn.line,
    reopen: open,
    close: standIn.close
  }
}, notShown("Sumsub does not say of a share token that it was used", /^a share token is taken once/))

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const reviewed = {
  applicantId: "5cb56e8e0a975a35f333cb83",
  externalUserId: "kyc_1",
  type: "applicantReviewed",
  reviewStatus: "completed",
  reviewResult: { reviewAnswer: "RED", rejectLabels: ["FORGERY"], reviewRejectType: "FINAL" },
  createdAtMs: "2026-11-24 12:00:00.123"
}

conforms("Sumsub", providerInboxSuite, async () => {
  const open = () => openOn(Context.empty(), ProviderInbox, adaptersAt("http://127.0.0.1:1").providerInboxes.sumsub)
  return {
    inbox: await open(),
    send: digested,
    withoutProof: (message) => ({ ...message, headers: {} }),
    sample: {
      body: bytes(reviewed),
      facts: [{
        _tag: "KycDecided",
        eventId: "5cb56e8e0a975a35f333cb83/applicantReviewed/2026-11-24 12:00:00.123",
        attemptId: "kyc_1",
        status: "REJECTED",
        labels: ["FORGERY"]
      }]
    },
    unknown: bytes({ ...reviewed, type: "applicantPersonalInfoChanged" }),
    coversBody: true,
    reopen: open
  }
}, [
  ...notShown("a message of Sumsub is about one applicant", /^a message with several facts/),
  ...notShown("its proof has no time; the applicant is read again", /^a message whose proof is too old/)
])
