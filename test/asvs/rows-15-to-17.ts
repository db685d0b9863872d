// ASVS 5.0, chapters 15 to 17: code, logs, WebRTC.
import { type Row, absent, covered, open } from "./row.ts"

const noWebRtc = "there is no WebRTC"

export const rows: ReadonlyArray<Row> = [
  open("15.1.1", "How soon dependencies are updated is documented", "there is no such time frame yet"),
  covered(
    "15.1.2",
    "An inventory of what is used (SBOM)",
    "package/sbom.test.ts",
    "lists each dependency of the running service as it is installed"
  ),
  open(
    "15.1.3",
    "What is costly is documented",
    "limits are listed with their reasons; there is no list of costly functions"
  ),
  open("15.2.1", "Dependencies are as new as documented", "there is no such time frame yet"),
  covered(
    "15.2.2",
    "What is costly cannot starve others",
    "unit/adapters/node/turns.test.ts",
    "serve every other owner that waits between two services of one, and once where that one goes on"
  ),
  covered(
    "15.2.3",
    "Production has what it needs alone",
    "package/manifest.test.ts",
    "has neither scripts nor what only the repository needs"
  ),
  covered(
    "15.3.1",
    "Answers have the fields they need",
    "http/openapi.test.ts",
    "says what each object may hold, and that it holds no more"
  ),
  covered(
    "15.3.2",
    "Redirects are not followed",
    "unit/adapters/node/notifier-destinations.test.ts",
    "follows no redirect"
  ),
  covered(
    "15.3.3",
    "No field is taken that was not requested",
    "http/wrong-input.test.ts",
    "answers generated wrong requests in 4xx with the envelope"
  ),
  covered("15.3.4", "The client's address is the true one", "unit/hosts/http/peer.test.ts", "the address of a client"),
  covered("15.3.5", "Types are checked", "tidy/tools.test.ts", "types finds in %s %s"),
  covered(
    "15.3.6",
    "Prototypes cannot be polluted",
    "http/wrong-input.test.ts",
    "answers generated wrong requests in 4xx with the envelope"
  ),
  covered("15.3.7", "Parameters sent twice are refused", "http/statement.test.ts", "refuses %s"),

  open(
    "16.1.1",
    "What is logged where is documented",
    "operations describe the log and the audit log; how long they are kept is the operator's"
  ),
  covered(
    "16.2.1",
    "Lines say when, where, who and what",
    "http/telemetry.test.ts",
    "names the request, the job and their records on every line"
  ),
  open("16.2.2", "Times are UTC", "they are, and no test holds that"),
  covered(
    "16.2.3",
    "Logs go where they should alone",
    "http/privacy.test.ts",
    "are in no trace, no metric and no page of metrics"
  ),
  covered("16.2.4", "Logs have one form", "http/privacy.test.ts", "leave logs that are one JSON object a line"),
  covered("16.2.5", "Nothing sensitive is logged", "http/privacy.test.ts", "are in none of what the process wrote"),
  covered(
    "16.3.1",
    "Every sign-in is logged",
    "unit/operations/operator/lifecycle.test.ts",
    "is named in the audit, by each action of his and each that is about him"
  ),
  covered(
    "16.3.2",
    "Refused access is logged",
    "http/audit-line.test.ts",
    "names request, key, route and errorCode of every refusal, and nothing of the input"
  ),
  covered(
    "16.3.3",
    "Attempts to get around controls are logged",
    "http/refused-credentials.test.ts",
    "leave a line with their address, and nothing of what was shown"
  ),
  covered(
    "16.3.4",
    "Faults are logged",
    "unit/hosts/http/envelope.test.ts",
    "%s that no use case handles is 500 without a word about it"
  ),
  covered("16.4.1", "Lines cannot be forged", "http/privacy.test.ts", "leave logs that are one JSON object a line"),
  open(
    "16.4.2",
    "Logs cannot be altered",
    "the journal is sealed and the audit log is in the database; the log of a process is the operator's"
  ),
  open("16.4.3", "Logs go to another system", "traces and metrics do (OTLP); shipping the log is the operator's"),
  covered(
    "16.5.1",
    "Faults say nothing of the inside",
    "unit/hosts/http/envelope.test.ts",
    "%s that no use case handles is 500 without a word about it"
  ),
  covered(
    "16.5.2",
    "The service stands when others fail",
    "contract/postgres-away.test.ts",
    "is soon at work when it is back, though every connection of before is dead"
  ),
  covered(
    "16.5.3",
    "Faults close, and do not open",
    "crash/disk-full.test.ts",
    "is answered with 503 and when to come back"
  ),

  absent("17.1.1", "TURN reaches no inner addresses", noWebRtc),
  absent("17.2.1", "Keys of DTLS are protected", noWebRtc),
  absent("17.2.2", "DTLS has strong suites", noWebRtc),
  absent("17.2.3", "SRTP is authenticated", noWebRtc),
  absent("17.2.4", "Media servers stand malformed packets", noWebRtc),
  absent("17.3.1", "Signalling stands floods", noWebRtc),
  absent("17.3.2", "Signalling stands malformed messages", noWebRtc)
]
