import { getInstance } from '../../../contract/instance.ts'
import { feeShares } from '../../shared/fee-shares.ts'
import { failedDownloadRoutes } from '../failed-download-pages.ts'
import { purchaseSupportRoutes } from './access-routes.ts'
import { buyerRoutes } from './buyer-routes.ts'
import { creatorPageRoutes } from './creator-page-routes.ts'
import { legalRoutes } from './legal-routes.ts'
import { type PageDefinition, type PageRoute, pageTitle } from './page-route.ts'

/** Their paths, which is all that the browser needs. */
export const documentPaths = [
  '/@:handle',
  '/following/:token',
  '/unfollow/:token',
  '/p/:id',
  '/tip/:id',
  '/checkout/:id',
  '/access/:token',
  '/lost-link',
  '/pdf-reader',
  '/access/:token/receipt',
  '/access/:token/refund',
  '/report/:id',
  '/access/:token/file',
  '/files/:orderNumber/:fileName',
  '/files/test/:orderNumber/:fileName',
  '/pricing',
  '/terms',
  '/privacy',
  '/refunds',
  '/imprint',
]

const pricing: PageRoute = {
  path: '/pricing',
  view: {
    load: async () => (await import('../../features/pricing/pricing-page.tsx')).PricingPage,
    head: (_, readCached) => ({
      title: pageTitle('Pricing'),
      description: `Free forever: keep ${feeShares(readCached(getInstance)?.feeBasisPoints).kept} of every sale. Or go Pro for $99 a month and keep it all. Cancel anytime.`,
    }),
    ssr: true,
    hydrate: 'islands',
    inlineStyles: 'web/ui/landing.css',
    layout: 'full',
  },
}

/** Shown until the new document has loaded. */
const otherDocument: PageDefinition = {
  load: async () => () => null,
  head: () => ({ title: pageTitle('Loading') }),
  ssr: false,
  hydrate: 'none',
  layout: 'full',
}

/**
 * Pages that React hydrates in parts or not at all. A link to one loads a new document, so the browser has only their
 * paths.
 */
export const documentRoutes: Array<PageRoute> = import.meta.env.SSR
  ? [
      ...creatorPageRoutes,
      ...buyerRoutes,
      ...purchaseSupportRoutes,
      ...failedDownloadRoutes(),
      pricing,
      ...legalRoutes,
    ]
  : documentPaths.map((path) => ({ path, view: otherDocument }))
