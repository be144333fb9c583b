import './ui/app.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient, type DehydratedResponse } from './api/query-client.ts'
import { App } from './app/app.tsx'
import { loadPage } from './app/page-loader.ts'
import { resolvePage } from './app/resolve-page.ts'

/** What the server read for this page, as it wrote it into it. */
function readDehydratedResponses(): Array<DehydratedResponse> {
  return JSON.parse(document.getElementById('answers')?.textContent ?? '[]')
}

async function hydrateApp(root: HTMLElement): Promise<void> {
  const client = createQueryClient(readDehydratedResponses())
  const { view } = resolvePage(client, location.pathname + location.search)
  // Where its code does not come, the page says so itself.
  await loadPage(view).catch(() => undefined)
  const app = <App client={client} />
  if (view.ssr) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

// Styles that libraries add while they run must carry the page's nonce to be let in.
const { nonce } = document.querySelector('script[nonce]') as HTMLScriptElement
Object.assign(window, { __webpack_nonce__: nonce })

const root = document.getElementById('app')
if (root) void hydrateApp(root)
