// What is printed of an address: never a password, wherever it stands.
import { expect, it } from "vitest"
import { withoutPassword } from "../../../../hosts/audit/shown-address.ts"

it.each([
  ["postgres://u:geheim@db/x", "postgres://u@db/x"],
  ["postgres://u:ge@heim@db:5433/x", "postgres://u@db:5433/x"],
  ["postgresql://db/x?user=u&password=geheim", "postgresql://db/x?user=u"],
  ["POSTGRES://u:geheim@db/x?sslpassword=geheim", "postgres://u@db/x"],
  ["postgres://u:geheim@[db/x", "a PostgreSQL database"],
  ["postgres://u@db/x", "postgres://u@db/x"],
  ["sqlite:./data/geheim.db", "sqlite:./data/geheim.db"]
])("%s is shown as %s", (url, shown) => expect(withoutPassword(url)).toBe(shown))
