// The entry of the package for the shapes of signers, and keys in memory. Modules and clouds are entries of their own, for each needs a
// package that others do not.
export { localEdSigner, localSecpSigner } from "./local.ts"
export type { EdSigner, KeyStore, SecpSignature, SecpSigner, SignerProblem, SigningPurpose } from "./signer.ts"
export { SignerAway, SignerRefused } from "./signer.ts"
