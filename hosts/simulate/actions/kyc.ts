// What happens around examinations: a key owner makes a subaccount for a customer, his documents come in, a form is handed
// in, pages are filled in or left, a share token is brought, and a company is examined and proves what it is.
import { Effect, Redacted } from "effect"
import { answered as once } from "../../../core/customers/idempotency/idempotency.ts"
import type { DocumentType } from "../../../core/customers/kyc/document.ts"
import { registerDocument } from "../../../core/customers/kyc/register-document.ts"
import { startKyb } from "../../../core/customers/kyc/start-kyb.ts"
import { startKyc } from "../../../core/customers/kyc/start-kyc.ts"
import { submitHostedAttempt } from "../../../core/customers/kyc/submit-hosted-attempt.ts"
import { submitImportToken } from "../../../core/customers/kyc/submit-import-token.ts"
import { submitKybProof } from "../../../core/customers/kyc/submit-kyb-proof.ts"
import { submitKycForm } from "../../../core/customers/kyc/submit-kyc-form.ts"
import { uploadDocument } from "../../../core/customers/kyc/upload-document.ts"
import { validateLiveness } from "../../../core/customers/kyc/validate-liveness.ts"
import { createSubaccount } from "../../../core/customers/subaccount/create-subaccount.ts"
import { canaries } from "../canaries.ts"
import type { Random } from "../random.ts"
import type { KycAction } from "./action.ts"
import { type Acts, type Add, type Stage, type Story, answered } from "./stage.ts"

const origin = "https://simulated.test"

/** The smallest file that is a picture. */
const picture = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 0xff, 0xd9])

const subaccountOf = (stage: Stage, step: number) => answered(stage, step, "data.subAccountId")

const upload = (stage: Stage, account: number, token: string, number: number) =>
  stage.client.ask(number, account, `key-${number}`, {
    route: "uploadDocument",
    text: token,
    ask: () =>
      Effect.map(
        uploadDocument({ token, file: picture, contentType: "image/jpeg", ifNoneMatch: "*" }),
        (done) => once(done)
      )
  })

const formOf = (subAccountId: string, selfie: string, identity: string, number: number) => ({
  subAccountId,
  fullName: canaries.name,
  dateOfBirth: "1990-05-17",
  countryOfTaxId: "BRA",
  taxIdNumber: canaries.taxId,
  email: `customer-${number}@${canaries.domain}`,
  country: "BRA",
  state: "SP",
  city: "São Paulo",
  zipCode: "01310100",
  streetAddress: canaries.street,
  uploadedSelfieId: selfie,
  uploadedDocumentId: identity
} as const)

