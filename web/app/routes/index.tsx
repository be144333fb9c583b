import { listContentPage } from '../../../contract/content-editing.ts'
import { getDashboardStats } from '../../../contract/earnings.ts'
import { getInstance, type Instance } from '../../../contract/instance.ts'
import { getLegalPage, type LegalPageName, legalPageNames } from '../../../contract/legal-pages.ts'
import { getRefundRequest, listRefundRequests } from '../../../contract/refunds.ts'
import { buildUrl } from '../../../contract/route.ts'
import { listSales } from '../../../contract/sales.ts'
import { afterTax, site } from '../../../contract/site.ts'
import { formatDecimalMoney } from '../../../domain/format.ts'
import { withoutZeroDecimals } from '../../../domain/payout.ts'
import type { CacheReader } from '../../api/types.ts'
import { parseFilters, toApiQuery } from '../../features/selling/content/content-filters.ts'
import { feeShares } from '../../shared/fee-shares.ts'
import { adminRoutes } from './admin-routes.ts'
import {
  buyerRoutes,
  failedDownloadRoutes,
  paymentReturnRoutes,
  purchaseSupportRoutes,
} from './buyer-routes.ts'
import { creatorPageRoutes } from './creator-page-routes.ts'
import { creatorRoutes } from './creator-routes.ts'
import { KeysLink } from './header-actions.tsx'
import { type PageDefinition, type PageRoute, page, pageTitle, plainPage } from './page-route.ts'
import { sandboxRoutes } from './sandbox-routes.ts'

const legalRoutes: Array<PageRoute> = legalPageNames.map((page) => ({
  path: `/${page}`,
  view: {
    load: async () => (await import('../../features/site/legal/legal-page.tsx')).legalPages[page],
    head: (_, readCached) => ({
      title: pageTitle(
        readCached(getLegalPage, { params: { page } })?.title ??
          (page === 'imprint' ? site().imprintName : titles[page]),
      ),
    }),
    prefetch: () => [buildUrl(getLegalPage, { params: { page } })],
    ssr: true,
    hydrate: 'none',
    layout: 'slim',
  },
}))

/** While the page cannot be read. */
const titles: Record<Exclude<LegalPageName, 'imprint'>, string> = {
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
}

/** Their paths, which is all that the browser needs. */
export const documentPaths = [
  '/@:handle',
  '/following/:token',
  '/unfollow/:token',
  '/p/:id',
  '/tip/:id',
  '/@:handle/:slug',
  '/checkout/:id',
  '/access/:token',
  '/lost-link',
  '/pdf-reader',
  '/access/:token/receipt',
  '/access/:token/refund',
  '/p/:id/check-email',
  '/free/:token',
  '/stop-updates/:token',
  '/stop-payouts/:token',
  '/sale-emails/:token',
  '/report/:id',
  '/access/:token/file',
  '/files/:orderNumber/:part/:fileName',
  '/files/test/:orderNumber/:part/:fileName',
  '/pricing',
  '/developers',
  '/terms',
  '/privacy',
  '/refunds',
  '/imprint',
]

/** What Pro costs, for the page's description. Nothing while it isn’t sold. */
function proSummary(instance: Instance | undefined): string {
  const { proPrice, currency } = instance ?? {}
  if (!proPrice || !currency) return ''
  const price = withoutZeroDecimals(formatDecimalMoney(proPrice, currency), currency)
  return ` Or go Pro for ${price} a month and keep it all${afterTax()}. Cancel anytime.`
}

const pricing: PageRoute = {
  path: '/pricing',
  view: {
    load: async () => (await import('../../features/site/pricing/pricing-page.tsx')).PricingPage,
    head: (_, readCached) => ({
      title: pageTitle('Pricing'),
      description: `Free forever: keep ${feeShares(readCached(getInstance)?.feeBasisPoints).kept} of every sale${afterTax()}.${proSummary(readCached(getInstance))}`,
    }),
    ssr: true,
    hydrate: 'islands',
    inlineStyles: 'web/ui/landing.css',
    layout: 'full',
  },
}

