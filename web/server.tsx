import { renderToString } from 'react-dom/server'
import { getUser } from '../contract/accounts.ts'
import { urlOf } from '../contract/route.ts'
import { getInstance } from '../contract/system.ts'
import { type Answer, newQueryClient } from './api/query-client.ts'
import { App } from './app/app.tsx'
import { documentOf } from './app/document.ts'
import { filesOf, type Manifest } from './app/files.ts'
import { choose, foundIn, needsViewer } from './app/found.ts'
import { loadPage } from './app/loaded-pages.ts'
import { match } from './app/match.ts'
import { entries, notFound } from './app/routes.tsx'

type Ask = (path: string) => Promise<{ status: number; body: unknown }>
type Page = { status: number; html: string }
type SharedAddress = { address: string; viewers: 'everybody' | 'anonymous' }
type Renderer = {
  render(url: string, ask: Ask, page: { nonce: string }): Promise<Page>
  sharedAddress(url: string): SharedAddress | undefined
}

/** Renders pages from the API's own answers. `manifest` is the client build's; none while Vite serves the sources. */
export function createRenderer(manifest?: Manifest): Renderer {
  return { render: (url, ask, { nonce }) => render(url, ask, nonce, manifest), sharedAddress }
}

async function render(url: string, ask: Ask, nonce: string, manifest?: Manifest): Promise<Page> {
  const common = [urlOf(getInstance), ...(needsViewer(url) ? [urlOf(getUser)] : [])]
  const known = await answersTo(ask, common)
  const { view, place } = choose(newQueryClient(known), url)
  const read = view.ssr ? await answersTo(ask, view.reads?.(place) ?? []) : []
  const around = await answersTo(ask, view.frameReads?.(place) ?? [])

  const answers = [...known, ...read, ...around]
  const client = newQueryClient(answers)
  await loadPage(view)
  const [path, search] = url.split(/\?(.*)/s)
  const body = renderToString(<App client={client} path={path} search={search} shell={!view.ssr} />)
  const html = documentOf({
    head: view.head(place, foundIn(client)),
    url,
    publicUrl: foundIn(client)(getInstance)?.publicUrl ?? '',
    body,
    answers: view.script === 'react' ? answers : undefined,
    files: filesOf(view, manifest),
    nonce,
  })
  client.clear()
  return { status: view === notFound ? 404 : statusOf(read[0]), html }
}

/** Query names that no page reads do not count; a page that is not there has one address for all. */
function sharedAddress(url: string): SharedAddress | undefined {
  const matched = match(entries, url)
  if (!matched) return { address: '/404', viewers: 'anonymous' }
  const { entry, place } = matched
  const view = typeof entry.view === 'function' ? entry.view(null) : entry.view
  if (!view.shared || [...place.query.keys()].some((name) => view.isQueryName?.(name))) return undefined
  return { address: place.path, viewers: view.shared }
}

function answersTo(ask: Ask, urls: Array<string>): Promise<Array<Answer>> {
  return Promise.all(urls.map(async (url) => ({ url, ...(await ask(url)) })))
}

/** A page is as its main read was; an address that cannot be an id is simply not there. */
function statusOf(main: Answer | undefined): number {
  if (!main) return 200
  return main.status === 400 ? 404 : main.status
}
