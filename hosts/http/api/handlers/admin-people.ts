// What is kept about a person: exported, and erased.
import { erasePerson } from "../../../../core/operations/person/erase-person.ts"
import { exportPerson } from "../../../../core/operations/person/export-person.ts"
import * as api from "../definition/admin-people.ts"
import { managed } from "../request/management-route.ts"

export const adminPeopleRoutes = [
  managed(api.exportPerson, ({ operator }, { payload }) => exportPerson(operator, payload)),
  managed(api.erasePerson, ({ operator }, { payload }) => erasePerson(operator, payload))
]
