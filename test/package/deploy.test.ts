// The files to deploy with: they parse, they agree with each other and with what the host understands, and what they promise
// of isolation is in them.
import { randomBytes } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { heapFlags } from "../../hosts/http/settings/heap.ts"
import { readConfig } from "../../hosts/http/settings/config.ts"

const root = join(import.meta.dirname, "../..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const manifest = JSON.parse(read("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

it("every way to start has the flags that were measured, and runs the bundle §start-flags", () => {
  const spaced = heapFlags.join(" ")
  const listed = heapFlags.map((flag) => JSON.stringify(flag)).join(", ")
  expect(manifest.scripts["start"]).toMatch(new RegExp(`&& exec node ${spaced} dist/host/start\\.js$`))
  expect(read("hosts/deploy/pontepay.service")).toMatch(
    new RegExp(`^ExecStart=/usr/bin/node ${spaced} /\\S+/pontepay/dist/host/host\\.js$`, "m")
  )
  expect(read("hosts/deploy/Dockerfile")).toMatch(
    new RegExp(`^ENTRYPOINT \\["node", ${listed}, "/\\S+/pontepay/dist/host/host\\.js"\\]$`, "m")
  )
})

describe("the image", () => {
  const lines = read("hosts/deploy/Dockerfile").replaceAll("\\\n", " ").split("\n").filter((line) =>
    line !== "" && !line.startsWith("#")
  )
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")))

  it("runs on the Node that the project is tested with, pinned and slim §deploy-image", () => {
    expect(lines).toContain(`ARG NODE_VERSION=${manifest.devDependencies["node"]}`)
    const bases = lines.filter((line) => line.startsWith("FROM "))
    expect(bases).toHaveLength(3)
    // S19: a tag can be moved. Without a digest, the name of the image ends in @ and the build ends.
    for (const base of bases) {
      expect(base).toMatch(/^FROM node:\$\{NODE_VERSION\}-[a-z]+-slim@\$\{NODE_DIGEST\}(?: AS|$)/)
    }
    expect(lines.filter((line) => line.startsWith("ARG NODE_DIGEST"))).toEqual([
      expect.stringMatching(/^ARG NODE_DIGEST(?:=sha256:[0-9a-f]{64})?$/)
    ])
    // A digest wins over the tag beside it.
    expect(lines).toContain("RUN test \"$(node --version)\" = \"v${NODE_VERSION}\"")
  })

  it("runs as no one special, without compilers and npm, and says how it is §deploy-image", () => {
    expect(last).toContain("USER node")
    expect(last.some((line) => line.startsWith("RUN rm -rf /usr/local/lib/node_modules "))).toBe(true)
    expect(last.some((line) => line.startsWith("HEALTHCHECK ") && line.includes("/health"))).toBe(true)
    expect(last.findIndex((line) => line.startsWith("USER "))).toBeGreaterThan(
      last.findLastIndex((line) => line.startsWith("RUN "))
    )
    expect(last.filter((line) => /^(?:COPY|ADD) /.test(line))).toEqual(["COPY --from=install /app /app"])
  })

  it("installs the versions that the project is tested with, by scripts that are there §deploy-image", () => {
    for (
      const [, name = "", version] of read("hosts/deploy/Dockerfile").matchAll(/\b(pg|pdfkit|viem)@(\d+\.\d+\.\d+)/g)
    ) {
      expect([name, manifest.devDependencies[name]]).toEqual([name, version])
    }
    for (const [, script = ""] of read("hosts/deploy/Dockerfile").matchAll(/npm run ([\w:]+)/g)) {
      expect(Object.keys(manifest.scripts)).toContain(script)
    }
  })

  it("leaves secrets and what was built elsewhere out of its context §deploy-image", () => {
    const ignored = read(".dockerignore").split("\n")
    for (const name of [".git", "node_modules", "data", "**/*.env"]) expect(ignored).toContain(name)
  })
})

interface Service {
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  readonly read_only?: boolean
  readonly cap_drop?: ReadonlyArray<string>
  readonly security_opt?: ReadonlyArray<string>
  readonly ports?: ReadonlyArray<string>
  readonly networks: ReadonlyArray<string>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: unknown
  readonly mem_limit?: string
  readonly pids_limit?: number
  readonly volumes?: ReadonlyArray<string>
}

describe("the composition", () => {
  const { networks, services } = parse(read("hosts/deploy/compose.yaml"), { merge: true }) as {
    readonly services: Readonly<Record<"postgres" | "http" | "worker", Service>>
    readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  }

  it("is a database, a host and a worker, each begun when the one before is well §deploy-compose", () => {
    expect(Object.keys(services)).toEqual(["postgres", "http", "worker"])
    expect(services.postgres.healthcheck).toBeDefined()
    expect(services.http.depends_on).toEqual({ postgres: { condition: "service_healthy" } })
    expect(services.worker.depends_on).toEqual({ http: { condition: "service_healthy" } })
    expect([services.http, services.worker].map(({ environment }) => environment["PONTEPAY_ROLE"])).toEqual([
      "http",
      "worker"
    ])
  })

  it("gives the service nothing that it does not need §deploy-compose", () => {
    for (const service of [services.http, services.worker]) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"]
      })
    }
    // S19
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] })
      expect([service.mem_limit, service.pids_limit]).toEqual(["1g", 256])
    }
    expect(Object.keys(services.postgres.environment)).toEqual(["POSTGRES_PASSWORD"])
    expect(services.postgres.volumes).toContain(
      "./postgres-role.sh:/docker-entrypoint-initdb.d/postgres-role.sh:ro"
    )
    // A script that cannot be executed is read into the shell of the image instead.
    expect(statSync(join(root, "hosts/deploy/postgres-role.sh")).mode & 0o111).toBe(0o111)
    expect(services.postgres.ports).toBeUndefined()
    expect(services.postgres.networks).toEqual(["inside"])
    expect(networks["inside"]).toEqual({ internal: true })
    for (const port of services.http.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
  })

  it("says only what the host understands, with every secret from the file §deploy-environment", () => {
    const example = Object.fromEntries(
      [...read("hosts/deploy/pontepay.env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map((
        [, name, value]
      ) => [name, value])
    )
    const secrets = ["POSTGRES_PASSWORD", "PONTEPAY_SECRETS_KEY", "PONTEPAY_OPERATOR_TOKEN", "PONTEPAY_METRICS_TOKEN"]
    for (const name of secrets) expect([name, example[name]]).toEqual([name, ""])
    const filled = {
      ...example,
      // As the image listens, and as openssl makes them.
      HOST: "0.0.0.0",
      PONTEPAY_SECRETS_KEY: randomBytes(32).toString("base64"),
      PONTEPAY_OPERATOR_TOKEN: randomBytes(32).toString("hex"),
      ...Object.fromEntries(
        Object.entries(services.http.environment).map((
          [name, value]
        ) => [name, value.replace(/\$\{[^}]*\}/, "password")])
      )
    }
    expect(readConfig(filled)).toMatchObject({ role: "http", sandboxDatabase: { kind: "postgres" } })
    expect(readConfig({ ...filled, PONTEPAY_ROLE: "worker" })).toMatchObject({ role: "worker" })
  })
})

