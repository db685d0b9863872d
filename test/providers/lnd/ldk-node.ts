// A real Lightning node: LDK in WebAssembly, with its peers over TCP on loopback and a chain of the test's own. For tests alone: its
// makers call these bindings beta.
import { EventEmitter } from "node:events"
import { readFile } from "node:fs/promises"
import type { AddressInfo, Server } from "node:net"
import {
  BestBlock,
  Bolt11Invoice,
  Bolt11InvoiceDescription,
  BroadcasterInterface,
  ChainMonitor,
  ChainParameters,
  ChannelManager,
  ChannelMonitorUpdateStatus,
  DefaultMessageRouter,
  DefaultRouter,
  Description,
  type Event,
  EventHandler,
  Event_FundingGenerationReady,
  Event_PaymentClaimable,
  Event_PaymentClaimed,
  Event_PaymentFailed,
  Event_PaymentSent,
  Event_PendingHTLCsForwardable,
  FeeEstimator,
  IgnoringMessageHandler,
  KeysManager,
  Logger,
  MultiThreadedLockableScore,
  Network,
  NetworkGraph,
  Option_FilterZ,
  Option_PaymentFailureReasonZ_Some,
  Option_ThirtyTwoBytesZ,
  Option_u16Z,
  Option_u32Z,
  Option_u64Z,
  Option_u64Z_Some,
  PaymentFailureReason,
  PeerManager,
  Persist,
  ProbabilisticScorer,
  ProbabilisticScoringDecayParameters,
  ProbabilisticScoringFeeParameters,
  Result_Bolt11InvoiceParseOrSemanticErrorZ_OK,
  Result_Bolt11InvoiceSignOrCreationErrorZ_OK,
  Result_C3Tuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZNoneZ_OK,
  Result_DescriptionCreationErrorZ_OK,
  Result_NoneReplayEventZ,
  Result_NoneRetryableSendFailureZ_Err,
  Retry,
  RetryableSendFailure,
  UserConfig,
  UtilMethods,
  initializeWasmFromBinary
} from "lightningdevkit"
import { NodeLDKNet } from "lightningdevkit-node-net"
import { sha256 } from "./invoices.ts"
import { type LdkChain, fundingTransaction } from "./ldk-chain.ts"

/** Nodes work through what happened so often. Milliseconds. */
const tickMs = 10

/** What a node says of its payments, by payment hash in hex. */
interface LdkEvents {
  readonly sent: [hash: string, preimage: string, feeMsat: bigint]
  readonly failed: [hash: string, reason: string]
  readonly claimed: [hash: string, msat: bigint]
  /** A payment has come in, and waits. */
  readonly held: [hash: string]
}

interface LdkInvoice {
  readonly msat: bigint
  /** Seconds. */
  readonly expiry: number
  readonly memo: string
}

export interface LdkNode {
  readonly id: Uint8Array
  readonly port: number
  readonly events: EventEmitter<LdkEvents>
  /** An invoice over this preimage. */
  readonly invoice: (preimage: Uint8Array, invoice: LdkInvoice) => string
  /** Sends a payment; what it answers unless it began one, in LDK's words. */
  readonly send: (bolt11: string, feeLimitMsat: bigint) => string | undefined
  /** Payments of this invoice wait from now on, until they are claimed or refused. */
  readonly hold: (hash: string) => void
  readonly claim: (hash: string) => void
  readonly refuse: (hash: string) => void
  readonly connect: (peer: LdkNode) => Promise<void>
  readonly open: (peer: LdkNode, sats: bigint, theirMsat: bigint) => void
  /** How many peers it is connected to. */
  readonly peers: () => number
  /** How many channels can be used. */
  readonly channels: () => number
  /** What can be sent at most, over all channels. */
  readonly spendableMsat: () => bigint
  readonly close: () => void
}

