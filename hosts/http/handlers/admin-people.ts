// What is kept about a person: exported, and erased.
import { erasePerson } from "../../../core/person/erase-person.ts"
import { exportPerson } from "../../../core/person/export-person.ts"
import * as api from "../api/admin-people.ts"
import { managed } from "../management/route.ts"

export const adminPeopleRoutes = [
  managed(api.exportPerson, ({ operator }, { payload }) => exportPerson(operator, payload)),
  managed(api.erasePerson, ({ operator }, { payload }) => erasePerson(operator, payload))
]
