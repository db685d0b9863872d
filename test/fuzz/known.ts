// Texts that fields of these names take, so that generated requests get past their shape.

const evm = "0x52908400098527886E0F7030069857D2E4169EE7"

export const known: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  address: [
    evm,
    "0x000000000000000000000000000000000000dEaD",
    "ana@example.com",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
  ],
  recipientAddress: [evm, "0x27b1fdb04752bbc536007a920d24acb045561c26"],
  taxId: ["11144477735", "52998224725"],
  taxIdNumber: ["11144477735"],
  externalId: ["order-1", "order-2", "order-3"],
  reference: ["ref-1", "ref-2"],
  pixKey: ["fail@sandbox.test", "hold@sandbox.test", "timeout@sandbox.test", "reverse@sandbox.test", "ana@example.com"],
  pixKeyType: ["EMAIL"],
  refundAddress: ["ana@example.com"],
  email: ["ana@example.com"],
  redirectUrl: ["https://example.com/back"],
  walletPin: ["123456", "000000"],
  importToken: ["share-token-1"],
  dateOfBirth: ["1990-02-28"],
  country: ["BRA"],
  countryOfTaxId: ["BRA"],
  state: ["SP", "BR-SP"],
  phone: ["+5511987654321"],
  zipCode: ["01310-100"],
  inputAmount: ["100.00", "10", "0.01"],
  outputAmount: ["100.00", "10", "0.01"],
  amount: ["10", "0.5", "10000", "10000.000001"],
  clientRequestId: ["swap-1"],
  from: ["2026-11-01"],
  to: ["2026-11-30"],
  value: [5_000, 100, 10, 300_000],
  dryRun: ["true"]
}
