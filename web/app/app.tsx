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
import { useApiQuery, useCurrentUser } from '../api/query-hooks.ts'
import {
  isReauthenticationPending,
  resolveReauthentication,
  subscribeToReauthentication,
} from '../api/reauthentication.ts'
import { markCreatorDevice } from '../shared/creator-device.ts'
import { PageSpinner } from '../ui/spinner.tsx'
import { Layout } from './layout/layout.tsx'
import { pageComponent } from './page-loader.ts'
import { cacheReader, needsUser, resolvePage } from './resolve-page.ts'

type AppProps = {
  client: QueryClient
  /** On the server: where we are. */
  path?: string
  search?: string
  /** Only the frame; the page itself is rendered in the browser. */
  shellOnly?: boolean
}

export function App({ client, path, search, shellOnly = false }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <Router ssrPath={path} ssrSearch={search}>
        <AppShell shellOnly={shellOnly} />
      </Router>
    </QueryClientProvider>
  )
}

function AppShell({ shellOnly }: { shellOnly: boolean }) {
  const client = useQueryClient()
  const [path] = useLocation()
  const search = useSearch()
  useApiQuery(getInstance)
  const isUserRequired = needsUser(path)
  const currentUser = useCurrentUser({ enabled: isUserRequired })
  useMarkCreatorDevice(currentUser.data)
  const resolved = resolvePage(client, search ? `${path}?${search}` : path)
  const { view, place } = resolved
  const { title } = view.head(place, cacheReader(client))
  useFocusOnNavigation(view.scrollKey ?? path, title)

  const Page = pageComponent(view)
  const isLoading = shellOnly || (isUserRequired && currentUser.isPending)
  const page: ReactNode = isLoading ? (
    <PageSpinner />
  ) : (
    <Suspense fallback={<PageSpinner />}>
      <Route path={resolved.path || path}>
        <Page />
      </Route>
    </Suspense>
  )
  const needsReload = typeof window !== 'undefined' && view.hydrate !== 'react' && !isLoading
  return (
    <Layout
      page={view}
      viewer={currentUser.data ?? null}
      pageBrand={view.brand?.(place, cacheReader(client))}
    >
      {needsReload ? <ReloadDocument /> : page}
      <ReauthenticationPrompt />
    </Layout>
  )
}

const ReauthenticationDialog = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('../features/accounts/reauthentication-dialog.tsx').then(
      ({ ReauthenticationDialog: component }) => ({ default: component }),
      () => ({ default: ReauthenticationUnavailable }),
    ),
)

/** In place of a question whose code did not come: the call is refused, and its own sentence says what to do. */
function ReauthenticationUnavailable() {
  // Speaks to the call that waits.
  useEffect(() => resolveReauthentication(false), [])
  return null
}

/** Fetched when a call asks for it, which most never do. */
function ReauthenticationPrompt() {
  const isAsked = useSyncExternalStore(subscribeToReauthentication, isReauthenticationPending, () => false)
  if (!isAsked) return null
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog />
    </Suspense>
  )
}

/** A page that is not run by React is loaded as a document of its own. */
function ReloadDocument() {
  // Speaks to the browser: the address has changed already, the document has not.
  useEffect(() => location.reload(), [])
  return <PageSpinner />
}

/** Remembers on this device that somebody sells here, for the tip pages, which do not know who is looking. */
function useMarkCreatorDevice(currentUser: User | null | undefined): void {
  const isSignedIn = currentUser === undefined ? undefined : currentUser !== null

  // Speaks to the browser's storage.
  useEffect(() => {
    if (isSignedIn !== undefined) markCreatorDevice(isSignedIn)
  }, [isSignedIn])
}

/** After a change of page: its title, its top, and the focus on its content, as a full load would do. */
function useFocusOnNavigation(path: string, title: string): void {
  const previousPath = useRef(path)

  // Speaks to the document outside our root.
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (previousPath.current === path) return
    previousPath.current = path
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}
