// The navigation at the side. The entry of the page that is shown says so, also to screen readers.
import { useAction } from "../api/use-action.ts"
import { useAnswer } from "../api/use-answer.ts"
import { useWords } from "../i18n/language.tsx"
import { useAnnounce } from "../parts/announce.tsx"
import { Button } from "../parts/button.tsx"
import { Icon, Mark } from "../parts/icon.tsx"
import { listOfId } from "./id-place.ts"
import { type Entry, groupsOf } from "./pages.ts"
import { type Place, linkTo } from "./router.ts"
import { Preferences } from "./preferences.tsx"
import { ownAccountOf, useSignedIn } from "./session.tsx"

// A record belongs to the list that it is found in, an endpoint to its account.
const listed = ({ path }: Place, own: string | undefined): ReadonlyArray<string> => {
  const [page, id] = path
  if (page === "records") return [listOfId(id ?? "") ?? page]
  if (page === "webhooks") return own === undefined ? ["accounts"] : ["accounts", own, "webhooks"]
  return path
}

// An account's own pages stand under it, so the longest path that fits is the current one.
const fits = (entry: Entry, path: ReadonlyArray<string>): boolean =>
  entry.path.length === 0 ? path.length === 0 : entry.path.every((part, index) => path[index] === part)

export const Navigation = ({ isOpen, onChosen, place }: {
  readonly place: Place
  readonly isOpen: boolean
  readonly onChosen: () => void
}) => {
  const { nav } = useWords()
  const { session } = useSignedIn()
  const groups = groupsOf(session)
  const at = listed(place, ownAccountOf(session))
  const current = groups.flatMap(({ entries }) => entries).filter((entry) => fits(entry, at))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
  return (
    <div class="side" id="navigation" data-open={isOpen}>
      <a class="brand" href={linkTo([])} onClick={onChosen}>
        <Mark />Pontepay
      </a>
      <Who onChosen={onChosen} />
      <nav aria-label={nav.label}>
        {groups.map(({ entries, name }) => (
          <div class="nav-group" key={name ?? ""}>
            {name === undefined ? null : <div class="nav-title">{nav[name]}</div>}
            <ul>
              {entries.map((entry) => (
                <li key={entry.name}>
                  <a
                    class="nav-link"
                    href={linkTo(entry.path)}
                    aria-current={entry === current ? "page" : undefined}
                    onClick={onChosen}
                  >
                    <Icon name={entry.icon} />
                    {nav[entry.name]}
                    {entry.name === "reviews" && session.may.includes("readQueue") ? <OpenReviews /> : null}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div class="side-foot">
        <Preferences />
        <SignOut />
      </div>
    </div>
  )
}

/** How many reviews are open, where any is. */
const OpenReviews = () => {
  const { work: { reviews: words } } = useWords()
  const open = useAnswer("readQueue", {}, ({ kind }) => kind === "review").answer?.reviews.open ?? 0
  return open === 0 ? null : <span class="nav-count" title={`${open} ${words.open}`}>{open}</span>
}

/** Who is signed in, with his role; it leads to his own page where he has a session. */
const Who = ({ onChosen }: { readonly onChosen: () => void }) => {
  const { own, roles, viewer: words } = useWords()
  const { session: { viewer } } = useSignedIn()
  if (viewer.who === "owner") return <div class="who small muted">{viewer.name}</div>
  if (viewer.by === null) return <div class="who small muted">{words.operator}</div>
  const name = `${viewer.by.name} · ${roles[viewer.role]}`
  return viewer.csrf === null
    ? <div class="who small muted">{name}</div>
    : <a class="who small muted break" href={linkTo(["own"])} title={own.title} onClick={onChosen}>{name}</a>
}

const SignOut = () => {
  const { login } = useWords()
  const { signOut } = useSignedIn()
  const announce = useAnnounce()
  const action = useAction()
  return (
    <Button
      kind="quiet"
      small
      disabled={action.isBusy}
      onClick={() => void action.run(signOut).then((isDone) => isDone ? undefined : announce(login.notSignedOut))}
    >
      {login.signOut}
    </Button>
  )
}
