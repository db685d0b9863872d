// The part of Breez SDK Spark that is used, in the SDK's own types: what takes its place in a test is checked against them.
import type { BreezSdk, Config, ConnectRequest, Payment, PrepareSendPaymentResponse } from "@breeztech/breez-sdk-spark"

/** One wallet. */
export type SparkSdk = Pick<
  BreezSdk,
  | "disconnect"
  | "fetchConversionLimits"
  | "free"
  | "getInfo"
  | "getPayment"
  | "getUserSettings"
  | "listPayments"
  | "prepareSendPayment"
  | "receivePayment"
  | "sendPayment"
  | "syncWallet"
>

/** What opens wallets. */
export interface SparkModule {
  readonly connect: (request: ConnectRequest) => Promise<SparkSdk>
  readonly defaultServerConfig: (network: "mainnet") => Config
}

export type SparkPayment = Payment
export type Prepared = PrepareSendPaymentResponse

/** The SDK itself. Its storage, which is native code, is loaded with it. */
export const loadSdk = (): Promise<SparkModule> => import("@breeztech/breez-sdk-spark")
