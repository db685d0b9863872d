// A world in which a backend commands: on any store, by the write and the job that it puts into a commit of its own.
import { Effect, Option, Redacted } from "effect"
import { sealForCommand } from "../../../adapters/node/command-seal.ts"
import type { Caller } from "../../../core/customers/access/caller.ts"
import { type CommandRequest, newCommand } from "../../../core/engine/command/command-request.ts"
import { Commands, recordIdOf } from "../../../core/engine/command/command.ts"
import { listEvents } from "../../../core/webhooks/event/list-events.ts"
import { get } from "../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../core/engine/store/store.ts"
import { commandKeyOfTests } from "../../support/secrets.ts"
import { testPin } from "../../support/vault.ts"
import { openWithWallet, walletAccount } from "../../support/wallets.ts"
import type { PlaneLayer, World } from "../../support/world.ts"

/** The public key that commands of worlds are sealed with. */
export const commandKey = commandKeyOfTests()

const address = "0x52908400098527886E0F7030069857D2E4169EE7"
export const depositPayload = { value: 1_000, asset: "USDT", network: "polygon", address }
export const transferPayload = { recipientAddress: address, amount: "1.5" }
export const payoutPayload = { value: 1_000, network: "polygon", pixKey: "maria@example.com" }

/** Names of fields that would hold a PIN or key of a wallet, in any spelling. */
export const secretNames: ReadonlyArray<string> = [
  ..."pin PIN Pin walletPin wallet_pin WALLET-PIN walletpin WalletPIN currentPin new_pin userpin pinCode pin2".split(
    " "
  ),
  ..."protectedSymmetricKey protected_symmetric_key PROTECTEDSYMMETRICKEY myProtectedSymmetricKey".split(" "),
  "wallet pin",
  "wallet.pin"
]

/** Names that only look like it. */
export const harmlessNames: ReadonlyArray<string> = "spin shipping opinion pinned pineapple symmetricKey".split(" ")

/** An object inside so many others. */
export const nested = (levels: number, inner: object): Readonly<Record<string, unknown>> =>
  levels === 0 ? { ...inner } : { a: nested(levels - 1, inner) }

/** A scene: a key owner with a wallet, and short ways to command and to look. */
export const openScene = async (plane?: PlaneLayer) => {
  const { caller, proof, wallet, world } = await openWithWallet(walletAccount(), plane)
  const seal = (commandId: string, walletPin = testPin, account = caller.account.id) =>
    sealForCommand({
      commandKey,
      commandId,
      account,
      walletPin,
      protectedSymmetricKey: Redacted.value(proof.protectedSymmetricKey)
    })
  return { caller, proof, wallet, world, seal, ...commander(world, caller) }
}

/** What a backend does in a world on behalf of an account. */
export const commander = (world: World, caller: Caller) => ({
  /** Commits a command; fails as the store does when the id is taken. */
  command: (id: string, name: string, payload: CommandRequest["payload"], account = caller.account.id) =>
    world.run(
      Effect.flatMap(newCommand({ id, account, name, payload }, world.clock.now), ({ job, write }) =>
        Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))))
    ),
  /** What was notified of commands so far. */
  told: async () => {
    const { events } = await world.run(listEvents(caller, {}))
    return events.filter(({ event }) => event.startsWith("COMMAND_"))
  },
  record: async (id: string) => Option.getOrThrow(await world.run(get(Commands, recordIdOf(id)))).value
})