/** Loads LDK; once in a process. */
export const loadLdk = async (): Promise<void> => {
  const { log } = console
  // It greets whoever loads it.
  console.log = () => undefined
  try {
    const wasm = new URL("liblightningjs.wasm", import.meta.resolve("lightningdevkit"))
    await initializeWasmFromBinary(await readFile(wasm))
  } finally {
    console.log = log
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

// The constructors of its classes are protected.
const expectOk = <T extends object>(result: object, ok: { readonly prototype: T }, what: string): T => {
  if (Object.prototype.isPrototypeOf.call(ok.prototype, result)) return result as T
  throw new Error(`LDK refuses ${what}`)
}

const invoiceOf = (bolt11: string): Bolt11Invoice =>
  expectOk(
    Bolt11Invoice.constructor_from_str(bolt11),
    Result_Bolt11InvoiceParseOrSemanticErrorZ_OK,
    "to read an invoice"
  ).res

/** Whether an invoice names a way to its node: a channel is named once its peer told its fees. */
export const namesRoute = (bolt11: string): boolean => invoiceOf(bolt11).route_hints().length > 0

/** Opens a node, which is listening; its keys come from the seed. */
export const openLdkNode = async (chain: LdkChain, seed: number): Promise<LdkNode> => {
  const events = new EventEmitter<LdkEvents>().setMaxListeners(0)
  const preimages = new Map<string, Uint8Array>()
  const onHold = new Set<string>()

  const logger = Logger.new_impl({ log: () => undefined })
  const fees = FeeEstimator.new_impl({ get_est_sat_per_1000_weight: () => 253 })
  const broadcaster = BroadcasterInterface.new_impl({
    broadcast_transactions: (transactions) => transactions.forEach((each) => chain.submit(each))
  })
  // A test's node never starts again, so it keeps nothing.
  const kept = () => ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_Completed
  const persist = Persist.new_impl({
    persist_new_channel: kept,
    update_persisted_channel: kept,
    archive_persisted_channel: () => undefined
  })
  const monitor = ChainMonitor.constructor_new(Option_FilterZ.constructor_none(), broadcaster, logger, fees, persist)
  const now = Math.floor(Date.now() / 1_000)
  const keys = KeysManager.constructor_new(new Uint8Array(32).fill(seed), BigInt(now), 42)
  const graph = NetworkGraph.constructor_new(Network.LDKNetwork_Regtest, logger)
  const scorer = ProbabilisticScorer.constructor_new(
    ProbabilisticScoringDecayParameters.constructor_default(),
    graph,
    logger
  )
  const score = MultiThreadedLockableScore.constructor_new(scorer.as_Score())
  const router = DefaultRouter.constructor_new(
    graph,
    logger,
    keys.as_EntropySource(),
    score.as_LockableScore(),
    ProbabilisticScoringFeeParameters.constructor_default()
  )
  const config = UserConfig.constructor_default()
  const handshake = config.get_channel_handshake_config()
  handshake.set_minimum_depth(1)
  config.set_channel_handshake_config(handshake)
  config.set_accept_forwards_to_priv_channels(true)
  const manager = ChannelManager.constructor_new(
    fees,
    monitor.as_Watch(),
    broadcaster,
    router.as_Router(),
    DefaultMessageRouter.constructor_new(graph, keys.as_EntropySource()).as_MessageRouter(),
    logger,
    keys.as_EntropySource(),
    keys.as_NodeSigner(),
    keys.as_SignerProvider(),
    config,
    ChainParameters.constructor_new(
      Network.LDKNetwork_Regtest,
      BestBlock.constructor_from_network(Network.LDKNetwork_Regtest)
    ),
    chain.seconds
  )
  chain.attach(monitor.as_Confirm(), manager.as_Confirm())
  const ignores = IgnoringMessageHandler.constructor_new()
  const peers = PeerManager.constructor_new(
    manager.as_ChannelMessageHandler(),
    ignores.as_RoutingMessageHandler(),
    ignores.as_OnionMessageHandler(),
    ignores.as_CustomMessageHandler(),
    now,
    keys.as_EntropySource().get_secure_random_bytes(),
    logger,
    keys.as_NodeSigner()
  )
  const net = new NodeLDKNet(peers)
  await net.bind_listener("127.0.0.1", 0)
  const [server] = net["servers"] as [Server]

  const claim = (hash: string): void => {
    const preimage = preimages.get(hash)
    if (preimage !== undefined) manager.claim_funds(preimage)
  }

  const handle = (event: Event): void => {
    if (event instanceof Event_FundingGenerationReady) {
      const transaction = fundingTransaction(event.channel_value_satoshis, event.output_script)
      manager.funding_transaction_generated(event.temporary_channel_id, event.counterparty_node_id, transaction)
    } else if (event instanceof Event_PendingHTLCsForwardable) {
      setImmediate(() => manager.process_pending_htlc_forwards())
    } else if (event instanceof Event_PaymentClaimable) {
      const hash = hex(event.payment_hash)
      if (onHold.has(hash)) events.emit("held", hash)
      else claim(hash)
    } else if (event instanceof Event_PaymentClaimed) {
      events.emit("claimed", hex(event.payment_hash), event.amount_msat)
    } else if (event instanceof Event_PaymentSent) {
      const fee = event.fee_paid_msat instanceof Option_u64Z_Some ? event.fee_paid_msat.some : 0n
      events.emit("sent", hex(event.payment_hash), hex(event.payment_preimage), fee)
    } else if (event instanceof Event_PaymentFailed) {
      const reason = event.reason instanceof Option_PaymentFailureReasonZ_Some
        ? PaymentFailureReason[event.reason.some]
        : undefined
      // A payment has its hash as its id.
      events.emit("failed", hex(event.payment_id), reason?.replace("LDKPaymentFailureReason_", "") ?? "none")
    }
  }
  const handler = EventHandler.new_impl({
    handle_event: (event) => {
      handle(event)
      return Result_NoneReplayEventZ.constructor_ok()
    }
  })
  const tick = setInterval(() => {
    manager.as_EventsProvider().process_pending_events(handler)
    monitor.as_EventsProvider().process_pending_events(handler)
    net.process_events()
  }, tickMs)

  return {
    id: manager.get_our_node_id(),
    port: (server.address() as AddressInfo).port,
    events,
    invoice: (preimage, { expiry, memo, msat }) => {
      const hash = sha256(preimage)
      preimages.set(hash.toString("hex"), preimage)
      const description = expectOk(Description.constructor_new(memo), Result_DescriptionCreationErrorZ_OK, "a memo")
      const made = manager.create_bolt11_invoice(
        Option_u64Z.constructor_some(msat),
        Bolt11InvoiceDescription.constructor_direct(description.res),
        Option_u32Z.constructor_some(expiry),
        Option_u16Z.constructor_none(),
        Option_ThirtyTwoBytesZ.constructor_some(hash)
      )
      return expectOk(made, Result_Bolt11InvoiceSignOrCreationErrorZ_OK, "an invoice").res.to_str()
    },
    send: (bolt11, feeLimitMsat) => {
      const invoice = invoiceOf(bolt11)
      // In WebAssembly LDK has no clock, and leaves this to who calls.
      if (invoice.would_expire(BigInt(Math.floor(Date.now() / 1_000)))) return "PaymentExpired"
      const { res } = expectOk(
        UtilMethods.constructor_payment_parameters_from_invoice(invoice),
        Result_C3Tuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZNoneZ_OK,
        "an invoice without an amount"
      )
      const route = res.get_c()
      route.set_max_total_routing_fee_msat(Option_u64Z.constructor_some(feeLimitMsat))
      const answer = manager.send_payment(res.get_a(), res.get_b(), res.get_a(), route, Retry.constructor_attempts(2))
      return answer instanceof Result_NoneRetryableSendFailureZ_Err
        ? RetryableSendFailure[answer.err].replace("LDKRetryableSendFailure_", "")
        : undefined
    },
    hold: (hash) => onHold.add(hash),
    claim,
    refuse: (hash) => manager.fail_htlc_backwards(Buffer.from(hash, "hex")),
    connect: (peer) => net.connect_peer("127.0.0.1", peer.port, peer.id),
    open: (peer, sats, theirMsat) => {
      const opened = manager.create_channel(peer.id, sats, theirMsat, 1n, null, null)
      if (!opened.is_ok()) throw new Error("LDK refuses a channel")
    },
    peers: () => peers.list_peers().length,
    channels: () => manager.list_usable_channels().length,
    spendableMsat: () =>
      manager.list_usable_channels().reduce((sum, channel) => sum + channel.get_outbound_capacity_msat(), 0n),
    close: () => {
      clearInterval(tick)
      net.stop()
    }
  }
}
