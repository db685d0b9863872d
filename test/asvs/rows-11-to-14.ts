// ASVS 5.0, chapters 11 to 14: cryptography, connections, configuration, data.
import { type Row, absent, covered, open } from "./row.ts"

const inFront = "TLS ends at a proxy in front, which is the operator's"

export const rows: ReadonlyArray<Row> = [
  covered(
    "11.1.1",
    "How keys live is documented",
    "unit/upkeep/secrets/rotation.test.ts",
    "changes the secrets key while processes with either key work, and loses nothing"
  ),
  open("11.1.2", "What is encrypted with what is listed", "decision records say it one by one; there is no list"),
  covered(
    "11.2.1",
    "Cryptography is that of known libraries",
    "unit/customers/wallet/nip44.test.ts",
    "is what another implementation writes and reads"
  ),
  covered(
    "11.2.2",
    "Algorithms and keys can be replaced",
    "unit/upkeep/secrets/rotation.test.ts",
    "changes the secrets key while processes with either key work, and loses nothing"
  ),
  covered(
    "11.2.3",
    "128 bits at least",
    "unit/adapters/node/secrets.test.ts",
    "is HMAC-SHA256 under a key that HKDF derives"
  ),
  covered(
    "11.3.1",
    "No weak modes",
    "unit/adapters/node/secrets.test.ts",
    "make AES-256-GCM with the place as additional data, never twice the same text"
  ),
  covered(
    "11.3.2",
    "Approved ciphers alone",
    "unit/adapters/node/secrets.test.ts",
    "make AES-256-GCM with the place as additional data, never twice the same text"
  ),
  covered(
    "11.3.3",
    "What is encrypted cannot be altered",
    "unit/adapters/node/secrets.test.ts",
    "die for another place, another key and every altered text, showing none of it"
  ),
  covered(
    "11.4.1",
    "Approved hashes alone",
    "unit/webhooks/webhook/sign.test.ts",
    "is the hex HMAC-SHA256 of timestamp, dot and body, keyed with the secret's characters"
  ),
  covered(
    "11.4.2",
    "Passwords are hashed slowly",
    "unit/adapters/node/password-hasher.test.ts",
    "is Argon2id of 19 MiB and two passes, with a salt of its own"
  ),
  covered(
    "11.4.3",
    "Hashes of signatures have 256 bits",
    "unit/webhooks/webhook/sign.test.ts",
    "is the hex HMAC-SHA256 of timestamp, dot and body, keyed with the secret's characters"
  ),
  covered(
    "11.4.4",
    "Keys of PINs are derived slowly",
    "unit/adapters/node/wallet-vault.test.ts",
    "gives an envelope that a holder's own client opens: 32 bytes in base64"
  ),
  covered(
    "11.5.1",
    "What is not to be guessed is random, 128 bits",
    "unit/adapters/node/ids.test.ts",
    "makes secrets of the asked length that never repeat"
  ),
  covered(
    "11.6.1",
    "Keys and signatures are of approved kinds",
    "unit/customers/wallet/derivation.test.ts",
    "agrees with another implementation on entropy %s, and gives addresses that are valid"
  ),

  open("12.1.1", "TLS 1.2 and 1.3 alone", inFront),
  open("12.1.2", "Strong cipher suites alone", inFront),
  covered(
    "12.1.3",
    "Client certificates are trusted before they count",
    "http/named-inboxes.test.ts",
    "an inbox is told the client certificate, and whether it is trusted"
  ),
  open("12.2.1", "Clients speak TLS alone", inFront),
  open("12.2.2", "Certificates are publicly trusted", inFront),
  open(
    "12.3.1",
    "All connections are encrypted",
    "webhooks and a production database on another machine are; a chain's node may be asked in the open"
  ),
  covered(
    "12.3.2",
    "Certificates of others are verified",
    "unit/adapters/node/notifier-tls.test.ts",
    "checks certificates though the environment says otherwise"
  ),
  covered(
    "12.3.3",
    "Inner connections are encrypted",
    "http/configuration.test.ts",
    "TLS to the database of production"
  ),
  covered(
    "12.3.4",
    "Inner certificates are trusted ones",
    "http/configuration.test.ts",
    "pg verifies the server with %s: %s"
  ),

  open("13.1.1", "All communication is documented", "configuration and deployment name it, not in one list"),
  open(
    "13.2.1",
    "Components authenticate with what changes",
    "inboxes take signatures, and certificates where a provider has them; a database is asked with a password"
  ),
  covered(
    "13.2.2",
    "Components have the least rights",
    "http/postgres-role.test.ts",
    "is no superuser, and migrates and serves"
  ),
  covered(
    "13.2.3",
    "No default credentials",
    "http/configuration.test.ts",
    "strong ones start %s, and shorter by nothing"
  ),
  open(
    "13.2.4",
    "Whom the service may reach is listed",
    "webhooks reach any public address and no private one; a list of those is the operator's firewall"
  ),
  open("13.2.5", "Whom the server may reach is listed", "as 13.2.4: the operator's firewall"),
  open(
    "13.3.1",
    "Secrets are in a vault",
    "they are variables or a file of mode 0600; a vault is the operator's to put before"
  ),
  covered(
    "13.3.2",
    "Secrets are for whom they are needed",
    "http/sandbox-secrets.test.ts",
    "makes the database for its owner alone"
  ),
  covered(
    "13.4.1",
    "No source control beside the service",
    "package/deploy.test.ts",
    "leaves secrets and what was built elsewhere out of its context"
  ),
  absent("13.4.2", "No debug modes", "there is none"),
  covered("13.4.3", "No listings of folders", "http/dashboard-files.test.ts", "has no file but those of the build: %s"),
  covered(
    "13.4.4",
    "No TRACE",
    "http/transport.test.ts",
    "%s answers 405 to any other method and names those it takes"
  ),
  covered(
    "13.4.5",
    "Metrics and documents are shown on purpose",
    "http/metrics-access.test.ts",
    "are no more there than any other path"
  ),

  covered(
    "14.1.1",
    "Sensitive data is known and classed",
    "unit/operations/person/map.test.ts",
    "has every kind of record, once"
  ),
  covered(
    "14.1.2",
    "What protects it is documented",
    "unit/operations/person/person.test.ts",
    "is in no place that the map does not name"
  ),
  open(
    "14.2.1",
    "Nothing sensitive is in an address",
    "links to charges, receipts and uploads carry a token in their path, by the specification; they are in no log"
  ),
  covered(
    "14.2.2",
    "Nothing sensitive is cached on the way",
    "http/kyc-document.test.ts",
    "%s is plain HTML that cannot be framed or kept, in the person's language"
  ),
  covered(
    "14.2.3",
    "Nothing goes to others' trackers",
    "http/dashboard-files.test.ts",
    "loads nothing and talks to no one but its host"
  ),
  covered(
    "14.2.4",
    "Data is protected as documented",
    "unit/operations/person/person.test.ts",
    "is nowhere once erased and all dates are past: %s"
  ),
  open(
    "14.3.1",
    "A page forgets when one signs out",
    "the token is forgotten with the tab; no test looks at what else stays"
  ),
  covered(
    "14.3.2",
    "Browsers cache nothing sensitive",
    "http/dashboard-secret.test.ts",
    "is shown to its owner, verifies what is delivered, and is kept by nothing on the way"
  ),
  open(
    "14.3.3",
    "Browsers store nothing sensitive",
    "a token or key that somebody signs in with is in the tab's storage; an operator's session is in a cookie"
  )
]
