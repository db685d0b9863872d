// The manifest of the package, and what a release asks before it is published.
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs"
import { join, posix, relative } from "node:path"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { neededNode, olderNode } from "../../hosts/http/settings/node-version.ts"
import { packedManifest } from "../../hosts/release/manifest.ts"
import { isExample, isShipped, rootFiles } from "../../hosts/release/shipped.ts"
import { isAfter, isNext, problemsOf, publishing, releasedChangelog } from "../../hosts/release/version.ts"
import { filesUnder, root } from "../tidy/sources.ts"

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string>>
  readonly bin: Readonly<Record<string, string>>
  readonly engines: { readonly node: string }
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>
}

describe("the manifest of the package", () => {
  const packed = packedManifest(manifest) as {
    readonly exports: Readonly<Record<string, unknown>>
    readonly bin: Readonly<Record<string, string>>
    readonly description: string
    readonly keywords: ReadonlyArray<string>
    readonly homepage: string
    readonly repository: unknown
    readonly scripts?: unknown
    readonly devDependencies?: unknown
  }

  it("leads each name to JavaScript with its declarations §package-exports", () => {
    const entries = Object.entries(manifest.exports)
    expect(entries.length).toBeGreaterThan(20)
    for (const [name, source] of entries) {
      expect([source, existsSync(join(root, source))]).toEqual([source, true])
      expect(packed.exports[name]).toEqual(
        source.endsWith(".ts")
          ? { types: source.replace(/\.ts$/, ".d.ts"), default: source.replace(/\.ts$/, ".js") }
          : source
      )
    }
    expect(packed.bin).toEqual({ pontepay: "./dist/host/cli.js" })
    expect(readFileSync(join(root, manifest.bin["pontepay"] ?? ""), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  it("has neither scripts nor what only the repository needs §package-lean", () => {
    expect(packed.scripts).toBeUndefined()
    expect(packed.devDependencies).toBeUndefined()
    expect(JSON.stringify(packed)).not.toMatch(/(?<!\.d)\.ts"/)
  })

  it("says what it is and where it comes from §package-manifest", () => {
    for (const name of ["description", "keywords", "homepage", "bugs", "repository"]) {
      expect([name, Object.hasOwn(packed, name)]).toEqual([name, true])
    }
    expect(packed.keywords).toEqual(expect.arrayContaining(["pix", "lightning", "stablecoin", "payments"]))
    expect(packed.repository).toEqual({ type: "git", url: "git+https://github.com/pontepay/pontepay.git" })
    expect(packed.homepage).toBe("https://github.com/pontepay/pontepay#readme")
    expect(packed.description).toMatch(/PIX, Lightning and stablecoins/)
  })

  it("holds no settings that were filled in, and Git takes none §package-lean", () => {
    for (
      const [path, isIn] of [
        ["hosts/deploy/pontepay.env.example", true],
        ["hosts/deploy/pontepay.env", false],
        ["hosts/deploy/.env", false],
        ["hosts/docs/start.md", true],
        ["hosts/http/main.ts", false],
        ["hosts/release/tsconfig.build.json", false],
        ["core/tsconfig.json", false]
      ] as const
    ) expect([path, isShipped(path)]).toEqual([path, isIn])
    expect(readFileSync(join(root, ".gitignore"), "utf8").split("\n")).toContain("*.env")
  })

  it("holds what its documents lead to", () => {
    const documents = ["README.md", ...readdirSync(join(root, "hosts/docs")).map((name) => `hosts/docs/${name}`)]
    const targets = documents.filter((path) => path.endsWith(".md")).flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(/\]\((?!https?:|\/|#)([^)#\s]+)/g)]
        .map(([, href = ""]) => ({ path, target: posix.join(posix.dirname(path), href) }))
    )
    const examples = filesUnder(join(root, "examples")).map((file) => relative(root, file)).filter(isExample)
    expect(targets.filter(({ target }) => target.startsWith("examples/")).length).toBeGreaterThan(10)
    expect(
      targets.filter(({ target }) =>
        !rootFiles.includes(target) && !isShipped(target) && !/^core\/.*\.ts$/.test(target)
        && !examples.some((file) => file === target || file.startsWith(`${target}/`))
      )
    ).toEqual([])
    const bytes = examples.reduce((sum, path) => sum + statSync(join(root, path)).size, 0)
    expect(bytes).toBeLessThan(200_000)
  })

  it("says which Node.js it needs, in its manifest, its guide and to an older one §package-node", () => {
    expect(manifest.engines.node).toBe(`>=${neededNode}`)
    const spoken = neededNode.replace(/\.0$/, "")
    expect(readFileSync(join(root, "hosts/docs/deployment.md"), "utf8")).toContain(`Node.js ${spoken} or newer`)
    expect(readFileSync(join(root, "README.md"), "utf8")).toContain(`Node.js ${spoken} or newer`)
    for (const version of [neededNode, "v24.7.0", "v24.21.0", "v25.0.0"]) expect(olderNode(version)).toBeUndefined()
    for (const version of ["v20.19.1", "v22.12.0", "v24.6.0"]) {
      expect(olderNode(version)).toBe(`Pontepay needs Node.js ${spoken} or newer; this is ${version}.`)
    }
  })

  // An import of a module that an older Node.js does not have fails before any code of ours runs.
  it.each([
    ["the command", manifest.bin["pontepay"] ?? "", ["node:module", "../http/settings/node-version.ts"]],
    ["embed", manifest.exports["./http"] ?? "", ["./settings/node-version.ts"]],
    ["pontepay/express", manifest.exports["./express"] ?? "", ["./paths.ts"]],
    ["pontepay/fastify", manifest.exports["./fastify"] ?? "", ["./paths.ts"]],
    ["pontepay/hono", manifest.exports["./hono"] ?? "", ["./paths.ts"]],
    ["pontepay/next", manifest.exports["./next"] ?? "", ["./paths.ts"]],
    ["the check", "hosts/http/settings/node-version.ts", []],
    ["what frameworks share", "hosts/frameworks/paths.ts", []]
  ])("loads nothing for %s that an older Node.js lacks §package-node", (_, path, loaded) => {
    const source = readFileSync(join(root, path), "utf8")
    expect([...source.matchAll(/^import (?!type ).*(?<= from )"(.+)"$/gm)].map(([, from]) => from)).toEqual(loaded)
  })

  it("makes no one install what one adapter needs §package-optional", () => {
    const optional = Object.keys(manifest.peerDependencies)
    for (const name of optional) {
      expect([name, manifest.peerDependenciesMeta[name]?.optional, name in manifest.dependencies]).toEqual([
        name,
        true,
        false
      ])
    }
    // Each of them is imported below one folder of its own, which is loaded where it is configured, or only when needed.
    const homes: Readonly<Record<string, RegExp>> = {
      "@aws-sdk/client-kms": /^adapters\/custody\/aws-kms\.ts$/,
      "@breeztech/breez-sdk-spark": /^adapters\/spark\//,
      "@scure/btc-signer": /^adapters\/bitcoin\//,
      "@solana-program/compute-budget": /^adapters\/solana\//,
      "@solana-program/memo": /^adapters\/solana\//,
      "@solana-program/system": /^adapters\/solana\//,
      "@solana-program/token": /^adapters\/solana\//,
      "@solana/kit": /^adapters\/solana\//,
      "@vulpemventures/secp256k1-zkp": /^adapters\/liquid\//,
      "liquidjs-lib": /^adapters\/liquid\//,
      "nostr-tools": /^adapters\/nwc\//,
      pdfkit: /^adapters\/pdf\//,
      pg: /^(?:adapters\/postgres\/|hosts\/audit\/postgres\.ts$)/,
      pkcs11js: /^adapters\/custody\/pkcs11/,
      tronweb: /^adapters\/tron\//,
      viem: /^(?:adapters\/evm\/|hosts\/devnet\/)/
    }
    expect(optional.toSorted()).toEqual(Object.keys(homes).toSorted())
    const sources = filesUnder(root).map((file) => relative(root, file)).filter((path) =>
      /^(?:core|adapters|hosts)\/.*\.tsx?$/.test(path)
    )
    expect(sources.length).toBeGreaterThan(300)
    const strays = sources.flatMap((path) =>
      [
        ...readFileSync(join(root, path), "utf8").matchAll(
          /^(?:import|export) (?!type ).* from "((?:@[^"/]+\/)?[^"./@][^"/]*)/gm
        )
      ]
        .flatMap(([, name = ""]) =>
          name in homes && homes[name]?.test(path) !== true ? [`${path} imports ${name}`] : []
        )
    )
    expect(strays).toEqual([])
  })
})

describe("a release", () => {
  const changelog = "# Changelog\n\n## Unreleased\n\n- Added a thing.\n\n## 0.1.0 (2026-01-01)\n\n- Began.\n"

  it("goes up by the rules of semantic versions §release-version", () => {
    for (
      const [version, before, after] of [
        ["0.2.0", "0.1.9", true],
        ["1.0.0", "0.99.99", true],
        ["0.1.10", "0.1.9", true],
        ["0.1.0", "0.1.0", false],
        ["0.0.9", "0.1.0", false],
        ["1.0", "0.1.0", undefined],
        ["v1.0.0", "0.1.0", undefined],
        ["01.0.0", "0.1.0", undefined]
      ] as const
    ) expect([version, before, isAfter(version, before)]).toEqual([version, before, after])
  })

  it("may be of the manifest's own version, once §release-version", () => {
    const manifest = { version: "0.1.0" }
    for (
      const [version, said, isAllowed] of [
        ["0.1.0", "# Changelog\n\n## Unreleased\n\n- Began.\n", true],
        ["0.1.0", changelog, false],
        ["0.0.9", changelog, false],
        ["0.1.1", changelog, true],
        ["next", changelog, false]
      ] as const
    ) expect([version, said, isNext(version, manifest, said)]).toEqual([version, said, isAllowed])
  })

  it("is committed in the form that the hook takes, with a tag that is pushed §release-version", () => {
    const [, subject = ""] = /git commit -am "([^"]+)"/.exec(publishing("0.2.0")) ?? []
    execFileSync("bash", ["-c", ".githooks/commit-msg <(printf '%s\\n' \"$0\")", subject], { cwd: root, stdio: "pipe" })
    expect(publishing("0.2.0")).toContain("git tag -a v0.2.0 -m v0.2.0 && git push --follow-tags")
  })

  it("dates what was unreleased, and refuses when there is nothing §release-changelog", () => {
    expect(releasedChangelog(changelog, "0.2.0", "2026-02-03")).toContain(
      "## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n- Added a thing."
    )
    expect(releasedChangelog(changelog.replace("- Added a thing.\n", ""), "0.2.0", "2026-02-03")).toBeInstanceOf(Error)
    expect(releasedChangelog("# Changelog\n", "0.2.0", "2026-02-03")).toBeInstanceOf(Error)
  })

  it("is checked against the repository that GitHub publishes it from §release-check", () => {
    const script = join(root, "hosts/release/release.ts")
    const check = (repository: string) =>
      spawnSync(process.execPath, [script, "check", "v0.0.0"], {
        encoding: "utf8",
        env: { ...process.env, GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: repository }
      })
    const wrong = check("somebody/else")
    expect(wrong.status).toBe(1)
    expect(wrong.stderr).toContain("but this is published from https://github.com/somebody/else")
    expect(check("pontepay/pontepay").stderr).not.toContain("published from")
  })

  it("has its tag checked before the long checks, and its commit after them §release-check", () => {
    const steps = [...readFileSync(join(root, ".github/workflows/release.yml"), "utf8").matchAll(/^ {8}run: (.+)$/gm)]
      .map(([, run = ""]) => run)
    // The first check is TypeScript: it needs the Node that an install brings.
    const commands = ["npm ci", "npm run release:tag", ".ci/run", ".ci/deep", "npm run release:check", "npm run pack"]
    const places = commands.map((command) => steps.findIndex((step) => step.startsWith(command)))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  // S19: npm signs who ran what for whoever may have a token of the run, and for a repository that is public.
  it("is published with provenance, by a run that may prove who it is and holds nothing else §release-check", () => {
    const workflow = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8")) as {
      readonly permissions: object
      readonly jobs: {
        readonly publish: { readonly permissions: object; readonly steps: ReadonlyArray<{ readonly run: string }> }
      }
    }
    expect(workflow.permissions).toEqual({})
    expect(workflow.jobs.publish.permissions).toEqual({ contents: "read", "id-token": "write" })
    expect(workflow.jobs.publish.steps.at(-1)?.run).toMatch(
      /^npm publish --provenance --access public dist\/pontepay-/m
    )
    expect(workflow.jobs.publish.steps.every((step) => "run" in step)).toBe(true)
  })

  it("is published when tag, version, changelog and repository agree §release-check", () => {
    const ready = { version: "0.1.0", repository: "https://github.com/somebody/pay" }
    expect(problemsOf("v0.1.0", ready, changelog)).toEqual([])
    expect(problemsOf("v0.2.0", ready, changelog)).toEqual([
      "package.json says 0.1.0, the tag 0.2.0",
      "CHANGELOG.md has nothing under \"## 0.2.0\""
    ])
    expect(problemsOf("latest", ready, changelog)[0]).toBe("latest is no tag of a release (vX.Y.Z)")
    expect(problemsOf("v0.1.0", { version: "0.1.0" }, changelog)).toEqual([
      "package.json has no `repository`, which provenance is checked against"
    ])
    for (
      const repository of [
        ready.repository,
        "git+https://github.com/somebody/pay.git",
        { type: "git", url: "git+https://github.com/somebody/pay.git" }
      ]
    ) {
      const manifest = { ...ready, repository }
      expect(problemsOf("v0.1.0", manifest, changelog, "https://github.com/somebody/pay")).toEqual([])
      expect(problemsOf("v0.1.0", manifest, changelog, "https://github.com/other/pay")).toEqual([
        "package.json names the repository https://github.com/somebody/pay, but this is published from https://github.com/other/pay"
      ])
    }
  })
})
