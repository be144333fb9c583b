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
import { Link, Route, Router, useLocation, useSearch } from 'wouter'
import type { User } from '../../contract/accounts.ts'
import { getInstance } from '../../contract/instance.ts'
import { hasAccountChanged, setPageAccount, subscribeToAccountChange } from '../api/client.ts'
import { useApiQuery, useCurrentUser } from '../api/query.ts'
import {
  isReauthenticationPending,
  resolveReauthentication,
  subscribeToReauthentication,
} from '../api/reauthentication.ts'
import { type IslandCollector, IslandCollectorContext } from '../hydration/island.tsx'
import { markCreatorDevice } from '../shared/creator-device.ts'
import { Button } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { NeedsScript } from '../ui/still-loading.tsx'
import { LinkContext } from '../ui/text-link.tsx'
import { Layout } from './layout/layout.tsx'
import { cacheReader, needsUser, pageComponent, parsePattern, resolvePage } from './match-route.ts'
import { PageError } from './pages/page-error.tsx'

type AppProps = {
  client: QueryClient
  /** The path to render; only on the server. */
  path?: string
  search?: string
  /** Renders only the layout; the browser renders the page itself. */
  isShellOnly?: boolean
  /** Collects the islands of a page that React does not hydrate as a whole; only on the server. */
  islands?: IslandCollector | undefined
}

export function App({ client, path, search, isShellOnly = false, islands }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <Router parser={parsePattern} ssrPath={path} ssrSearch={search}>
        <LinkContext value={Link}>
          <IslandCollectorContext value={islands}>
            <AppShell isShellOnly={isShellOnly} isOnServer={path !== undefined} />
          </IslandCollectorContext>
        </LinkContext>
      </Router>
    </QueryClientProvider>
  )
}

function AppShell({ isShellOnly, isOnServer }: { isShellOnly: boolean; isOnServer: boolean }) {
  const client = useQueryClient()
  const [path] = useLocation()
  const search = useSearch()
  useApiQuery(getInstance)
  const isUserRequired = needsUser(path)
  const currentUser = useCurrentUser({ enabled: isUserRequired })
  useMarkCreatorDevice(currentUser.data)
  usePageAccount(currentUser.data?.id)
  const resolved = resolvePage(client, search ? `${path}?${search}` : path)
  const { view, location } = resolved
  const { title } = view.head(location, cacheReader(client))
  useFocusOnNavigation(view.scrollKey ?? path, title)

  const Page = pageComponent(view)
  const isLoading = isShellOnly || (isUserRequired && currentUser.isPending)
  const page: ReactNode = isLoading ? (
    <PageSpinner note={view.waitingNote} />
  ) : (
    <ErrorBoundary resetKey={path} fallback={<PageError />}>
      <Suspense fallback={<PageSpinner note={view.waitingNote} />}>
        <Route path={resolved.path || path}>
          <Page />
        </Route>
        <HydrationSignal />
      </Suspense>
    </ErrorBoundary>
  )
  const shouldReload = !isOnServer && view.hydrate !== 'react' && !isLoading
  return (
    <Layout
      page={view}
      params={location.params}
      viewer={currentUser.data ?? null}
      pageBrand={view.brand?.(location, cacheReader(client))}
      footerLink={view.footerLink?.(location, cacheReader(client))}
    >
      {view.hydrate === 'react' && <NeedsScript note={view.waitingNote} />}
      {shouldReload ? <ReloadDocument /> : page}
      <ReauthenticationPrompt />
      <AccountChangedBar />
    </Layout>
  )
}

/** Beside the page, so that it comes after the page's own hydration. */
function HydrationSignal() {
  // Tells the script in the head that the page's events are handled (hydration-script.ts).
  useEffect(() => {
    document.getElementById('app')?.dispatchEvent(new Event('hydrated', { bubbles: true }))
  }, [])
  return null
}

const ReauthenticationDialog = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('../features/people/sign-in/reauthentication-dialog.tsx').then(
      ({ ReauthenticationDialog: component }) => ({ default: component }),
      () => ({ default: ReauthenticationUnavailable }),
    ),
)

/** Shown when the prompt's code cannot be loaded: the call fails with its own message. */
function ReauthenticationUnavailable() {
  // Ends the waiting call.
  useEffect(() => resolveReauthentication(false), [])
  return null
}

/** Loaded only when a call asks for a sign-in. */
function ReauthenticationPrompt() {
  const isPending = useSyncExternalStore(subscribeToReauthentication, isReauthenticationPending, () => false)
  if (!isPending) return null
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog />
    </Suspense>
  )
}

/** Pages that React does not hydrate are loaded as a new document. */
function ReloadDocument() {
  // Reloads the document, because only the URL has changed so far.
  useEffect(() => location.reload(), [])
  return <PageSpinner />
}

/** Stores on this device that a creator uses it. Tip pages are cached and do not know the viewer. */
function useMarkCreatorDevice(currentUser: User | null | undefined): void {
  const isSignedIn = currentUser === undefined ? undefined : currentUser !== null

  // Writes to the browser's storage.
  useEffect(() => {
    if (isSignedIn !== undefined) markCreatorDevice(isSignedIn)
  }, [isSignedIn])
}

/** Every call of this page says for which account it was made. */
function usePageAccount(id: number | undefined): void {
  // Tells the client of the API, which is outside React, and other tabs.
  useEffect(() => {
    if (id !== undefined) setPageAccount(id)
  }, [id])
}

/** After client-side navigation: sets the title, scrolls to the top and focuses the content, as a full load would. */
function useFocusOnNavigation(path: string, title: string): void {
  const previousPath = useRef(path)

  // Updates the document outside of React's root.
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

/** Shown in a tab whose account is no longer the signed-in one. Its calls are refused, so nothing reaches the other account. */
function AccountChangedBar() {
  const hasChanged = useSyncExternalStore(subscribeToAccountChange, hasAccountChanged, () => false)
  if (!hasChanged) return null
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line-strong border-t bg-surface px-[18px] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-md"
    >
      <p className="min-w-0">
        <strong className="font-semibold">You’re signed in as another account now.</strong> This page still
        shows the earlier one, so it can’t save anything.
      </p>
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </div>
  )
}
