// ASVS 5.0, chapters 6 to 10: who somebody is, sessions, what he may do, tokens.
import { type Row, absent, covered, open } from "./row.ts"

const noOutOfBand = "no code is sent by mail, phone or push"
const noProvider = "there is no identity provider for signing in"
const noOAuth = "there is no OAuth and no OIDC"

const nothingOf = (why: string, ...rows: ReadonlyArray<readonly [id: string, title: string]>): ReadonlyArray<Row> =>
  rows.map(([id, title]) => absent(id, title, why))

export const rows: ReadonlyArray<Row> = [
  covered("6.1.1", "How guessing is slowed down is documented", "machines/pages.test.ts", "%s is fresh"),
  open(
    "6.1.2",
    "Words that passwords may not have are documented",
    "the words are in core/operations/operator/password.ts, and on no page"
  ),
  open(
    "6.1.3",
    "All ways of signing in are documented",
    "keys, the operator's token, links and PINs are, each in its place, not together"
  ),
  open(
    "6.2.1",
    "Eight characters at least",
    "a wallet's PIN may have six digits, by the specification, and locks after three tries; operators' passwords have 12 characters"
  ),
  covered("6.2.2", "A PIN can be changed", "browser/hosted.test.ts", "is set, opens the wallet, and is changed"),
  open(
    "6.2.3",
    "A change asks for the old one",
    "a key owner's link resets a PIN without the old one, by the specification; operators show password and code"
  ),
  open(
    "6.2.4",
    "The 3,000 most common ones are refused",
    "words of leaked lists are taken out of a password before it is judged, and no list of 3,000 is looked at"
  ),
  covered(
    "6.2.5",
    "Any characters may be used",
    "unit/customers/wallet/pin.test.ts",
    "counts code points of the composed text, however it was typed"
  ),
  open("6.2.6", "Fields of passwords are masked", "they are, and no test holds it"),
  open("6.2.7", "Pasting and password managers work", "nothing keeps from pasting, and no test holds it"),
  open(
    "6.2.8",
    "Passwords are taken as they are",
    "Unicode is composed first (NFC for PINs, NFKC for passwords), so that keyboards agree"
  ),
  covered("6.2.9", "64 characters are taken", "unit/customers/wallet/pin.test.ts", "is that of %j"),
  covered(
    "6.2.10",
    "Nothing has to be changed from time to time",
    "unit/customers/wallet/pin.test.ts",
    "is judged where it is set, never where it is checked"
  ),
  covered(
    "6.2.11",
    "Words of the context are refused",
    "unit/operations/operator/password.test.ts",
    "holds neither a name nor the e-mail address: %s"
  ),
  open(
    "6.2.12",
    "Passwords that were breached are refused",
    "no list of breached passwords is looked at: the service asks no one about passwords"
  ),
  covered(
    "6.3.1",
    "Guessing is slowed down",
    "http/refused-credentials.test.ts",
    "let no one try an operator's token for ever"
  ),
  covered(
    "6.3.2",
    "There are no default accounts",
    "http/configuration.test.ts",
    "a sandbox that others reach makes the provider's secret that was not set, and the published one proves nothing"
  ),
  covered(
    "6.3.3",
    "A second factor",
    "unit/operations/operator/sign-in.test.ts",
    "shows e-mail address, password and a code; each wrong one is refused alike"
  ),
  open(
    "6.3.4",
    "All ways of signing in are as strong",
    "an API key or service token opens by itself, from the addresses that it may have"
  ),
  covered(
    "6.4.1",
    "First passwords and codes end soon",
    "unit/operations/operator/lifecycle.test.ts",
    "opens an invitation that is right, open and not used; any other answers alike"
  ),
  absent("6.4.2", "No secret questions", "there are none"),
  open(
    "6.4.3",
    "A forgotten password is reset with the second factor",
    "no one resets his own: an owner invites again, and password and second factor are both new"
  ),
  covered(
    "6.4.4",
    "A lost factor is replaced as it was given",
    "unit/operations/operator/lifecycle.test.ts",
    "loses what he signed in with, and his sessions, when he is invited again"
  ),
  covered(
    "6.5.1",
    "Codes work once",
    "unit/operations/operator/sign-in.test.ts",
    "uses a code once, also that of the acceptance, and also two times at once"
  ),
  covered(
    "6.5.2",
    "Codes are stored hashed",
    "unit/operations/operator/sign-in.test.ts",
    "leaves neither password, nor code, nor cookie in any record"
  ),
  covered(
    "6.5.3",
    "Seeds of codes are random",
    "unit/adapters/node/ids.test.ts",
    "makes secrets of the asked length that never repeat"
  ),
  covered(
    "6.5.4",
    "Codes have 20 bits",
    "unit/operations/operator/totp.test.ts",
    "is set up by a URI that authenticators read"
  ),
  open(
    "6.5.5",
    "Codes end after 30 seconds",
    "a code is taken one step of 30 seconds before and after its own, for clocks that differ"
  ),
  ...nothingOf(
    noOutOfBand,
    ["6.6.1", "Phones are no first choice"],
    ["6.6.2", "Codes are bound to their request"],
    ["6.6.3", "Guessing codes is slowed down"]
  ),
  ...nothingOf(
    noProvider,
    ["6.8.1", "Identities of several providers are kept apart"],
    ["6.8.2", "Assertions are verified"],
    ["6.8.3", "Assertions work once"],
    ["6.8.4", "The strength of a sign-in is requested"]
  ),

  covered("7.1.1", "Idle and absolute limits are documented", "machines/pages.test.ts", "%s is fresh"),
  covered("7.1.2", "Sessions at once are documented", "machines/pages.test.ts", "%s is fresh"),
  absent("7.1.3", "Federated sessions are documented", noProvider),
  covered(
    "7.2.1",
    "Tokens are verified by the service",
    "unit/customers/access/caller.test.ts",
    "is refused as %s: %s in %s"
  ),
  covered(
    "7.2.2",
    "Sessions have tokens of their own",
    "http/operators.test.ts",
    "is invited, accepts with a second factor, and is signed in until he signs out"
  ),
  covered(
    "7.2.3",
    "Tokens are random and long",
    "unit/adapters/node/ids.test.ts",
    "makes secrets of the asked length that never repeat"
  ),
  covered(
    "7.2.4",
    "Signing in gives a new token",
    "unit/operations/operator/sign-in.test.ts",
    "never keeps the session that he brings along"
  ),
  covered(
    "7.3.1",
    "Sessions end when idle",
    "http/operators.test.ts",
    "is signed out by the clock: idle, and in any case"
  ),
  covered(
    "7.3.2",
    "Sessions end after a time",
    "http/operators.test.ts",
    "is signed out by the clock: idle, and in any case"
  ),
  covered(
    "7.4.1",
    "Signing out ends a session",
    "http/operators.test.ts",
    "is invited, accepts with a second factor, and is signed in until he signs out"
  ),
  covered(
    "7.4.2",
    "Sessions end with their account",
    "http/operators.test.ts",
    "is locked out at once when another owner disables or lowers him"
  ),
  covered(
    "7.4.3",
    "A new factor can end all other sessions",
    "http/operators.test.ts",
    "signs out everywhere, and elsewhere with a new password"
  ),
  covered(
    "7.4.4",
    "Signing out is in sight",
    "browser/operators-sessions.test.ts",
    "sign out of every tab, or of every browser, and change their password"
  ),
  covered(
    "7.4.5",
    "An operator ends the sessions of others",
    "unit/operations/operator/lifecycle.test.ts",
    "loses what he signed in with, and his sessions, when he is invited again"
  ),
  covered(
    "7.5.1",
    "Changing factors asks again who it is",
    "unit/operations/operator/sign-in.test.ts",
    "changes his password with proof, and is signed out everywhere else"
  ),
  open("7.5.2", "One sees and ends one's sessions", "one ends all sessions at once, and sees no list of them"),
  ...nothingOf(noProvider, ["7.6.1", "Sessions of two systems end together"]),
  covered(
    "7.6.2",
    "Sessions begin by an action of a person",
    "browser/operators-attack.test.ts",
    "signs no one in from a page of another origin, as whoever it may be"
  ),

  covered(
    "8.1.1",
    "Who may do what is documented",
    "http/declared.test.ts",
    "has one route for each endpoint of management"
  ),
  covered(
    "8.1.2",
    "Who sees which field is documented",
    "unit/operations/person/map.test.ts",
    "knows of every text of a $kind whether it names somebody"
  ),
  covered(
    "8.2.1",
    "Functions are for whom they are declared",
    "http/dashboard-matrix.test.ts",
    "$identifier answers whom its declaration names"
  ),
  covered(
    "8.2.2",
    "What is another's answers like what is missing",
    "attack/tenancy.test.ts",
    "lets no one through, in a thousand tries and more"
  ),
  covered(
    "8.2.3",
    "Fields are for whom they are declared",
    "http/dashboard-reads.test.ts",
    "explains to an owner what is his, tax numbers masked and the operator's notes left out"
  ),
  covered(
    "8.3.1",
    "The service decides, not the page",
    "http/dashboard-matrix.test.ts",
    "%s asks for a key before anything else"
  ),
  covered(
    "8.4.1",
    "Tenants cannot reach each other",
    "attack/tenancy.test.ts",
    "lets no one through, in a thousand tries and more"
  ),

  covered(
    "9.1.1",
    "Tokens that say something are proved before they are believed",
    "unit/customers/kyc/document-token.test.ts",
    "is another's, or does not hold, once a character is another"
  ),
  covered(
    "9.1.2",
    "One algorithm, and no \"none\"",
    "unit/customers/kyc/document-token.test.ts",
    "is another's, or does not hold, once a character is another"
  ),
  covered(
    "9.1.3",
    "Tokens name no keys",
    "unit/adapters/node/document-proof.test.ts",
    "is the HMAC under the key that HKDF gives for environment and purpose"
  ),
  covered(
    "9.2.1",
    "Tokens end when they say",
    "unit/customers/kyc/document-token.test.ts",
    "is read as it was printed, and says its end to the millisecond"
  ),
  covered(
    "9.2.2",
    "Tokens are good for one purpose",
    "unit/adapters/node/document-proof.test.ts",
    "differs with the text, the purpose, the key and the environment"
  ),
  covered(
    "9.2.3",
    "Tokens are good for this service alone",
    "http/hosted-charge.test.ts",
    "is missing there, though both know the same secret"
  ),
  covered(
    "9.2.4",
    "Tokens of two environments are apart",
    "http/hosted-charge.test.ts",
    "is missing there, though both know the same secret"
  ),

  ...nothingOf(
    noOAuth,
    ["10.1.1", "Tokens go where they are needed"],
    ["10.1.2", "Codes are bound to who began"],
    ["10.2.1", "Clients withstand forged requests"],
    ["10.2.2", "Clients withstand mix-up"],
    ["10.3.1", "Audience is checked"],
    ["10.3.2", "Claims decide"],
    ["10.3.3", "Users are known by lasting claims"],
    ["10.3.4", "Strength of the sign-in is checked"],
    ["10.4.1", "Redirects are listed"],
    ["10.4.2", "Codes work once"],
    ["10.4.3", "Codes end soon"],
    ["10.4.4", "Grants are limited"],
    ["10.4.5", "Refresh tokens cannot be replayed"],
    ["10.4.6", "PKCE is required"],
    ["10.4.7", "Registration is guarded"],
    ["10.4.8", "Refresh tokens end"],
    ["10.4.9", "Tokens can be revoked"],
    ["10.4.10", "Clients are authenticated"],
    ["10.4.11", "Scopes are the ones needed"],
    ["10.5.1", "ID tokens cannot be replayed"],
    ["10.5.2", "Users are known by their subject"],
    ["10.5.3", "Issuers are compared"],
    ["10.5.4", "Audience of ID tokens is checked"],
    ["10.5.5", "Logout tokens are checked"],
    ["10.6.1", "Response modes are limited"],
    ["10.6.2", "No one is signed out by others"],
    ["10.7.1", "Consent is asked"],
    ["10.7.2", "Consent says to what"],
    ["10.7.3", "Consent can be revoked"]
  )
]