const developers: PageRoute = {
  path: '/developers',
  view: {
    load: async () => (await import('../../features/site/developers/developers-page.tsx')).DevelopersPage,
    head: () => ({
      title: pageTitle('Developers'),
      description: 'One key, plain JSON, and a call when something happens: every call, event and example.',
    }),
    ssr: true,
    hydrate: 'none',
    script: 'web/features/site/developers/developers-script.ts',
    layout: 'slim',
    headerAction: KeysLink,
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
      developers,
      ...legalRoutes,
    ]
  : documentPaths.map((path) => ({ path, view: otherDocument }))

function soloPage(_: unknown, readCached: CacheReader): string | undefined {
  const handle = readCached(getInstance)?.soloHandle
  return handle ? `/@${handle}` : undefined
}

const landing: PageDefinition = {
  load: async () => (await import('../../features/site/landing/landing-page.tsx')).LandingPage,
  head: () => ({
    title: `${site().name}: Drop a file. Set a price. Share one link.`,
    description:
      'Drop a file, set a price, share one link. Fans pay by card and unlock it in seconds, no account needed.',
  }),
  ssr: true,
  hydrate: 'islands',
  inlineStyles: 'web/ui/landing.css',
  layout: 'full',
  // Whose site it is, once they have a page.
  ...(import.meta.env.SSR && { redirect: soloPage }),
}

const dashboard = page('Creator Dashboard', {
  load: async () => (await import('../pages/dashboard-page.tsx')).DashboardPage,
  prefetch: ({ query }) => [
    buildUrl(getDashboardStats),
    buildUrl(listContentPage, { query: toApiQuery(parseFilters(query)) }),
    buildUrl(listRefundRequests),
    buildUrl(listSales, { query: { limit: 5 } }),
  ],
  ssr: true,
})

const confirmPasskey = page('Confirm it’s you', {
  load: async () => (await import('../../shared/confirm-passkey.tsx')).ConfirmPasskey,
  ssr: true,
})

/** The server refuses these pages' calls to staff who have not confirmed their session yet. */
function signedInPages(pages: Array<PageRoute>): Array<PageRoute> {
  return pages.map(({ path, view }) => ({
    path,
    view: (viewer) => {
      if (viewer?.needsSecondFactor) return confirmPasskey
      return typeof view === 'function' ? view(viewer) : view
    },
  }))
}

const homePage: PageRoute['view'] = (viewer) => (viewer ? dashboard : landing)

const refundDecision = page('Refund request', {
  load: async () =>
    (await import('../../features/earning/refunds/refund-decision-page.tsx')).RefundDecisionPage,
  prefetch: ({ params }) => [buildUrl(getRefundRequest, { params })],
  ssr: true,
})

/** The components, for whoever works on them: not in the product's build. */
const styleGuide: PageRoute = {
  path: '/dev/ui',
  view: page('Components', {
    load: async () => (await import('../../features/site/styleguide/styleguide-page.tsx')).StyleguidePage,
    ssr: true,
  }),
}

/** Every page of the site; the first match wins. Any other path is 404. */
export const routes: Array<PageRoute> = [
  ...signedInPages([
    { path: '/', view: homePage },
    { path: '/dashboard', view: homePage },
    ...creatorRoutes,
    { path: '/refunds/:id', view: refundDecision },
    ...sandboxRoutes,
    ...adminRoutes,
  ]),
  {
    path: '/my-data',
    view: plainPage('Your data', {
      load: async () => (await import('../../features/buying/support/my-data-page.tsx')).MyDataPage,
      hydrate: 'react',
    }),
  },
  ...documentRoutes,
  ...paymentReturnRoutes,
  {
    path: '/feedback',
    view: {
      load: async () => (await import('../../features/site/feedback/feedback-page.tsx')).FeedbackPage,
      head: () => ({
        title: pageTitle('Feedback'),
        description: 'Report a bug or tell us what to build next.',
      }),
      ssr: true,
      hydrate: 'react',
      layout: 'full',
    },
  },
  {
    path: '/sign-in',
    view: page('Sign In', {
      load: async () => (await import('../../features/people/sign-in/sign-in-page.tsx')).SignInPage,
      layout: 'slim',
    }),
  },
  ...(import.meta.env.DEV ? [styleGuide] : []),
]

export const notFoundPage = plainPage('404 Page Not Found', {
  load: async () => (await import('../pages/not-found-page.tsx')).NotFoundPage,
  layout: 'full',
})
