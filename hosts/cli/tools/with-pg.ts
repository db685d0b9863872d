// Packages that are installed by those alone who need them.
import { Effect } from "effect"
import { optionalPackage } from "../../http/environments/optional-package.ts"

/** Loads what needs the package of Postgres; rejects with what to install where it is missing. */
export const withPg = <A>(load: () => Promise<A>): Promise<A> => Effect.runPromise(optionalPackage("pg", load))
