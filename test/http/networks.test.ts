// The file of networks: the one that the guide shows opens, each mistake is one line with its place and no value, and a network that is
// not the one that is meant ends the start.
import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { networkFacts } from "../../adapters/evm/index.ts"
import { FloatMarks } from "../../core/ports/float-marks.ts"
import { TreasuryLimits } from "../../core/ports/treasury-limits.ts"
import { configuredNetworks } from "../../hosts/http/environments/networks/index.ts"
import { scratch } from "../support/host.ts"
import { root } from "../tidy/sources.ts"

const directory = scratch()
let made = 0
const fileOf = (text: string, mode = 0o600): string => {
  const path = join(directory, `networks-${++made}`)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const key = (digit: string): string => digit.repeat(64)

type Json = { [name: string]: Json } | ReadonlyArray<Json> | string | number

const shown = (): {
  readonly signers: Record<string, Json>
  readonly networks: Record<string, Record<string, Json>>
} => {
  const guide = readFileSync(join(root, "hosts/docs/networks.md"), "utf8")
  const found = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? "")
  // A module of hardware is not there.
  return { ...found, signers: { ...found.signers, treasury: { kind: "local", key: "{TREASURY_KEY}" } } }
}

const variables = {
  PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
  RELAYER_KEY: key("1"),
  TREASURY_KEY_FILE: fileOf(key("2")),
  FIRST_NODE_KEY: "canary-first",
  SECOND_NODE_KEY: "canary-second"
}

const read = (text: string, given: Readonly<Record<string, string | undefined>> = {}) =>
  Effect.runPromise(Effect.result(configuredNetworks({
    ...variables,
    PONTEPAY_PRODUCTION_NETWORKS: fileOf(text),
    ...given
  })))

const linesOf = async (
  text: string,
  given: Readonly<Record<string, string | undefined>> = {}
): Promise<ReadonlyArray<string>> => {
  const result = await read(text, given)
  return Result.isSuccess(result)
    ? []
    : result.failure.map(({ message, variable }) => `${variable}: ${message.replace(/^\S*networks-\d+/, "FILE")}`)
}

const changed = (change: (polygon: Record<string, Json>) => void): string => {
  const file = shown()
  change(file.networks["polygon"] ?? {})
  return JSON.stringify(file)
}

const usdc = (shown().networks["polygon"] as { readonly tokens: readonly [{ readonly address: string }] }).tokens[0]
const lower = usdc.address.toLowerCase()
const second = "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174"
const lbtc = "6f0279e9ed041c3d710a9f57d0c02928416460c4b722ae3457a11eec381c526d"

/** A file with one network on one node. */
const other = (network: string, parts: Record<string, Json>): string =>
  JSON.stringify({
    signers: shown().signers,
    networks: {
      [network]: {
        nodes: [{ name: "own", url: "http://127.0.0.1:1" }],
        agree: 1,
        signers: { treasury: "treasury" },
        ...parts
      }
    }
  })

