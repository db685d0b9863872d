// What happens in the day, in its order.
import { setTimeout as sleep } from "node:timers/promises"
import { type Data, until } from "./calls.ts"
import { Backend } from "./people.ts"
import { deniedKey } from "./stand-ins/efi.ts"
import type { World } from "./world.ts"

const receiver = "maria@example.com"
/** An address that the chain refuses. */
const refusing = "0x000000000000000000000000000000000000dEaD"
/** What takes longer has not happened. */
const soonMs = 60_000
/** How long the certificate holds that expires in the day. */
const certificateMs = 5_000
/** A charge can be paid for a minute, and is looked up when it ends. */
const expiresWithinMs = 120_000

const began = Date.now()
const say = (text: string): void => {
  process.stdout.write(`${String(Math.round((Date.now() - began) / 1_000)).padStart(3)} s  ${text}\n`)
}

/** Lives through the day, and says whom it knows; what does not happen in time is an error. */
export const day = async (world: World): Promise<ReadonlyArray<string>> => {
  const { efi, lnd } = world
  const acme = new Backend(world)
  await world.start()
  say("the host is ready, in production")

  // The shortest life of a charge, so that one whose callback is lost is looked up within the minute.
  const { accounts } = await acme.operate({ path: "/admin/accounts" })
  const [account] = accounts as ReadonlyArray<{ readonly accountId: string }>
  await acme.operate({
    path: `/admin/accounts/${account?.accountId}`,
    method: "PATCH",
    body: { chargeLifetimeMinutes: 1 }
  })

  const ana = await acme.openWallet(await acme.examine("Ana", "52998224725", "GREEN"))
  const rui = await acme.examine("Rui", "15350946056", "RED")
  say("Sumsub approved Ana and rejected Rui; Ana has a wallet")

  const toAna = { subAccountId: ana.subAccountId, asset: "USDC", network: "base", address: ana.wallet }
  const lost = await acme.charge({ ...toAna, value: 12_345 })
  await efi.receive(lost.txid, false)
  say("a PIX of R$123.45 was paid, and the bank told no one")

  const deposits = [await acme.charge({ ...toAna, value: 150_000 }), await acme.charge({ ...toAna, value: 33_333 })]
  for (const { txid } of deposits) await efi.receive(txid)
  for (const { externalId } of deposits) await acme.untilDeposit(externalId, "COMPLETED")
  say("two PIX became USDC in Ana's wallet")

  const [first] = deposits
  if (first !== undefined) await efi.receive(first.txid)
  const undeliverable = await acme.charge({ ...toAna, value: 5_000, address: refusing })
  await efi.receive(undeliverable.txid)
  await acme.untilDeposit(undeliverable.externalId, "REFUNDED")
  await until(
    "the return of what was paid twice",
    soonMs,
    async () => ({}),
    () => [...efi.receipts.values()].filter(({ returns }) => returns.length > 0).length === 2
  )
  say("a charge was paid twice, and one could not be delivered: both PIX went back")

  const paid = [await acme.payOut(ana, 10_000, receiver), await acme.payOut(ana, 7_777, receiver)]
  const denied = await acme.payOut(ana, 2_500, deniedKey)
  for (const id of paid) await acme.untilPayout(id, "COMPLETED")
  await acme.untilPayout(denied, "FAILED")
  say("two payouts were paid; the bank denied one, and its USDC went back to Ana's wallet")

  const invoices = [await acme.payInvoice(1_000, receiver), await acme.payInvoice(24_999, receiver)]
  for (const hash of invoices) await acme.untilInvoice(hash, "COMPLETED")
  say(`two Lightning invoices paid a PIX each; the node holds ${lnd.msat / 1_000n} sats`)

  efi.refuseCredentials()
  const unauthorised = await acme.payOut(ana, 4_321, receiver)
  await until("a call with refused credentials", soonMs, async () => ({}), () => efi.refused >= 2)
  efi.takesCredentials = true
  await acme.untilPayout(unauthorised, "COMPLETED")
  say(`the bank refused our credentials ${efi.refused} times, took them again, and the payout was paid`)

  const endsAt = Date.now() + certificateMs
  world.showCertificate(endsAt)
  const bank = async () => {
    const { providers } = await acme.operate({ path: "/admin/queue" })
    return (providers as ReadonlyArray<Data>).find(({ name }) => name === "efi") ?? {}
  }
  await until("a certificate that soon ends", soonMs, bank, ({ certificateDaysLeft }) => certificateDaysLeft === 0)
  await sleep(Math.max(0, endsAt - Date.now()))
  const uncertified = await acme.payOut(ana, 3_210, receiver)
  await until("a call without a certificate", soonMs, bank, ({ problem }) => String(problem).includes("renew it"))
  say("our client certificate has expired, and a payout waits")
  world.showCertificate()
  await acme.untilPayout(uncertified, "COMPLETED")
  say("its files were replaced while the host ran, and the payout was paid")

  const killed = new Promise<void>((resolve) => {
    efi.onPayment = resolve
  })
  const interrupted = await acme.payOut(ana, 6_543, receiver)
  await killed
  await world.kill()
  say("the host was killed while the bank was paying")
  await world.start()
  await acme.untilPayout(interrupted, "COMPLETED")
  say("it was started again, and knows that the payout was paid")

  await acme.untilDeposit(lost.externalId, "COMPLETED", expiresWithinMs)
  say("the PIX that the bank told no one of was found when its charge ended")
  await until(
    "nothing is open",
    soonMs,
    () => acme.operate({ path: "/admin/open" }),
    ({ open }) => (open as ReadonlyArray<unknown>).length === 0
  )
  return [ana.subAccountId, rui]
}
