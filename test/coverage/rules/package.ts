// What is shipped and how it is run.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "package-exports", text: "each export leads to JavaScript and declarations", source: "0150" },
  { id: "package-lean", text: "neither scripts nor development in the package", source: "0150" },
  { id: "package-optional", text: "what one adapter needs is installed where it is used", source: "0151" },
  { id: "package-asked-for", text: "a package that is missing is requested by name", source: "0151" },
  {
    id: "install-lock",
    text: "npm ci installs from the lock file on Linux and macOS, each package with its hash",
    source: "0211"
  },
  { id: "package-node", text: "on an older Node.js the error names the version that is needed", source: "0150" },
  { id: "start-fresh", text: "npm start never runs a bundle that is older than its sources", source: "0162" },
  {
    id: "start-signals",
    text: "SIGTERM, SIGINT and Ctrl-C reach the service: it answers what is in flight and leaves no process",
    source: "0162"
  },
  { id: "start-flags", text: "every way to start has the same flags of V8", source: "0162" },
  { id: "release-version", text: "a release goes up", source: "0152" },
  { id: "release-changelog", text: "a release has its changelog", source: "0152" },
  {
    id: "package-manifest",
    text: "the published manifest has description, keywords, homepage, bugs and repository",
    source: "0150"
  },
  {
    id: "release-check",
    text: "tag, version, changelog and repository agree, and the deep check was green on this commit",
    source: "0152"
  },
  {
    id: "release-sbom",
    text: "the package lists what it is made of: version, licence and hash of each, licences that we may ship",
    source: "0211"
  },
  { id: "deep-check", text: "a part of the deep check that was green on a commit is not run again", source: "0152" },
  { id: "deploy-image", text: "the image: pinned, slim, not root, watched", source: "0152" },
  { id: "release-images", text: "a release names each image by digest", source: "0211" },
  { id: "deploy-compose", text: "the composition: Postgres, host, worker", source: "0152" },
  { id: "deploy-environment", text: "variables of the composition are understood", source: "0152" },
  { id: "deploy-systemd", text: "the unit of systemd: hardened", source: "0152" },
  { id: "deploy-prometheus", text: "the scrape and the alerts", source: "0152" }
]
