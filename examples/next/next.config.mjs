// The service is loaded as it is, not bundled: it reads files of its own package.
export default {
  serverExternalPackages: ["pontepay"]
}