export const kycActs: Acts<KycAction> = {
  "make-subaccount": (stage, { account, accountType, email }, number) => {
    const request = {
      name: canaries.name,
      accountType,
      ...(email ? { email: `company-${number}@${canaries.domain}` } : {})
    }
    stage.client.ask(number, account, `key-${number}`, {
      route: "createSubaccount",
      text: JSON.stringify(request),
      ask: (caller, attempt) => createSubaccount({ caller, request, attempt })
    })
  },
  "register-document": (stage, { account, documentType, subaccount }, number) => {
    const subAccountId = subaccountOf(stage, subaccount)
    if (subAccountId === undefined) return
    const request = { subAccountId, documentType }
    stage.client.ask(number, account, `key-${number}`, {
      route: "registerDocument",
      text: JSON.stringify(request),
      ask: (caller, attempt) => registerDocument({ caller, request, origin, attempt })
    })
  },
  "fill-document": (stage, { account, document }, number) => {
    const liveness = answered(stage, document, "data.validateLivenessToken")
    if (liveness !== undefined) {
      stage.client.ask(number, account, `key-${number}`, {
        route: "validateLiveness",
        text: liveness,
        ask: (_caller, attempt) => validateLiveness({ token: liveness, peer: `peer-${number}`, attempt })
      })
      return
    }
    const url = answered(stage, document, "data.uploadUrlFront")
    if (url !== undefined) upload(stage, account, url.slice(`${origin}/upload/`.length), number)
  },
  "submit-form": (stage, { account, identity, selfie, subaccount }, number) => {
    const [subAccountId, selfieId, identityId] = [
      subaccountOf(stage, subaccount),
      answered(stage, selfie, "data.documentId"),
      answered(stage, identity, "data.documentId")
    ]
    if (subAccountId === undefined || selfieId === undefined || identityId === undefined) return
    const request = formOf(subAccountId, selfieId, identityId, subaccount)
    stage.client.ask(number, account, `key-${number}`, {
      route: "submitKycForm",
      text: JSON.stringify(request),
      ask: (caller, attempt) => submitKycForm({ caller, request, attempt })
    })
  },
  "start-hosted": (stage, { account, subaccount }, number) => {
    const subAccountId = subaccountOf(stage, subaccount)
    if (subAccountId === undefined) return
    stage.client.ask(number, account, `key-${number}`, {
      route: "startKyc",
      text: subAccountId,
      ask: (caller, attempt) => startKyc({ caller, request: { subAccountId }, origin, attempt })
    })
  },
  "start-kyb": (stage, { account, subaccount }, number) => {
    const subAccountId = subaccountOf(stage, subaccount)
    if (subAccountId === undefined) return
    stage.client.ask(number, account, `key-${number}`, {
      route: "startKyb",
      text: subAccountId,
      ask: (caller, attempt) => startKyb({ caller, request: { subAccountId }, origin, attempt })
    })
  },
  "fill-page": (stage, { account, hosted, page }, number) => {
    const url = answered(stage, hosted, page)
    const session = url?.split("#")[1]
    if (session === undefined) return
    stage.client.ask(number, account, `key-${number}`, {
      route: "submitHostedAttempt",
      text: session,
      ask: () => Effect.map(submitHostedAttempt(Redacted.make(session)), (done) => once(done))
    })
  },
  "bring-token": (stage, { account, subaccount, token }, number) => {
    const subAccountId = subaccountOf(stage, subaccount)
    if (subAccountId === undefined) return
    stage.client.ask(number, account, `key-${number}`, {
      route: "submitImportToken",
      text: JSON.stringify({ subAccountId }),
      ask: (caller, attempt) =>
        submitImportToken({ caller, request: { subAccountId, importToken: Redacted.make(token) }, attempt })
    })
  },
  "prove-company": (stage, { account, document, proves, subaccount }, number) => {
    const subAccountId = subaccountOf(stage, subaccount)
    const documentId = answered(stage, document, "data.documentId")
    if (subAccountId === undefined || documentId === undefined) return
    const proof = proves === "address"
      ? { _tag: "ProofOfAddress", documentId } as const
      : { _tag: "ProofOfFinancialCapacity", documentId, annualRevenueInBrl: "1000000.00" } as const
    stage.client.ask(number, account, `key-${number}`, {
      route: "submitKybProof",
      text: JSON.stringify([subAccountId, proof]),
      ask: (caller, attempt) => submitKybProof({ caller, subAccountId, proof, attempt })
    })
  }
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface KycStory {
  readonly random: Random
  readonly account: number
  readonly subaccount: number
  readonly atMs: number
  readonly add: Add
}

const filled = ({ account, add, subaccount }: KycStory, documentType: DocumentType, atMs: number): number => {
  const document = add(atMs, { do: "register-document", account, subaccount, documentType })
  add(atMs + 2 * minute, { do: "fill-document", account, document })
  return document
}

const formStory = (told: KycStory): void => {
  const { account, add, atMs, random, subaccount } = told
  const selfie = filled(told, "SELFIE-FROM-LIVENESS", atMs + minute)
  const identity = filled(told, "ID", atMs + minute)
  const submit = (at: number) => add(at, { do: "submit-form", account, subaccount, selfie, identity })
  submit(atMs + 10 * minute)
  // A second form may be in hand while the first one is examined, or come when it was rejected.
  if (random.chance(0.4)) submit(atMs + random.between(11 * minute, 25 * minute))
  if (random.chance(0.4)) submit(atMs + random.between(4 * hour, 6 * day))
}

const hostedStory = ({ account, add, atMs, random, subaccount }: KycStory): void => {
  const hosted = add(atMs + minute, { do: "start-hosted", account, subaccount })
  if (random.chance(0.85)) {
    const at = atMs + (random.chance(0.1) ? random.between(22 * hour, 26 * hour) : random.between(5 * minute, hour))
    add(at, { do: "fill-page", account, hosted, page: "data.url" })
    if (random.chance(0.3)) add(at + random.between(0, hour), { do: "fill-page", account, hosted, page: "data.url" })
  }
}

const importStory = ({ account, add, atMs, random, subaccount }: KycStory): void => {
  const token = `${canaries.token}-${random.below(1_000_000)}`
  const bring = (at: number, word: string) => add(at, { do: "bring-token", account, subaccount, token: word })
  if (random.chance(0.3)) bring(atMs + minute, `${token}-invalid`)
  bring(atMs + 2 * minute, token)
  if (random.chance(0.5)) {
    bring(atMs + random.between(2 * minute, 10 * minute), random.chance(0.5) ? token : `${token}-2`)
  }
}

const companyStory = (told: KycStory): void => {
  const { account, add, atMs, random, subaccount } = told
  const hosted = add(atMs + minute, { do: "start-kyb", account, subaccount })
  add(atMs + 10 * minute, { do: "fill-page", account, hosted, page: "data.basicCompanyDataUrl" })
  if (random.chance(0.9)) {
    add(atMs + 20 * minute, { do: "fill-page", account, hosted, page: "data.authorizedRepresentativeUrl" })
  }
  for (const proves of ["address", "capacity"] as const) {
    const document = filled(told, "PROOF", atMs + 4 * hour)
    for (let proof = 0; proof < random.between(1, 4); proof++) {
      add(atMs + random.between(5 * hour, 2 * day), { do: "prove-company", account, subaccount, document, proves })
    }
  }
}

/** The story of one customer who is examined, from the making of his subaccount. */
export const kycStory: Story = (random, account, atMs, add) => {
  const tell = random.pick([formStory, formStory, hostedStory, importStory, companyStory])
  const isCompany = tell === companyStory
  const subaccount = add(atMs, {
    do: "make-subaccount",
    account,
    accountType: isCompany ? "COMPANY" : "INDIVIDUAL",
    email: isCompany
  })
  tell({ random, account, subaccount, atMs, add })
}
