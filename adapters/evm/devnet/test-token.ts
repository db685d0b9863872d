// The two test tokens of development networks. Their addresses follow from their code by CREATE2, so nobody has to be told
// them; `TestToken.json` is what the compiler named in it makes of `TestToken.sol`.
import { type Address, type Hex, concatHex, encodeAbiParameters, getContractAddress, zeroHash } from "viem"
import artifact from "./TestToken.json" with { type: "json" }

/** The deployer of CREATE2 contracts that has the same address on every network: salt, then creation code. */
export const deployer: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C"

export type TestToken = "BRLH" | "USDH"

const decimals: { readonly [T in TestToken]: number } = { BRLH: 18, USDH: 6 }

/** The creation code of a token. */
export const creationCode = (token: TestToken): Hex =>
  concatHex([
    artifact.bytecode as Hex,
    encodeAbiParameters([{ type: "string" }, { type: "uint8" }], [token, decimals[token]])
  ])

/** Where a token is on every network that has it. */
export const addressOf = (token: TestToken): Address =>
  getContractAddress({ opcode: "CREATE2", from: deployer, salt: zeroHash, bytecode: creationCode(token) })
