// What the day happens in: the stand-ins, the files of secrets as an operator hands them out, and the host as a process that can be
// killed and started again.
import { type ChildProcess, fork } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Certificate, authority, certificateOf } from "./certificates.ts"
import { callbacksTo } from "./stand-ins/efi-callbacks.ts"
import { Efi, client, ourKey } from "./stand-ins/efi.ts"
import { Ledger } from "./stand-ins/ledger.ts"
import { Lnd, macaroon } from "./stand-ins/lnd.ts"
import { Exchanges } from "./stand-ins/market.ts"
import { Sumsub, secrets } from "./stand-ins/sumsub.ts"

/** What each place holds before the day, of our own: cents, smallest units of USDC, and millisatoshis. */
export const opening = { efi: 1_000_000n, ledger: 50_000_000_000n, lnd: 5_000_000_000n } as const

export const operatorToken = randomBytes(32).toString("hex")
export const apiKey = `pontepay_live_${randomBytes(24).toString("hex")}`

const hmac = randomBytes(16).toString("hex")

/** A port that was free a moment ago. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

/** Opens everything but the host. */
export const openWorld = async () => {
  const folder = mkdtempSync(join(tmpdir(), "production-day-"))
  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    // Moved over the one before, so that no half of it is ever read.
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
    return path
  }
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const bank = authority("bank.example")
  const lndCertificate = authority("localhost")
  // While one of the two is still the old one they do not fit, and the pair before is used.
  const shown = (certificate: Certificate) => ({
    certificate: file("certificate.pem", certificate.cert),
    key: file("key.pem", certificate.key)
  })
  const ours = shown(certificateOf(bank, "acme.example"))

  const efi = new Efi(opening.efi, callbacksTo(`${base}/provider/efi/webhook?hmac=${hmac}`))
  const sumsub = new Sumsub()
  const exchanges = new Exchanges()
  const lnd = new Lnd(opening.lnd)
  const ledger = new Ledger(opening.ledger, "USDC")
  const servers = await Promise.all([
    efi.open({ ...certificateOf(bank, "localhost"), ca: bank.cert }),
    sumsub.open(),
    exchanges.open(),
    lnd.open(lndCertificate),
    ledger.open()
  ])
  const [atEfi, atSumsub, atExchanges, atLnd, atLedger] = servers.map((each) => each.port)
  const market = `http://127.0.0.1:${atExchanges}`

  const variables = {
    DATABASE_URL: `sqlite:${join(folder, "sandbox.db")}`,
    PONTEPAY_PRODUCTION_DATABASE_URL: `sqlite:${join(folder, "production.db")}`,
    PONTEPAY_PRODUCTION_HOST: `127.0.0.1:${port}`,
    PONTEPAY_SANDBOX_HOST: `localhost:${port}`,
    PONTEPAY_SECRETS_KEY: randomBytes(32).toString("base64"),
    PONTEPAY_OPERATOR_TOKEN: operatorToken,
    PONTEPAY_SANDBOX_PROVIDER_SECRET: randomBytes(32).toString("hex"),
    PONTEPAY_BOOTSTRAP_FILE: file(
      "accounts.json",
      JSON.stringify({
        accounts: [{
          name: "Acme",
          environment: "production",
          apiKey,
          email: "acme@example.com",
          taxId: "11144477735",
          kyc: "APPROVED",
          flags: ["WALLET_PAYOUT_API", "AUTO_REFUND"]
        }]
      })
    ),
    PONTEPAY_PRODUCTION_PIX: "efi",
    PONTEPAY_PRODUCTION_EFI_URL: `https://localhost:${atEfi}`,
    PONTEPAY_PRODUCTION_EFI_CLIENT_ID: client.id,
    PONTEPAY_PRODUCTION_EFI_CLIENT_SECRET_FILE: file("client-secret", client.secret),
    PONTEPAY_PRODUCTION_EFI_CERTIFICATE_FILE: ours.certificate,
    PONTEPAY_PRODUCTION_EFI_KEY_FILE: ours.key,
    PONTEPAY_PRODUCTION_EFI_PIX_KEY: ourKey,
    PONTEPAY_PRODUCTION_EFI_CALLBACK_SECRET_FILE: file("callback-secret", hmac),
    PONTEPAY_PRODUCTION_KYC: "sumsub",
    PONTEPAY_PRODUCTION_SUMSUB_URL: `http://127.0.0.1:${atSumsub}`,
    PONTEPAY_PRODUCTION_SUMSUB_APP_TOKEN_FILE: file("app-token", secrets.appToken),
    PONTEPAY_PRODUCTION_SUMSUB_SECRET_KEY_FILE: file("secret-key", secrets.secretKey),
    PONTEPAY_PRODUCTION_SUMSUB_WEBHOOK_SECRET_FILE: file("webhook-secret", secrets.webhook),
    PONTEPAY_PRODUCTION_SUMSUB_CLIENT_ID: "acme",
    PONTEPAY_PRODUCTION_SUMSUB_FORM_LEVEL: "form",
    PONTEPAY_PRODUCTION_SUMSUB_LIGHT_LEVEL: "light",
    PONTEPAY_PRODUCTION_SUMSUB_FULL_LEVEL: "full",
    PONTEPAY_PRODUCTION_SUMSUB_COMPANY_LEVEL: "company",
    PONTEPAY_PRODUCTION_FX: "market",
    PONTEPAY_PRODUCTION_MARKET_MERCADO_BITCOIN_URL: `${market}/mercado-bitcoin`,
    PONTEPAY_PRODUCTION_MARKET_BINANCE_URL: `${market}/binance`,
    PONTEPAY_PRODUCTION_MARKET_BITSO_URL: `${market}/bitso`,
    PONTEPAY_PRODUCTION_MARKET_PTAX_URL: `${market}/ptax`,
    PONTEPAY_PRODUCTION_LIGHTNING: "lnd",
    PONTEPAY_PRODUCTION_LND_URL: `https://localhost:${atLnd}`,
    PONTEPAY_PRODUCTION_LND_MACAROON_FILE: file("macaroon", macaroon),
    PONTEPAY_PRODUCTION_LND_CERTIFICATE_FILE: file("tls.cert", lndCertificate.cert),
    PONTEPAY_PRODUCTION_LND_INVOICE_KEY_FILE: file("invoice-key", randomBytes(32).toString("hex")),
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "none",
    // The bank's authority is a public one in life.
    NODE_EXTRA_CA_CERTS: file("authorities.pem", bank.cert),
    LEDGER_URL: `http://127.0.0.1:${atLedger}`,
    LISTEN_PORT: String(port)
  }

  let host: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const began = fork(join(import.meta.dirname, "host.ts"), {
      env: { PATH: process.env["PATH"] ?? "", ...variables },
      stdio: ["ignore", "inherit", "inherit", "ipc"]
    })
    host = began
    const ended = once(began, "exit").then(([code]) => {
      throw new Error(`the host ended with ${code} before it was ready`)
    })
    await Promise.race([once(began, "message"), ended])
    ended.catch(() => undefined)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (host === undefined || host.exitCode !== null || host.signalCode !== null) return
    const exited = once(host, "exit")
    host.kill(signal)
    await exited
  }

  return {
    base,
    efi,
    sumsub,
    exchanges,
    lnd,
    ledger,
    /** The operator replaces the files of the client certificate while the host runs; the new one ends then, in Unix milliseconds. */
    showCertificate: (endsAt?: number) => void shown(certificateOf(bank, "acme.example", endsAt)),
    start,
    kill: () => end("SIGKILL"),
    close: async () => {
      await end("SIGTERM")
      await Promise.all(servers.map(({ close }) => close()))
      rmSync(folder, { recursive: true })
    }
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
