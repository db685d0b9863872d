// A world in which people are examined: subaccounts, documents that are ready, forms, and what became of attempts.
import { Context, Effect } from "effect"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { Events } from "../../../../core/engine/event/event.ts"
import { type KycDocument, KycDocuments, emptySide } from "../../../../core/customers/kyc/document.ts"
import type { KycFormRequest } from "../../../../core/standards/identity/kyc-form.ts"
import { readKyc } from "../../../../core/customers/kyc/read-kyc.ts"
import { readKycAttempt } from "../../../../core/customers/kyc/read-kyc-attempt.ts"
import { startKyb } from "../../../../core/customers/kyc/start-kyb.ts"
import { startKyc } from "../../../../core/customers/kyc/start-kyc.ts"
import { submitKycForm } from "../../../../core/customers/kyc/submit-kyc-form.ts"
import type { Once } from "../../../../core/customers/idempotency/idempotency.ts"
import { insert, list } from "../../../../core/engine/store/records.ts"
import { type ChangeSet, Store, type VersionConflict, changeSet } from "../../../../core/engine/store/store.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { createSubaccount } from "../../../../core/customers/subaccount/create-subaccount.ts"
import { World, account, startOfTests } from "../../../support/world.ts"

export const origin = "https://api.test"

/** The answer of a use case that was not replayed from store. */
export const answerOf = <A>(once: Once<A>): A => {
  if (once._tag === "Stored") throw new Error("a first request was answered from store")
  return once.answer
}

export class Scene {
  readonly world: World
  readonly caller: Caller
  private documents = 0

  private constructor(world: World, caller: Caller) {
    this.world = world
    this.caller = caller
  }

  static async open(
    environment: "sandbox" | "production" = "sandbox",
    beforeCommit: (changes: ChangeSet) => Effect.Effect<void, VersionConflict> = () => Effect.void
  ): Promise<Scene> {
    const world = await World.open(undefined, (services) => {
      const store = Context.get(services, Store)
      const commit: typeof store.commit = (changes) => Effect.andThen(beforeCommit(changes), store.commit(changes))
      return Context.add(services, Store, { ...store, commit })
    })
    const prefix = environment === "sandbox" ? "pontepay_test_" : "pontepay_live_"
    const declared = account("first", { kyc: "NONE", environment, apiKey: prefix.padEnd(60, "f") })
    return new Scene(world, await world.caller(declared))
  }

  async subaccount(parts: { readonly email?: string; readonly accountType?: "INDIVIDUAL" | "COMPANY" } = {}) {
    const request = { name: "Ana", ...parts }
    return answerOf(await this.world.run(createSubaccount({ caller: this.caller, request }))).data.subAccountId
  }

  /** A document of a subaccount, ready by default. */
  async document(subAccountId: string, parts: Partial<KycDocument> = {}): Promise<string> {
    const side = { ...emptySide(startOfTests + 1), completedAt: startOfTests }
    const id = `doc_${++this.documents}x`
    const document: KycDocument = {
      id,
      owner: this.caller.account.id,
      subAccountId,
      documentType: "ID",
      sessionId: null,
      front: side,
      back: null,
      createdAt: startOfTests,
      updatedAt: startOfTests,
      ...parts
    }
    const writes = [insert(KycDocuments, document)]
    await this.world.run(Store.use((store) => store.commit(changeSet({ writes }))))
    return id
  }

  /** A form that is in order. */
  async form(subAccountId: string, parts: Partial<KycFormRequest> = {}): Promise<KycFormRequest> {
    return {
      subAccountId,
      fullName: "Ana Souza",
      dateOfBirth: "1990-02-28",
      countryOfTaxId: "BRA",
      taxIdNumber: "52998224725",
      email: "ana@example.test",
      country: "BRA",
      state: "SP",
      city: "São Paulo",
      zipCode: "01310-100",
      streetAddress: "Avenida Paulista 1",
      uploadedSelfieId: await this.document(subAccountId, {
        documentType: "SELFIE-FROM-LIVENESS",
        sessionId: "lvs_1"
      }),
      uploadedDocumentId: await this.document(subAccountId),
      ...parts
    }
  }

  async submit(subAccountId: string, parts: Partial<KycFormRequest> = {}): Promise<string> {
    const request = await this.form(subAccountId, parts)
    return answerOf(await this.world.run(submitKycForm({ caller: this.caller, request }))).data.attemptId
  }

  async start(subAccountId: string): Promise<string> {
    const started = startKyc({ caller: this.caller, request: { subAccountId }, origin })
    return answerOf(await this.world.run(started)).data.attemptId
  }

  async startCompany(subAccountId: string): Promise<string> {
    const started = startKyb({ caller: this.caller, request: { subAccountId }, origin })
    return answerOf(await this.world.run(started)).data.attemptId
  }

  state(subAccountId: string) {
    return this.world.run(readKyc(this.caller, subAccountId))
  }

  attempt(attemptId: string) {
    return this.world.run(readKycAttempt(this.caller, attemptId))
  }

  /** Works, and waits between, until nothing is due within the time. */
  async pass(ms: number): Promise<void> {
    await this.world.work()
    for (let left = ms; left > 0; left -= 500) {
      this.world.advance(Math.min(500, left))
      await this.world.work()
    }
  }

  /** A company that KYB has approved. */
  async approvedCompany(): Promise<string> {
    const id = await this.subaccount({ accountType: "COMPANY", email: "ops@company.test" })
    this.world.kyc.decide(await this.startCompany(id), "APPROVED")
    await this.pass(31_000)
    return id
  }

  tell(attemptId: string, type: string, id: string, labels?: ReadonlyArray<string>) {
    return this.world.provider("KYC", { type, attempt: { id: attemptId, labels } }, id)
  }

  /** The events of the account, oldest first. */
  events(): Promise<ReadonlyArray<{ readonly event: string; readonly data: Record<string, unknown> }>> {
    const bodies = list(Events, "byOwner", this.caller.account.id, { limit: 200 }).pipe(
      Effect.map((rows) => rows.toReversed().map(({ value }) => JSON.parse(value.body) as never))
    )
    return this.world.run(bodies)
  }

  reviews(): Promise<ReadonlyArray<string>> {
    return this.world.run(
      Effect.map(list(Reviews, "all", "all", { limit: 200 }), (rows) => rows.map(({ value }) => value.id).toSorted())
    )
  }
}
