// Which files of the compiled folders go into the package as they are: all but sources, what is shipped built, what only the
// repository needs, and settings that somebody filled in, which hold secrets.
import { extname } from "node:path"

const apart = ["hosts/dashboard", "hosts/devnet", "hosts/release"]
const compiledOrOwn = [".ts", ".tsx", ".env"]

/** Beside the compiled folders; the documentation site prints some of them. */
export const rootFiles = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "SECURITY.md"]

/** Whether a file of the examples is one to read, and not what a run left there. */
export const isExample = (path: string): boolean =>
  path.startsWith("examples/") && !/(?:^|\/)(?:node_modules|\.next|data)\/|\.env$/.test(path)

/** Whether the package holds a file of a compiled folder, by its path from the root. */
export const isShipped = (path: string): boolean =>
  !apart.some((folder) => path.startsWith(`${folder}/`)) && !compiledOrOwn.includes(extname(path))
  && !/(?:^|\/)\.env$|tsconfig\.json$/.test(path)