describe("the unit of systemd", () => {
  const unit = read("hosts/deploy/pontepay.service")
  const settings = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]))

  it("starts the packed host as a user of its own, in a system that it cannot write to §deploy-systemd", () => {
    expect(settings.get("ExecStart")).toMatch(/node_modules\/pontepay\/dist\/host\/host\.js$/)
    for (
      const [name, value] of [
        ["DynamicUser", "yes"],
        ["ProtectSystem", "strict"],
        ["ProtectHome", "yes"],
        ["NoNewPrivileges", "yes"],
        ["PrivateDevices", "yes"],
        ["CapabilityBoundingSet", ""],
        ["StateDirectory", "pontepay"]
      ]
    ) expect([name, settings.get(String(name))]).toEqual([name, value])
  })

  it("waits for a database that is not up yet, for minutes and not for ever §deploy-systemd", () => {
    expect(settings.get("Restart")).toBe("on-failure")
    // The database's absence ends the host with 2, as a wrong variable does.
    expect(settings.has("RestartPreventExitStatus")).toBe(false)
    const [every, starts, within] = ["RestartSec", "StartLimitBurst", "StartLimitIntervalSec"].map((name) =>
      Number(settings.get(name))
    ) as [number, number, number]
    expect(every * starts).toBeGreaterThanOrEqual(120)
    // Otherwise the limit would never be met.
    expect(every * starts).toBeLessThan(within)
  })
})

describe("the scrape", () => {
  it("reads the page of metrics of both processes, and the rules beside it §deploy-prometheus", () => {
    const scrape = parse(read("hosts/deploy/prometheus.yml")) as {
      readonly rule_files: ReadonlyArray<string>
      readonly scrape_configs: ReadonlyArray<unknown>
    }
    expect(scrape.rule_files).toEqual(["alerts.yml"])
    expect(scrape.scrape_configs).toEqual([{
      job_name: "pontepay",
      metrics_path: "/metrics",
      authorization: { credentials_file: "/etc/prometheus/pontepay-metrics-token" },
      static_configs: [{ targets: ["http:3000", "worker:3000"] }]
    }])
    const { groups } = parse(read("hosts/deploy/alerts.yml")) as {
      readonly groups: ReadonlyArray<{
        readonly rules: ReadonlyArray<
          { readonly alert: string; readonly expr: string; readonly labels: { readonly severity: string } }
        >
      }>
    }
    const rules = groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(9)
    for (const { alert, expr, labels } of rules) {
      expect([alert, expr === "", ["page", "ticket"].includes(labels.severity)]).toEqual([alert, false, true])
    }
  })
})
