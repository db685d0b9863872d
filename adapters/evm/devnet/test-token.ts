// The two test tokens of development networks. Their addresses follow from their code by CREATE2, so no one has to configure them
// them; `TestToken.json` is what the compiler named in it makes of `TestToken.sol`.
import { decimalsOf } from "../../../core/base/money/assets.ts"
import { type Address, type Hex, concatHex, encodeAbiParameters, getContractAddress, zeroHash } from "viem"
import artifact from "./TestToken.json" with { type: "json" }

/** The deployer of CREATE2 contracts that has the same address on every network: salt, then creation code. */
export const deployer: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C"

export type TestToken = "BRLH" | "USDH"

/** keccak-256 of each token's code on a network. */
const codeHashes: { readonly [T in TestToken]: Hex } = {
  BRLH: "0x5b34fdbd7f442de92cf09e61d9a73866d96313b1c1a95d770bad374777d8fcf9",
  USDH: "0x7b286105a8aee1946d0e2a39eba58ed8309b36a9cf482ae42832333c0ddf0a23"
}

export const codeHashOf = (token: TestToken): Hex => codeHashes[token]

/** The creation code of a token. */
export const creationCode = (token: TestToken): Hex =>
  concatHex([
    artifact.bytecode as Hex,
    encodeAbiParameters([{ type: "string" }, { type: "uint8" }], [token, decimalsOf(token)])
  ])

/** Where a token is on every network that has it. */
export const addressOf = (token: TestToken): Address =>
  getContractAddress({ opcode: "CREATE2", from: deployer, salt: zeroHash, bytecode: creationCode(token) })
