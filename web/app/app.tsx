import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Route, Router, useLocation, useSearch } from 'wouter'
import type { User } from '../../contract/accounts.ts'
import { getInstance } from '../api/calls.ts'
import { answerFreshSignIn, isFreshSignInAsked, watchFreshSignIn } from '../api/fresh-sign-in.ts'
import { useRead, useViewer } from '../api/hooks.ts'
import { noteCreator } from '../ui/known-creator.ts'
import { PageSpinner } from '../ui/spinner.tsx'
import { choose, foundIn, needsViewer } from './found.ts'
import { Layout } from './layout.tsx'
import { pageOf } from './loaded-pages.ts'

type AppProps = {
  client: QueryClient
  /** On the server: where we are. */
  path?: string
  search?: string
  /** Only the frame; the page itself is rendered in the browser. */
  shell?: boolean
}

export function App({ client, path, search, shell = false }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <Router ssrPath={path} ssrSearch={search}>
        <Site shell={shell} />
      </Router>
    </QueryClientProvider>
  )
}

function Site({ shell }: { shell: boolean }) {
  const client = useQueryClient()
  const [path] = useLocation()
  const search = useSearch()
  useRead(getInstance)
  const asked = needsViewer(path)
  const viewer = useViewer({ enabled: asked })
  useKnownCreator(viewer.data)
  const chosen = choose(client, search ? `${path}?${search}` : path)
  const { view, place } = chosen
  const { title } = view.head(place, foundIn(client))
  useArrival(view.arrivesAt ?? path, title)

  const Page = pageOf(view)
  const waits = shell || (asked && viewer.isPending)
  const page: ReactNode = waits ? (
    <PageSpinner />
  ) : (
    <Suspense fallback={<PageSpinner />}>
      <Route path={chosen.path || path}>
        <Page />
      </Route>
    </Suspense>
  )
  const leaves = typeof window !== 'undefined' && view.script !== 'react' && !waits
  return (
    <Layout view={view} viewer={viewer.data ?? null} branded={view.brand?.(place, foundIn(client))}>
      {leaves ? <Leave /> : page}
      <SignInInPlace />
    </Layout>
  )
}

const FreshSignIn = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('../features/accounts/fresh-sign-in.tsx').then(
      ({ FreshSignIn: component }) => ({ default: component }),
      () => ({ default: NobodyAsks }),
    ),
)

/** In place of a question whose code did not come: the call is refused, and its own sentence says what to do. */
function NobodyAsks() {
  // Speaks to the call that waits.
  useEffect(() => answerFreshSignIn(false), [])
  return null
}

/** Fetched when a call asks for it, which most never do. */
function SignInInPlace() {
  const isAsked = useSyncExternalStore(watchFreshSignIn, isFreshSignInAsked, () => false)
  if (!isAsked) return null
  return (
    <Suspense fallback={null}>
      <FreshSignIn />
    </Suspense>
  )
}

/** A page that is not run by React is loaded as a document of its own. */
function Leave() {
  // Speaks to the browser: the address has changed already, the document has not.
  useEffect(() => location.reload(), [])
  return <PageSpinner />
}

/** Remembers on this device that somebody sells here, for the tip pages, which do not know who is looking. */
function useKnownCreator(viewer: User | null | undefined): void {
  const isSignedIn = viewer === undefined ? undefined : viewer !== null

  // Speaks to the browser's storage.
  useEffect(() => {
    if (isSignedIn !== undefined) noteCreator(isSignedIn)
  }, [isSignedIn])
}

/** After a change of page: its title, its top, and the focus on its content, as a full load would do. */
function useArrival(path: string, title: string): void {
  const last = useRef(path)

  // Speaks to the document outside our root.
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}
