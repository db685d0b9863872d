// PINs: guessed by many requests at once, over the wallets and routes of a holder, and set where they are easy to guess. Three
// guesses are checked and no more, and no answer has a PIN in it (test/http/privacy.test.ts holds logs to the same).
import { declared, evmAddress, keyOf, openHost, operatorToken, secretsKey } from "../support/host.ts"
import { type Answer, bodyOf, dataOf, send } from "../support/http.ts"
import { type Outcome, Score } from "./attempt.ts"

const key = keyOf("victim")
const live = keyOf("live", "production")
const productionHost = "live.example"

/** PINs that are among the first that anybody would try, or are none. */
const guessable = [
  "111111",
  "000000",
  "123456",
  "654321",
  "012345",
  "890123",
  "098765",
  "121212",
  "123123",
  "112233",
  "111222",
  "010190",
  "311299",
  "19900517",
  "17051990",
  "19991231",
  "159753",
  "147258",
  "password",
  "password1",
  "PASSWORD",
  "senha123",
  "qwertyui",
  "qwertyuiop",
  "1q2w3e4r",
  "aaaaaaaa",
  "abcdefgh",
  "hgfedcba",
  "abababab",
  "abcabcabc",
  "flamengo",
  "iloveyou",
  "12345",
  "1234567",
  "abc",
  "",
  " ",
  "１１１１１１",
  "p".repeat(65),
  "9".repeat(60_000),
  "4829\u00001x",
  "\ud8004829138"
]

/** As the contract says, whatever the limit says. */
const guessesAtMost = 3

/** A guess of six digits that is wrong, and that no other text of an answer looks like. */
const guess = (n: number): string => `7193${String(10 + n)}`

const guesses = async (base: string, score: Score): Promise<void> => {
  const post = (path: string, body: unknown) => send(base, { path, key, body })
  const first = dataOf(await post("/api/wallet/keys", {}))
  const made = dataOf(await post("/api/wallet/create", { network: "base", walletPin: "123456" }))
  const wallets = [first, { ...made, walletId: made["id"] }]
  const tries = Array.from({ length: 64 }, (_, n): Promise<Answer> => {
    const { protectedSymmetricKey, walletId } = wallets[n % 2] ?? {}
    const proof = { walletPin: guess(n), protectedSymmetricKey }
    switch (n % 3) {
      case 0:
        return post("/api/wallet/payout", {
          ...proof,
          protectedSymmetricKey: first["protectedSymmetricKey"],
          value: 5_000,
          network: "polygon",
          pixKey: "maria@example.com"
        })
      case 1:
        return post("/api/wallet/transfer", {
          ...proof,
          walletId,
          recipientAddress: evmAddress,
          amount: "1",
          asset: "USDT"
        })
      default:
        return post("/api/wallet/create", { network: "polygon", walletPin: guess(n) })
    }
  })
  const answers = await Promise.all(tries)
  const codes = answers.map((answer) => String(bodyOf(answer)["errorCode"]))
  const checked = codes.filter((code) => code === "INVALID_PIN").length
  score.note("64 guesses at once: checked", checked <= guessesAtMost, guessesAtMost, codes)
  for (const [n, { status, text }] of answers.entries()) {
    score.note(`guess ${n} opens nothing`, status >= 400 && status < 500, "refused", [status, text])
    score.note(`guess ${n} is not repeated`, !text.includes(guess(n)), "no PIN", text)
  }
  const locked = await post("/api/wallet/create", { network: "polygon", walletPin: "123456" })
  const isLocked = locked.status === 429 && locked.text.includes("locked this holder's wallets")
  score.note("the right PIN, while it is locked", isLocked, "locked", locked.text)
}

const settings = async (base: string, score: Score): Promise<void> => {
  const headers = { host: productionHost }
  const opened = await send(base, { path: "/api/wallet/pin-session", key: live, body: {}, headers })
  const session = String(dataOf(opened)["url"]).split(".").at(-1)
  const set = (pin: string) => send(base, { path: "/hosted/api/pin", body: { session, pin }, headers })
  for (const pin of guessable) {
    const { status, text } = await set(pin)
    const isRepeated = pin.trim().length > 4 && text.includes(pin)
    score.note(`setting ${JSON.stringify(pin.slice(0, 20))}`, status === 400 && !isRepeated, 400, [
      status,
      text.slice(0, 200)
    ])
  }
  score.expect("a PIN that is not easy to guess", 200, (await set("482913")).status)
}

/** Tries all of it. */
export const attackPins = async (): Promise<Outcome> => {
  const score = new Score()
  const host = await openHost({
    accounts: [
      declared("victim", { flags: ["WALLET_PAYOUT_API"] }),
      declared("live", { environment: "production", flags: ["WALLET_PAYOUT_API"] })
    ],
    variables: {
      PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
      PONTEPAY_PRODUCTION_HOST: productionHost,
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_OPERATOR_TOKEN: operatorToken
    },
    worker: false
  })
  await guesses(host.base, score)
  await settings(host.base, score)
  await host.close()
  return score.outcome()
}