describe("the file of networks", () => {
  it("that the guide shows is one", async () => {
    const result = await read(JSON.stringify(shown()))
    if (Result.isFailure(result)) throw new Error(JSON.stringify(result.failure))
    const { production, sandbox } = result.success
    expect(Object.keys(production.adapters).toSorted()).toEqual(["chain", "providers"])
    expect(production.restrictions.floatMarks).not.toEqual(FloatMarks.none)
    expect(production.restrictions.treasuryLimits).not.toBe(TreasuryLimits.none)
    expect(sandbox).toEqual({
      adapters: {},
      restrictions: { treasuryLimits: TreasuryLimits.none, floatMarks: FloatMarks.none },
      away: []
    })
  })

  it("may name every EVM network with nothing but nodes, tokens and signers", async () => {
    const { networks, signers } = shown()
    const all = Object.fromEntries(Object.keys(networkFacts).map((name) => [name, networks["polygon"]]))
    expect(await linesOf(JSON.stringify({ signers, networks: all }))).toEqual([])
  })

  it("may name TRON, Bitcoin and Liquid", async () => {
    const node = { name: "own", url: "http://127.0.0.1:1" }
    const login = { user: "pontepay", password: "{FIRST_NODE_KEY}" }
    const networks = {
      tron: {
        nodes: [{
          ...node,
          perSecond: 10,
          solidityUrl: "https://solid.example/{SECOND_NODE_KEY}",
          jsonRpcUrl: "https://events.example/{SECOND_NODE_KEY}"
        }],
        agree: 1,
        signers: { fees: "relayer", treasury: "treasury" },
        tokens: [{
          asset: "USDT",
          address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
          blockedBy: "isBlackListed(address)",
          feeBy: "basisPointsRate()"
        }],
        feeLimitSun: "20000000"
      },
      bitcoin: {
        nodes: [{ ...node, login, perSecond: 10, wallet: "watch" }],
        agree: 1,
        signers: { treasury: "treasury" },
        finality: { done: 2, above: { units: "10000000", done: 3 }, final: 6 },
        coins: { ours: 1, others: 3, leastChange: "2000" },
        fees: {
          floor: "1000",
          ceiling: "100000",
          fallback: "10000",
          step: "1000",
          withinBlocks: 3,
          raiseAfterMs: 60_000
        },
        since: 1_700_000_000,
        timeoutMs: 5_000,
        floats: { BTC: { low: "0.5" } }
      },
      liquid: {
        nodes: [{ ...node, login }],
        agree: 1,
        signers: { treasury: "treasury" },
        blindingKey: "{TREASURY_KEY}",
        assets: { LBTC: lbtc },
        finality: { done: "2", refused: "2", final: "30" },
        fees: { raiseAfterMs: 60_000 },
        dust: "30",
        timeoutMs: 5_000
      }
    }
    const { signers } = shown()
    const result = await read(JSON.stringify({ signers, networks }))
    if (Result.isFailure(result)) throw new Error(JSON.stringify(result.failure))
    const few = await linesOf(JSON.stringify({ signers, networks: { bitcoin: { ...networks.bitcoin, agree: 2 } } }))
    expect(few).toEqual(["PONTEPAY_PRODUCTION_NETWORKS: FILE: networks.bitcoin 2 of 1 nodes are no quorum"])
  })

  const rows: ReadonlyArray<
    readonly [what: string, text: string, lines: ReadonlyArray<string>, given?: Readonly<Record<string, string>>]
  > = [
    ["is no JSON", "{", ["FILE is no JSON"]],
    ["lacks what it needs", "{}", ["FILE: signers is required", "FILE: networks is required"]],
    [
      "names a network that is none",
      JSON.stringify({ signers: {}, networks: { polygn: {} } }),
      ["FILE: networks.polygn is no setting"]
    ],
    [
      "has a mistake in each of two places",
      changed((polygon) => {
        polygon["agree"] = "two"
        polygon["gas"] = 1
      }),
      ["FILE: networks.polygon.agree Expected number", "FILE: networks.polygon.gas is no setting"]
    ],
    [
      "holds a key instead of its name",
      JSON.stringify({ ...shown(), signers: { ...shown().signers, relayer: { kind: "local", key: key("7") } } }),
      ["FILE: signers.relayer.key Expected the name of a variable in braces, such as {RELAYER_KEY}"]
    ],
    [
      "names a variable that is not set",
      JSON.stringify(shown()),
      ["FILE: networks.polygon.nodes.1.url names {FIRST_NODE_KEY}, and neither FIRST_NODE_KEY nor FIRST_NODE_KEY_FILE is set"],
      { FIRST_NODE_KEY: "" }
    ],
    [
      "names a key that is none",
      JSON.stringify(shown()),
      ["FILE: signers.relayer.key {RELAYER_KEY} is no key: 32 bytes in hex"],
      { RELAYER_KEY: "canary-key" }
    ],
    [
      "names a signer that is not there",
      changed((polygon) => void (polygon["signers"] = { relayer: "other", treasury: "treasury" })),
      ["FILE: networks.polygon.signers.relayer names the signer other, which is none of `signers`"]
    ],
    [
      "has one key for two purposes",
      changed((polygon) => void (polygon["signers"] = { relayer: "relayer", treasury: "relayer" })),
      ["FILE: networks.polygon the relayer and the treasury are one key"]
    ],
    [
      "wants fewer than half of the nodes to agree",
      changed((polygon) => void (polygon["agree"] = 1)),
      ["FILE: networks.polygon 1 of 3 nodes are no quorum"]
    ],
    [
      "has limits and marks that are no amounts",
      changed((polygon) => {
        polygon["limits"] = { USDC: { perDay: "1.12345678" }, XYZ: {} }
        polygon["floats"] = { POL: { low: "1.1234567890123456789" } }
      }),
      ["FILE: networks.polygon.floats.POL.low Expected an amount in quotes, such as \"2500.00\""]
    ],
    [
      "says in what decimals an asset is counted",
      changed((polygon) => void (polygon["tokens"] = [{ ...usdc, decimals: 18 }])),
      ["FILE: networks.polygon.tokens.0.decimals is no setting"]
    ],
    [
      "names an asset twice",
      changed((polygon) => void (polygon["tokens"] = [usdc, { ...usdc, address: second }])),
      ["FILE: networks.polygon tokens: USDC is there twice"]
    ],
    [
      "means one token by two assets, in whatever case",
      changed((polygon) => void (polygon["tokens"] = [usdc, { ...usdc, asset: "USDT", address: lower }])),
      [`FILE: networks.polygon tokens: USDC and USDT are both ${lower}`]
    ],
    [
      "has an address with a wrong checksum",
      changed((polygon) => void (polygon["tokens"] = [{ ...usdc, address: `${usdc.address.slice(0, -1)}a` }])),
      [
        `FILE: networks.polygon tokens: ${usdc.address.slice(0, -1)}a of USDC is no address of polygon: ` +
        "The upper and lower case letters do not match the EIP-55 checksum."
      ]
    ],
    [
      "is Done before there is a block",
      changed((polygon) => void (polygon["done"] = 0)),
      ["FILE: networks.polygon finality: done 0; the first has to be 1 or more, and none less than the one before it"]
    ],
    [
      "has a ceiling of fees below their least",
      changed((polygon) => void (polygon["fees"] = { leastTip: "100", ceiling: "10" })),
      ["FILE: networks.polygon fees: leastTip 100, ceiling 10; the first has to be 0 or more, and none less than the one before it"]
    ],
    [
      "means one asset of Liquid by two",
      other("liquid", { blindingKey: "{TREASURY_KEY}", assets: { LBTC: lbtc, DEPIX: lbtc } }),
      [`FILE: networks.liquid assets: LBTC and DEPIX are both ${lbtc}`]
    ],
    [
      "ends on Liquid before it is Done",
      other("liquid", {
        blindingKey: "{TREASURY_KEY}",
        assets: { LBTC: lbtc },
        finality: { done: "2", refused: "2", final: "0" }
      }),
      ["FILE: networks.liquid finality: done 2, final 0; the first has to be 1 or more, and none less than the one before it"]
    ],
    [
      "ends on Bitcoin before it is Done",
      other("bitcoin", { finality: { done: 6, above: { units: "1", done: 0 }, final: 0 } }),
      ["FILE: networks.bitcoin finality: done 6, above.done 0, final 0; the first has to be 1 or more, and none less than the one before it"]
    ],
    [
      "has an address of TRON with a wrong checksum",
      other("tron", {
        signers: { fees: "relayer", treasury: "treasury" },
        tokens: [{ asset: "USDT", address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u" }]
      }),
      ["FILE: networks.tron tokens: TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u of USDT is no address of tron: The checksum does not match: a character is wrong or missing."]
    ],
    [
      "sweeps to what is no address of the network",
      changed((polygon) => {
        polygon["floats"] = {
          USDC: { high: "1", sweepTo: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" },
          USDT: { high: "1", sweepTo: "0x8617E340B3D01FA5F11F306F4090FD50E238070d" }
        }
      }),
      [
        "FILE: networks.polygon.floats.USDC.sweepTo is no address of polygon: An EVM address begins with 0x.",
        "FILE: networks.polygon.floats.USDT.sweepTo is no address of polygon: The upper and lower case letters do not match the EIP-55 checksum."
      ]
    ],
    [
      "sweeps a coin that pays fees, or has no high mark, or has its marks the wrong way round",
      changed((polygon) => {
        const sweepTo = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
        polygon["floats"] = {
          POL: { high: "1", sweepTo },
          USDC: { low: "1", sweepTo },
          USDT: { low: "2", high: "1" }
        }
      }),
      [
        "FILE: networks.polygon.floats.POL.sweepTo is for tokens of the treasury: what pays fees stays where it is",
        "FILE: networks.polygon.floats.USDC.sweepTo needs a high mark beside it",
        "FILE: networks.polygon.floats.USDT has a low mark above its high one"
      ]
    ]
  ]
  it.each(rows.map((row) => [row[0], row] as const))("that %s is refused, one line a mistake", async (_, row) => {
    const [, text, lines, given = {}] = row
    const said = await linesOf(text, given)
    expect(said.toSorted()).toEqual(lines.map((line) => `PONTEPAY_PRODUCTION_NETWORKS: ${line}`).toSorted())
    expect(said.join(" ")).not.toMatch(/canary|7777/)
  })

  it("needs the database of production beside it", async () => {
    expect(await linesOf(JSON.stringify(shown()), { PONTEPAY_PRODUCTION_DATABASE_URL: "" })).toEqual([
      "PONTEPAY_PRODUCTION_NETWORKS: needs PONTEPAY_PRODUCTION_DATABASE_URL beside it"
    ])
  })

  it("that anyone may read gives no secret", async () => {
    const said = await linesOf(JSON.stringify(shown()), { RELAYER_KEY: "", RELAYER_KEY_FILE: fileOf(key("1"), 0o644) })
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/signers\.relayer\.key RELAYER_KEY_FILE is .*everybody on this machine may read it/)
  })
})
