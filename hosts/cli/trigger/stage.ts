// What the ways to an event share: requests as any client makes them, the provider's signed word, a person with KYC and a
// wallet. What was made once serves every event of the run.
import { createHmac, randomBytes } from "node:crypto"
import type { Route } from "../../client/route.ts"
import { routes } from "../../client/routes.ts"
import { type Api, type Data, textOf } from "../api.ts"
import { CliFailure, failed, misused } from "../failure.ts"
import { pause } from "../pause.ts"
import type { WorldShape } from "../world.ts"

/** Who acts: the caller's own main account without an id, or a subaccount of his. */
export interface Person {
  readonly subAccountId?: string
}

export interface Wallet extends Person {
  readonly protectedSymmetricKey: string
}

export interface StageOptions {
  readonly api: Api
  readonly world: WorldShape
  readonly providerSecret: string
  readonly timeoutMs: number
  /** A receiver for the test of a registration. */
  readonly receiver: string | undefined
  readonly variant: string | undefined
}

const pollMs = 100
/** The PIN of every wallet of the sandbox. */
export const sandboxPin = "123456"
const picture = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3)
const tooMany = 429

export class Stage {
  readonly api: Api
  readonly world: WorldShape
  readonly options: StageOptions
  private approved: Promise<Person> | undefined
  private unlocked: Promise<Wallet> | undefined

  constructor(options: StageOptions) {
    this.api = options.api
    this.world = options.world
    this.options = options
  }

  /** Text that was never used before. */
  fresh(prefix: string): string {
    return `${prefix}${randomBytes(8).toString("hex")}`
  }

  /** The id of a PIX return as participants make it. */
  returnId(): string {
    return `D${randomBytes(16).toString("hex").slice(0, 31).toUpperCase()}`
  }

  /** Asks until there is an answer. */
  async until<A>(what: string, ask: () => Promise<A | undefined>): Promise<A> {
    const { stopping } = this.world
    const deadline = this.world.now() + this.options.timeoutMs
    for (;;) {
      const found = await ask()
      if (found !== undefined) return found
      if (stopping.aborted) throw failed("stopped")
      if (this.world.now() > deadline) {
        throw failed(
          `${what} did not happen within ${this.options.timeoutMs / 1_000} s`,
          "Does a worker run? Ask: pontepay doctor"
        )
      }
      await pause(pollMs, stopping)
    }
  }

  post(route: Route, body: Data): Promise<Data> {
    return this.api.data(route, { body })
  }

  /** Sends an event as the sandbox's provider does. */
  async provider(subscription: string, data: Data): Promise<void> {
    const body = JSON.stringify({ event: { id: this.fresh("evt-"), subscription, data } })
    const timestamp = String(Math.floor(this.world.now() / 1_000))
    const signature = createHmac("sha256", this.options.providerSecret).update(`${timestamp}.${body}`).digest("hex")
    const answer = await this.api.ask(routes.providerWebhook, {
      body,
      as: "none",
      headers: { "x-provider-timestamp": timestamp, "x-provider-signature": signature }
    })
    if (answer.status === 401) {
      throw misused(
        "the service does not take the signature of the sandbox's provider",
        "Give its secret by --provider-secret or PONTEPAY_SANDBOX_PROVIDER_SECRET"
      )
    }
    if (answer.status !== 200) throw failed(`the provider's event was answered ${answer.status}`)
  }

  /** Who may transact: the main account where it is approved, else a new person. */
  person(): Promise<Person> {
    this.approved ??= this.isMainApproved().then((isApproved) => isApproved ? {} : this.newPerson())
    return this.approved
  }

  /** A wallet that can be spent from; its keys are given out once a minute, so a second run makes a new person. */
  wallet(): Promise<Wallet> {
    this.unlocked ??= this.person().then(async (person) => await this.keysOf(person) ?? await this.walletOfNewPerson())
    return this.unlocked
  }

  private async isMainApproved(): Promise<boolean> {
    return (await this.api.data(routes.readKyc))["status"] === "APPROVED"
  }

  private async keysOf(person: Person): Promise<Wallet | undefined> {
    try {
      const keys = await this.post(routes.readWalletKeys, { ...person })
      return { ...person, protectedSymmetricKey: textOf(keys, "protectedSymmetricKey") }
    } catch (cause) {
      if (cause instanceof CliFailure && cause.status === tooMany) return undefined
      throw cause
    }
  }

  private async walletOfNewPerson(): Promise<Wallet> {
    const wallet = await this.keysOf(await this.newPerson())
    if (wallet === undefined) throw failed("the keys of a new wallet were given out already")
    return wallet
  }

  private async newPerson(): Promise<Person> {
    const subAccountId = await this.subaccount()
    const attemptId = await this.submitForm(subAccountId)
    await this.untilAttempt(attemptId, "APPROVED")
    return { subAccountId }
  }

  /** A new subaccount without KYC. */
  async subaccount(): Promise<string> {
    return textOf(await this.post(routes.createSubaccount, { name: "Ana Souza" }), "subAccountId")
  }

  /** Fills in the KYC form with what the sandbox approves, by default. */
  async submitForm(subAccountId: string, parts: Data = {}): Promise<string> {
    const form = {
      subAccountId,
      fullName: "Ana Souza",
      dateOfBirth: "1990-02-28",
      countryOfTaxId: "BRA",
      taxIdNumber: "52998224725",
      email: `${this.fresh("ana-")}@example.test`,
      country: "BRA",
      state: "SP",
      city: "São Paulo",
      zipCode: "01310-100",
      streetAddress: "Avenida Paulista 1",
      uploadedSelfieId: await this.selfie(subAccountId),
      uploadedDocumentId: await this.document(subAccountId),
      ...parts
    }
    return textOf(await this.post(routes.createKyc, form), "attemptId")
  }

  async untilAttempt(attemptId: string, status: string): Promise<void> {
    await this.until(
      `the KYC attempt ${attemptId} as ${status}`,
      async () =>
        (await this.api.data(routes.readKycAttempt, { params: { attemptId } }))["status"] === status ? true : undefined
    )
  }

  private async selfie(subAccountId: string): Promise<string> {
    const document = await this.post(routes.registerDocument, { subAccountId, documentType: "SELFIE-FROM-LIVENESS" })
    const validateLivenessToken = textOf(document, "validateLivenessToken")
    await this.api.body(routes.validateLiveness, { body: { validateLivenessToken } })
    return textOf(document, "documentId")
  }

  private async document(subAccountId: string): Promise<string> {
    const document = await this.post(routes.registerDocument, { subAccountId, documentType: "ID" })
    await this.api.upload(textOf(document, "uploadUrlFront"), picture)
    return textOf(document, "documentId")
  }
}
