import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../../contract/accounts.ts'
import { urlOf } from '../../contract/route.ts'
import { getInstance, getUser } from '../api/calls.ts'
import { keyOf } from '../api/query-client.ts'
import type { Arguments, Call, CallInput, ReplyOf } from '../api/types.ts'
import { match } from './match.ts'
import type { Found, Place, View } from './page.ts'
import { entries, notFound } from './routes.tsx'

/** Reads what is in the cache, on the server and in the browser alike. */
export function foundIn(client: QueryClient): Found {
  // What lies under a call's key is that call's reply: only the hooks and the baked answers write there.
  return <R extends Call>(route: R, ...[input]: Arguments<CallInput<R>>) =>
    client.getQueryData<ReplyOf<R>>(keyOf(urlOf(route, input)))
}

export type Chosen = { view: View; place: Place; path: string }

/** The page for an address as this viewer is to see it. */
export function choose(client: QueryClient, url: string): Chosen {
  const matched = match(entries, url)
  const nowhere = { view: notFound, place: { path: url, params: {}, query: new URLSearchParams() }, path: '' }
  if (!matched) return nowhere
  const { entry, place } = matched
  const viewer = client.getQueryData<User | null>(keyOf(urlOf(getUser))) ?? null
  const view = typeof entry.view === 'function' ? entry.view(viewer) : entry.view
  const instance = foundIn(client)(getInstance)
  if (view.local && !instance?.mailbox) return nowhere
  if (view.sandbox && instance?.provider !== 'sandbox') return nowhere
  return { view, place, path: entry.path }
}

/** Whether an address needs to know who is looking before its page can be chosen. */
export function needsViewer(url: string): boolean {
  const view = match(entries, url)?.entry.view ?? notFound
  return typeof view === 'function' || view.frame === 'full'
}
