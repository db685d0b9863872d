// What Acme's backend does for its customers: who they are, their wallets, charges, payouts and invoices.
import { randomUUID } from "node:crypto"
import { type Call, type Data, ask, until } from "./calls.ts"
import { type World, apiKey, operatorToken } from "./world.ts"

/** A customer with a wallet. */
export interface Person {
  readonly subAccountId: string
  readonly wallet: string
  /** What the wallet's PIN and keys prove in orders. */
  readonly proof: Data
}

const pin = "482913"
const soonMs = 60_000

export class Backend {
  private readonly world: World
  constructor(world: World) {
    this.world = world
  }

  /** Asks with the account's key. */
  call(call: Call): Promise<Data> {
    return ask(this.world.base, { bearer: apiKey, ...call })
  }

  /** Asks as the operator. */
  operate(call: Call): Promise<Data> {
    return ask(this.world.base, { bearer: operatorToken, ...call })
  }

  /** A person goes through the hosted page and is decided on. */
  async examine(name: string, taxId: string, answer: "GREEN" | "RED"): Promise<string> {
    const email = `${name.toLowerCase()}@example.com`
    const { subAccountId } = await this.call({ path: "/api/subaccount", body: { name: `${name} Souza`, email } })
    const { attemptId } = await this.call({ path: "/api/kyc", body: { subAccountId } })
    await this.world.sumsub.decide(String(attemptId), taxId, answer, `${this.world.base}/provider/sumsub/webhook`)
    const wanted = answer === "GREEN" ? "APPROVED" : "REJECTED"
    await until(
      `${name}'s KYC`,
      soonMs,
      () => this.call({ path: `/api/kyc/${String(attemptId)}` }),
      ({ status }) => status === wanted
    )
    return String(subAccountId)
  }

  /** The person sets a PIN on the hosted page, which makes the wallet. */
  async openWallet(subAccountId: string): Promise<Person> {
    const { url } = await this.call({ path: "/api/wallet/pin-session", body: { subAccountId } })
    const [, session] = /#set\.([0-9a-f]+)$/.exec(String(url)) ?? []
    await ask(this.world.base, { path: "/hosted/api/pin", body: { session, pin } })
    const { addresses } = await this.call({ path: `/api/wallet?subAccountId=${subAccountId}` })
    const { protectedSymmetricKey } = await this.call({ path: "/api/wallet/keys", body: { subAccountId } })
    const { base } = addresses as { readonly base: string }
    return { subAccountId, wallet: base, proof: { walletPin: pin, protectedSymmetricKey } }
  }

  /** A charge, with its name and the provider's. */
  async charge(order: Data): Promise<{ readonly externalId: string; readonly txid: string }> {
    const externalId = randomUUID()
    const { trackId } = await this.call({ path: "/api/deposit/asset", body: { externalId, ...order } })
    return { externalId, txid: String(trackId) }
  }

  untilDeposit(externalId: string, status: string, withinMs = soonMs): Promise<Data> {
    return until(
      `a deposit that is ${status}`,
      withinMs,
      () => this.call({ path: `/api/deposit/asset/${externalId}` }),
      (deposit) => deposit["status"] === status
    )
  }

  /** Orders a payout out of a person's wallet; cents. */
  async payOut(person: Person, value: number, pixKey: string): Promise<string> {
    const { proof, subAccountId } = person
    const order = { subAccountId, value, asset: "USDC", network: "base", pixKey, externalId: randomUUID(), ...proof }
    const { transactionId } = await this.call({ path: "/api/wallet/payout", body: order })
    return String(transactionId)
  }

  untilPayout(transactionId: string, status: string, withinMs = soonMs): Promise<Data> {
    return until(
      `a payout that is ${status}`,
      withinMs,
      () => this.call({ path: `/api/wallet/payout/${transactionId}` }),
      (payout) => payout["status"] === status
    )
  }

  /** An invoice that pays a PIX when it is paid, and somebody who pays it. */
  async payInvoice(value: number, pixKey: string): Promise<string> {
    const { invoice, paymentHash } = await this.call({ path: "/api/lightning/invoice", body: { value, pixKey } })
    this.world.lnd.settle(String(invoice))
    return String(paymentHash)
  }

  untilInvoice(paymentHash: string, status: string): Promise<Data> {
    return until(
      `an invoice that is ${status}`,
      soonMs,
      () => this.call({ path: `/api/lightning/invoice/${paymentHash}` }),
      (invoice) => invoice["status"] === status
    )
  }
}
