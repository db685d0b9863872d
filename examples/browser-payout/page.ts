// The page of a holder: his PIN is checked here, by opening his own key with it, before anything is requested. A wrong PIN
// is found on this device and costs none of the three tries. An answer that is lost never makes a second payout.
import { type Body, RequestError, WrongPinError, createClient, unlockWallet } from "pontepay/client"

// The shop's backend stands between: it knows who is signed in, and adds the API key that no browser may have.
const client = createClient({ baseUrl: `${location.origin}/pay` })

const form = document.querySelector<HTMLFormElement>("#payout")
const inputs = form?.querySelector("fieldset")
const button = form?.querySelector("button")
const status = document.querySelector("#status")
const say = (text: string): void => {
  if (status !== null) status.textContent = text
}

// Given once a minute and wallet, and good until the holder changes his PIN. What failed is requested again.
let kept: ReturnType<typeof client.wallets.keys> | undefined
const keysOf = () =>
  kept ??= client.wallets.keys().catch((problem: unknown) => {
    kept = undefined
    throw problem
  })

/** One payout that the holder wants: every try is the same key and the same body, so it is paid once at most. */
interface Intent {
  readonly idempotencyKey: string
  readonly body: Body<"createPayout">
  mayBePaid: boolean
}

// Kept until it is known what came of it, and no longer than the page. Where a reload may not forget it, let the backend
// keep the key with the order.
let intent: Intent | undefined

const intentOf = async (fields: FormData): Promise<Intent> => {
  const field = (name: string): string => {
    const value = fields.get(name)
    return typeof value === "string" ? value : ""
  }
  say("Asking for your key")
  const keys = await keysOf()
  say("Unlocking your wallet")
  using wallet = await unlockWallet({ pin: field("pin"), keys })
  return {
    idempotencyKey: crypto.randomUUID(),
    body: {
      ...wallet.proof,
      value: Math.round(Number(field("reais").replace(",", ".")) * 100),
      asset: "USDC",
      network: "base",
      pixKey: field("pixKey")
    },
    mayBePaid: false
  }
}

const create = async (wanted: Intent): Promise<string> => {
  say("Paying")
  try {
    const { transactionId } = await client.payouts.create(wanted.body, { idempotencyKey: wanted.idempotencyKey })
    if (transactionId === null) throw new Error("the service named no payout")
    return transactionId
  } catch (problem) {
    // Once it may be paid, a refusal of a later try does not say that it was not: an earlier one may be under way.
    wanted.mayBePaid ||= !(problem instanceof RequestError) || problem.outcomeUnknown
    throw problem
  }
}

const settled = async (transactionId: string): Promise<string> => {
  for (;;) {
    try {
      const { status: state, valueInBrl } = await client.payouts.get(transactionId)
      if (state !== "PENDING") return `${state}: R$ ${valueInBrl}`
    } catch {
      // The payout was taken on, whatever becomes of a question about it.
      say("It is still being settled")
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const pay = async (fields: FormData): Promise<string> => {
  intent ??= await intentOf(fields)
  const transactionId = await create(intent)
  intent = undefined
  return await settled(transactionId)
}

const failed = (problem: unknown): string => {
  if (intent?.mayBePaid === true) {
    return `No one knows yet whether it was paid (${String(problem)}). Press Pay to ask again: it is paid once at most`
  }
  intent = undefined
  return problem instanceof WrongPinError ? "That is not your PIN" : `It did not work: ${String(problem)}`
}

form?.addEventListener("submit", (event) => {
  event.preventDefault()
  const fields = new FormData(form)
  button?.toggleAttribute("disabled", true)
  inputs?.toggleAttribute("disabled", true)
  void pay(fields).catch(failed).then((outcome) => {
    say(outcome)
    button?.toggleAttribute("disabled", false)
    // What is asked again is what was asked first, so nothing else can be typed meanwhile.
    inputs?.toggleAttribute("disabled", intent !== undefined)
  })
})
