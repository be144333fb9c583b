import './ui/app.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient, type DehydratedResponse } from './api/query.ts'
import { App } from './app/app.tsx'
import { loadPage, resolvePage } from './app/match-route.ts'

/** The responses that the server embedded in the page. */
function readDehydratedResponses(): Array<DehydratedResponse> {
  return JSON.parse(document.getElementById('responses')?.textContent ?? '[]')
}

async function hydrateApp(root: HTMLElement): Promise<void> {
  const client = createQueryClient(readDehydratedResponses())
  const { view } = resolvePage(client, location.pathname + location.search)
  // When its code cannot be loaded, the page shows an error itself.
  await loadPage(view).catch(() => undefined)
  const app = <App client={client} />
  if (view.ssr) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

// Styles that libraries add at run time need the page's nonce.
const { nonce } = document.querySelector('script[nonce]') as HTMLScriptElement
Object.assign(window, { __webpack_nonce__: nonce })

const root = document.getElementById('app')
if (root) void hydrateApp(root)
