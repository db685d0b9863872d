// The list of recipients of an account (0196). While it is on, what leaves the account's wallets goes to listed recipients
// alone, so that a leaked API key, with a PIN that was guessed, pays no one else. Entries are kept in the normal forms in
// which orders name their destinations.
import { Effect, Result, Schema } from "effect"
import { checksummedEvmAddress, parseEvmAddress } from "../../standards/address/evm.ts"
import { parseLightningAddress } from "../../standards/address/lightning-address.ts"
import { parseSolanaAddress } from "../../standards/address/solana.ts"
import { parseSparkAddress } from "../../standards/address/spark.ts"
import { RecipientNotAllowed } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { parsePixKey } from "../../standards/pix/pix-key.ts"

export const Recipients = Schema.Struct({
  pixKeys: Schema.Array(Schema.String),
  addresses: Schema.Array(Schema.String)
})
export type Recipients = typeof Recipients.Type

const keyOf = (text: string): string | undefined => Result.getOrUndefined(parsePixKey(text))?.value

/** An address in its normal form, of whichever network a wallet pays on. */
const addressOf = (text: string): string | undefined =>
  [
    Result.map(parseEvmAddress(text), checksummedEvmAddress),
    parseSolanaAddress(text),
    parseSparkAddress(text),
    Result.map(parseLightningAddress(text), (address) => address.text)
  ].map(Result.getOrUndefined).find((each) => each !== undefined)

const listOf = (normal: (text: string) => string | undefined, expected: string) =>
  Schema.Array(Schema.String.check(Schema.makeFilter((text: string) => normal(text) !== undefined, { expected })))
    .check(Schema.isMaxLength(limits.recipients))

/** What an operator lists. */
export const RecipientsRequest = Schema.Struct({
  pixKeys: Schema.optionalKey(
    listOf(keyOf, "a PIX key; a phone number with its country code, as +5511987654321").annotate({
      description: "PIX keys; a phone number with its country code, a CPF that looks like one with its dots"
    })
  ),
  addresses: Schema.optionalKey(
    listOf(addressOf, "an EVM, Solana or Spark address, or a Lightning address").annotate({
      description: "EVM, Solana and Spark addresses, and Lightning addresses"
    })
  )
})
export type RecipientsRequest = typeof RecipientsRequest.Type

const normalised = (
  texts: ReadonlyArray<string>,
  normal: (text: string) => string | undefined
) => [...new Set(texts.flatMap((text) => normal(text) ?? []))]

/** The list as an account keeps it. */
export const listedRecipients = ({ addresses = [], pixKeys = [] }: RecipientsRequest): Recipients => ({
  pixKeys: normalised(pixKeys, keyOf),
  addresses: normalised(addresses, addressOf)
})

/** Where an order pays to, in its normal form; null for what names no key or address before it is paid. */
export type PaidTo = { readonly pixKey: string | null } | { readonly address: string | null }

/** Lets an order pay a listed recipient, or any where there is no list; `field` is what the request named it by. */
export const requireListed = (
  { allowedRecipients }: { readonly allowedRecipients?: Recipients },
  field: RecipientNotAllowed["field"],
  to: PaidTo
): Effect.Effect<void, RecipientNotAllowed> => {
  if (allowedRecipients === undefined) return Effect.void
  const [listed, named] = "pixKey" in to
    ? [allowedRecipients.pixKeys, to.pixKey]
    : [allowedRecipients.addresses, to.address]
  return named !== null && listed.includes(named) ? Effect.void : Effect.fail(new RecipientNotAllowed({ field }))
}
