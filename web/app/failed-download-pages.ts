import type { ComponentType } from 'react'
import { getRefundEligibility } from '../../contract/access.ts'
import { getFile, redirectToFile } from '../../contract/purchases.ts'
import { buildUrl } from '../../contract/route.ts'
import { getTestPurchaseFile } from '../../contract/test-purchases.ts'
import { type PageDefinition, type PageLocation, type PageRoute, pageTitle } from './routes/page-route.ts'

/**
 * Error pages at the URLs of file downloads. The server answers these URLs itself and renders the page only for an
 * error, which the page reads from its prefetched response.
 */
export const failedDownloadRoutes = (): Array<PageRoute> => [
  {
    path: '/access/:token/file',
    view: failedDownload(
      async () => (await import('../features/access/failed-download-page.tsx')).FailedAccessFilePage,
      ({ params }) => [buildUrl(redirectToFile, { params }), buildUrl(getRefundEligibility, { params })],
    ),
  },
  {
    path: '/files/:orderNumber/:fileName',
    view: failedDownload(
      async () => (await import('../features/access/failed-download-page.tsx')).FailedFilePage,
      ({ params }) => [buildUrl(getFile, { params, query: placeholderQuery })],
    ),
  },
  {
    path: '/files/test/:orderNumber/:fileName',
    view: failedDownload(
      async () => (await import('../features/access/failed-download-page.tsx')).FailedTestFilePage,
      ({ params }) => [buildUrl(getTestPurchaseFile, { params, query: placeholderQuery })],
    ),
  },
]

/**
 * Placeholder values for the page's query key. The real signature gives access to the file and must not be in the
 * page.
 */
const placeholderQuery = { as: 'attachment', expires: '', signature: '' }

function failedDownload(
  load: () => Promise<ComponentType>,
  prefetch: (location: PageLocation) => Array<string>,
): PageDefinition {
  return {
    load,
    head: () => ({ title: pageTitle('Download Failed'), noIndex: true }),
    prefetch,
    ssr: true,
    hydrate: 'islands',
    layout: 'slim',
  }
}
