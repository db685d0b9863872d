// ASVS 5.0, chapters 1 to 5: input, business logic, browsers, the interface, files.
import { type Row, absent, covered, open } from "./row.ts"

const oneRuntime = "the runtime owns memory, and nothing native is called with what is sent"

export const rows: ReadonlyArray<Row> = [
  covered("1.1.1", "Input is decoded once, before it is judged", "http/transport.test.ts", "%s is not found"),
  covered(
    "1.1.2",
    "What is put out is escaped last",
    "http/docs-site.test.ts",
    "searches without a script, and shows what was asked as text"
  ),
  covered(
    "1.2.1",
    "HTML, attributes and headers are escaped for their place",
    "http/docs-site.test.ts",
    "searches without a script, and shows what was asked as text"
  ),
  covered("1.2.2", "Addresses have safe schemes", "http/kyc.test.ts", "refuses %j with the field named"),
  covered(
    "1.2.3",
    "Scripts and JSON are built without injection",
    "fuzz/fuzz.test.ts",
    "answers as its document says, and a refusal changes nothing"
  ),
  covered(
    "1.2.4",
    "Queries are parameterised",
    "fuzz/fuzz.test.ts",
    "answers as its document says, and a refusal changes nothing"
  ),
  absent("1.2.5", "No injection into commands of the system", "no request starts a command of the system"),
  absent("1.2.6", "No injection into LDAP", "there is no LDAP"),
  absent("1.2.7", "No injection into XPath", "there is no XML"),
  absent("1.2.8", "No injection into LaTeX", "there is no LaTeX"),
  open(
    "1.2.9",
    "What goes into a regular expression is escaped",
    "no expression is built of input, and no test holds that"
  ),
  absent("1.3.1", "HTML of people is sanitised", "no HTML is taken from people"),
  covered("1.3.2", "No code is made of text", "tidy/words.test.ts", "holds none of the banned words and calls"),
  covered(
    "1.3.3",
    "Texts are bounded and free of control characters",
    "unit/base/text/text.test.ts",
    "refuses a control character or half a character in any place"
  ),
  covered("1.3.4", "No SVG of people is served", "http/kyc-document.test.ts", "is refused with %s"),
  absent("1.3.5", "No markup language of people is run", "Markdown is that of our own documents alone"),
  covered(
    "1.3.6",
    "Webhooks reach the public internet alone (SSRF)",
    "attack/ssrf.test.ts",
    "sends nothing but what was checked, and nothing inside"
  ),
  absent("1.3.7", "No templates of people", "no template is built of input"),
  absent("1.3.8", "JNDI", "there is no Java"),
  absent("1.3.9", "Memcache", "there is none"),
  absent("1.3.10", "Format strings", "none is built of input"),
  absent("1.3.11", "Mail systems", "no mail is sent"),
  absent("1.4.1", "Memory-safe strings", oneRuntime),
  covered("1.4.2", "No integer overflows", "laws/money.laws.test.ts", "reads back what it wrote, for every asset"),
  absent("1.4.3", "Memory is released", oneRuntime),
  absent("1.5.1", "XML parsers are restricted", "there is no XML"),
  covered(
    "1.5.2",
    "What is deserialised is held to a schema",
    "http/wrong-input.test.ts",
    "answers generated wrong requests in 4xx with the envelope"
  ),

  covered(
    "2.1.1",
    "Rules of each field are documented",
    "http/openapi.test.ts",
    "says what each object may hold, and that it holds no more"
  ),
  covered("2.1.2", "Rules of fields together are documented", "coverage/coverage.test.ts", "has a test for every rule"),
  covered("2.1.3", "Limits are documented", "machines/pages.test.ts", "%s is fresh"),
  covered(
    "2.2.1",
    "Every input is judged by what is allowed",
    "http/wrong-input.test.ts",
    "answers generated wrong requests in 4xx with the envelope"
  ),
  covered(
    "2.2.2",
    "The service judges, whatever a client did",
    "fuzz/fuzz.test.ts",
    "answers as its document says, and a refusal changes nothing"
  ),
  covered("2.2.3", "Fields are judged together", "http/wrong-input.test.ts", "refuses %s's deposit %j"),
  covered(
    "2.3.1",
    "Steps come in their order",
    "laws/machine.laws.test.ts",
    "keep every walk of a sound table within its terminal states"
  ),
  covered(
    "2.3.2",
    "Limits of the business hold",
    "laws/limits.laws.test.ts",
    "passes from the least to the most and nowhere else"
  ),
  covered(
    "2.3.3",
    "All of an operation is done or nothing",
    "crash/kill-steps-sqlite.test.ts",
    "loses and doubles nothing on SQLite, whichever steps it dies between"
  ),
  covered("2.3.4", "Nothing is spent twice", "machines/payout.race.test.ts", "two workers debit and pay once"),
  covered(
    "2.4.1",
    "Calls are limited in number",
    "http/request-rate.test.ts",
    "counts down on every answer and is judged after the key and before the input"
  ),

  covered(
    "3.2.1",
    "Answers are not taken for pages",
    "http/kyc-document.test.ts",
    "%s is plain HTML that cannot be framed or kept, in the person's language"
  ),
  covered(
    "3.2.2",
    "Text is shown as text",
    "http/docs-site.test.ts",
    "searches without a script, and shows what was asked as text"
  ),
  covered(
    "3.3.1",
    "Cookies are Secure and prefixed",
    "http/operators.test.ts",
    "has a cookie that scripts, other sites and plain HTTP do not get"
  ),
  covered(
    "3.3.2",
    "Cookies have SameSite",
    "http/operators.test.ts",
    "has a cookie that scripts, other sites and plain HTTP do not get"
  ),
  covered(
    "3.3.3",
    "Cookies have the prefix __Host-",
    "http/operators.test.ts",
    "has a cookie that scripts, other sites and plain HTTP do not get"
  ),
  covered(
    "3.3.4",
    "Cookies are HttpOnly",
    "http/operators.test.ts",
    "has a cookie that scripts, other sites and plain HTTP do not get"
  ),
  open(
    "3.4.1",
    "HSTS, a year, with all subdomains",
    "it is a year on every answer, without subdomains: those are the operator's"
  ),
  open("3.4.2", "CORS is fixed", "no answer allows another origin, and no test holds that"),
  open("3.4.3", "A content security policy on every answer", "every page has one; answers in JSON have none"),
  covered("3.4.4", "nosniff on every answer", "http/endpoints.test.ts", "keeps answers out of caches"),
  covered(
    "3.4.5",
    "A referrer policy",
    "unit/hosts/http/hosted-pages.test.ts",
    "%s asks no one else, runs its one script and cannot be framed"
  ),
  open("3.4.6", "No answer can be framed", "no page can; answers in JSON say nothing of frames"),
  covered(
    "3.5.1",
    "Requests of other origins are refused (CSRF)",
    "http/operators.test.ts",
    "writes nothing with the token of another session"
  ),
  covered(
    "3.5.2",
    "No sensitive call goes without a preflight",
    "browser/operators-attack.test.ts",
    "gives nothing to a page of another origin, although the cookie comes along"
  ),
  covered(
    "3.5.3",
    "What changes something is no GET",
    "http/transport.test.ts",
    "%s answers 405 to any other method and names those it takes"
  ),
  open(
    "3.5.4",
    "Applications have hostnames of their own",
    "the dashboard, hosted pages and the interface share one host"
  ),
  absent("3.5.5", "Messages between windows are judged", "no page takes messages of other windows"),
  absent("3.7.1", "No technologies that browsers gave up", "pages are HTML, CSS and JavaScript"),
  open(
    "3.7.2",
    "Redirects lead to allowed hosts",
    "after a hosted form a page leads to the redirectUrl that its account gave, which is not on a list"
  ),

  covered(
    "4.1.1",
    "Answers have a content type with its charset",
    "http/docs-site.test.ts",
    "shows $title, and gives it as Markdown"
  ),
  absent("4.1.2", "No call is redirected to https", "the service redirects nothing"),
  covered(
    "4.1.3",
    "Headers of a proxy cannot be forged",
    "unit/hosts/http/peer.test.ts",
    "is who is connected where no proxy is trusted"
  ),
  covered(
    "4.2.1",
    "Messages end where they say",
    "attack/raw-http.test.ts",
    "lets no bytes through that can be read in two ways"
  ),
  absent("4.3.1", "GraphQL queries are bounded", "there is no GraphQL"),
  absent("4.3.2", "GraphQL tells nothing of itself", "there is no GraphQL"),
  absent("4.4.1", "WebSocket over TLS", "there are no WebSockets"),
  absent("4.4.2", "WebSocket origins are checked", "there are no WebSockets"),
  absent("4.4.3", "WebSocket tokens", "there are no WebSockets"),
  absent("4.4.4", "WebSocket tokens come of a session", "there are no WebSockets"),

  covered("5.1.1", "Types and sizes of files are documented", "machines/pages.test.ts", "%s is fresh"),
  covered("5.2.1", "Files have a greatest size", "http/kyc-document.test.ts", "takes 10 MiB, and not a byte more"),
  covered("5.2.2", "Files are what they say", "http/kyc-document.test.ts", "is refused with %s"),
  absent("5.2.3", "Archives are bounded", "no archive is taken, and nothing is unpacked"),
  covered(
    "5.3.1",
    "Files are never run",
    "http/kyc-document.test.ts",
    "leaves nothing readable beside the database, in it, or of what lost"
  ),
  covered(
    "5.3.2",
    "Names of files are our own",
    "unit/adapters/document-store.test.ts",
    "are never put where an id could lead outside"
  ),
  absent("5.4.1", "Names of downloads are judged", "no file that people sent is served"),
  covered(
    "5.4.2",
    "Names of downloads are safe",
    "http/receipt.test.ts",
    "is a PDF with the fields of the payment, its CPF masked"
  ),
  open("5.4.3", "Files are scanned for malware", "they are sealed and handed to the identity provider unscanned")
]
