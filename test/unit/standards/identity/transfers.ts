// A request for a transfer to an address outside.
import { Redacted } from "effect"
import { testPin } from "../../../support/vault.ts"

/** One USDT on polygon, by default. */
export const transferOf = (key: string, parts: object = {}) => ({
  recipientAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
  amount: "1",
  walletPin: Redacted.make(testPin),
  protectedSymmetricKey: Redacted.make(key),
  ...parts
})
