import { getRefundEligibility } from '../../../contract/access.ts'
import { getReceipt } from '../../../contract/receipts.ts'
import { buildUrl } from '../../../contract/route.ts'
import { type PageRoute, pageTitle } from './page-route.ts'

/** Pages for buyers after a purchase, and to report an item. Their forms work without a script. */
export const purchaseSupportRoutes: Array<PageRoute> = [
  {
    path: '/lost-link',
    view: {
      load: async () => (await import('../../features/access/lost-link-page.tsx')).LostLinkPage,
      head: () => ({
        title: pageTitle('Lost your link?'),
        description: 'Get an email with links to everything you’ve bought here.',
      }),
      ssr: true,
      hydrate: 'islands',
      layout: 'slim',
    },
  },
  {
    path: '/pdf-reader',
    view: {
      load: async () => (await import('../../features/pdf-reader/pdf-reader-page.tsx')).PdfReaderPage,
      head: () => ({ title: pageTitle('PDF'), noIndex: true }),
      ssr: true,
      hydrate: 'none',
      script: 'web/features/pdf-reader/pdf-reader-script.ts',
      layout: 'frame',
    },
  },
  {
    path: '/access/:token/receipt',
    view: {
      load: async () => (await import('../../features/access/receipt-page.tsx')).ReceiptPage,
      head: () => ({ title: pageTitle('Receipt'), noIndex: true }),
      prefetch: ({ params }) => [buildUrl(getReceipt, { params })],
      ssr: true,
      hydrate: 'none',
      layout: 'slim',
    },
  },
  {
    path: '/access/:token/refund',
    view: {
      load: async () => (await import('../../features/refunds/refund-request-page.tsx')).RefundRequestPage,
      head: () => ({ title: pageTitle('Request a refund'), noIndex: true }),
      prefetch: ({ params }) => [buildUrl(getRefundEligibility, { params })],
      ssr: true,
      hydrate: 'none',
      layout: 'slim',
    },
  },
  {
    path: '/report/:id',
    view: {
      load: async () => (await import('../../features/content-reports/report-page.tsx')).ReportPage,
      head: () => ({ title: pageTitle('Report this item'), noIndex: true }),
      prefetch: ({ params }) => [buildUrl({ path: '/api/content/:id/report' }, { params })],
      ssr: true,
      hydrate: 'none',
      layout: 'slim',
    },
  },
]
