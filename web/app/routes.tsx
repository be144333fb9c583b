import { urlOf } from '../../contract/route.ts'
import { getRefundRequest, getStats, listContentPage, listRefundRequests, listSales } from '../api/calls.ts'
import { pageQuery, readFilters } from '../features/dashboard/shelf.ts'
import { adminEntries } from './admin-pages.ts'
import { aftercareEntries } from './aftercare-pages.ts'
import { buyerEntries } from './buyer-pages.ts'
import { creatorEntries } from './creator-pages.ts'
import { failedDownloadEntries } from './failed-download-pages.ts'
import { type Entry, titled, type View } from './page.ts'
import { salesEntries } from './sales-pages.ts'
import { sandboxEntries } from './sandbox-pages.ts'

const description =
  'Drop a file, set a price, share one link. Fans pay by card with no account and unlock it in seconds.'

const landing: View = {
  load: async () => (await import('../features/landing/landing-page.tsx')).LandingPage,
  head: () => ({ title: 'Tipdrop: Drop a file. Set a price. Share one link.', description }),
  ssr: true,
  script: 'web/features/landing/landing-island.ts',
  frame: 'full',
  shared: 'anonymous',
}

const dashboard: View = {
  load: async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
  head: () => ({ title: titled('Creator Dashboard'), hidden: true }),
  reads: ({ query }) => [
    urlOf(getStats),
    urlOf(listContentPage, { query: pageQuery(readFilters(query)) }),
    urlOf(listRefundRequests),
    urlOf(listSales, { query: { limit: 5 } }),
  ],
  ssr: true,
  script: 'react',
  frame: 'full',
}

const home: Entry['view'] = (viewer) => (viewer ? dashboard : landing)

/** Every page of the site, the first that fits. A page that is not here is not found. */
export const entries: Array<Entry> = [
  { path: '/', view: home },
  { path: '/dashboard', view: home },
  ...creatorEntries,
  {
    path: '/refunds/:id',
    view: {
      load: async () => (await import('../features/refunds/refund-page.tsx')).RefundPage,
      head: () => ({ title: titled('Refund request'), hidden: true }),
      reads: ({ params }) => [urlOf(getRefundRequest, { params })],
      ssr: true,
      script: 'react',
      frame: 'full',
    },
  },
  ...buyerEntries,
  ...aftercareEntries,
  ...failedDownloadEntries,
  ...salesEntries,
  ...sandboxEntries,
  ...adminEntries,
  {
    path: '/pricing',
    view: {
      load: async () => (await import('../features/pricing/pricing-page.tsx')).PricingPage,
      head: () => ({
        title: titled('Pricing'),
        description:
          'Free forever: you keep 80% of every sale. With Pro at $99 a month you keep all of it, cancel anytime.',
      }),
      ssr: true,
      script: 'none',
      frame: 'full',
      shared: 'anonymous',
    },
  },
  {
    path: '/feedback',
    view: {
      load: async () => (await import('../features/feedback/feedback-page.tsx')).FeedbackPage,
      head: () => ({ title: titled('Feedback'), description: 'Tell us what to mend and what to build.' }),
      ssr: true,
      script: 'react',
      frame: 'full',
    },
  },
  {
    path: '/sign-in',
    view: {
      load: async () => (await import('../features/accounts/sign-in-page.tsx')).SignInPage,
      head: () => ({ title: titled('Sign In'), hidden: true }),
      ssr: false,
      script: 'react',
      frame: 'slim',
    },
  },
  {
    path: '/dev/ui',
    view: {
      load: async () => (await import('../features/dev/components-page.tsx')).ComponentsPage,
      head: () => ({ title: titled('Components'), hidden: true }),
      ssr: true,
      script: 'react',
      frame: 'full',
      local: true,
    },
  },
]

export const notFound: View = {
  load: async () => (await import('../features/missing/not-found-page.tsx')).NotFoundPage,
  head: () => ({ title: titled('404 Page Not Found'), hidden: true }),
  ssr: true,
  script: 'none',
  frame: 'full',
}
