// Who was asked: the provider and the account at it. "Never heard of it" counts only from whoever was asked, so charges and
// movements keep the name of that account (C67; 0252).
import { Data, type Effect } from "effect"

/**
 * The account cannot be read; nothing was requested. `why`: no provider is configured, or the key that the account is of is kept where it
 * cannot be reached now. Otherwise the provider gave no answer.
 */
export class AccountUnread extends Data.TaggedError("AccountUnread")<{
  readonly reason: string
  readonly why?: "notConfigured" | "custody"
}> {}

/**
 * The provider's own identity of the account, behind the provider's name: `efi:09089356:<PIX key>`, `lnd:<public key of the node>`. It
 * stays while the account does: no credential, no address of a server. Read anew each time where somebody else may change it.
 */
export type ProviderAccount = Effect.Effect<string, AccountUnread>
