import type { ComponentType } from 'react'
import { buildUrl } from '../../contract/route.ts'
import { getFile, getRefundTerms, getTestFile, openAccessFile } from '../api/calls.ts'
import { type PageDefinition, type PageLocation, type PageRoute, pageTitle } from './routes/page-route.ts'

/**
 * Pages at the addresses of files, for a browser that is refused there. The server answers these addresses itself and
 * renders their page only around a refusal, which is what the page reads first.
 */
export const failedDownloadEntries: Array<PageRoute> = [
  {
    path: '/access/:token/file',
    view: failedDownload(
      async () => (await import('../features/access/failed-download-page.tsx')).FailedAccessFilePage,
      ({ params }) => [buildUrl(openAccessFile, { params }), buildUrl(getRefundTerms, { params })],
    ),
  },
  {
    path: '/files/:purchaseId/:fileName',
    view: failedDownload(
      async () => (await import('../features/access/failed-download-page.tsx')).FailedFilePage,
      ({ params }) => [buildUrl(getFile, { params, query })],
    ),
  },
  {
    path: '/files/test/:purchaseId/:fileName',
    view: failedDownload(
      async () => (await import('../features/access/failed-download-page.tsx')).FailedTestFilePage,
      ({ params }) => [buildUrl(getTestFile, { params, query })],
    ),
  },
]

/** The page names its call by these; the real ones are a key to the file and stay out of the page. */
const query = { as: 'attachment', expires: '', signature: '' }

function failedDownload(
  load: () => Promise<ComponentType>,
  prefetch: (place: PageLocation) => Array<string>,
): PageDefinition {
  return {
    load,
    head: () => ({ title: pageTitle('Download Failed'), noIndex: true }),
    prefetch,
    ssr: true,
    hydrate: 'web/features/purchases/failed-download-island.ts',
    layout: 'slim',
  }
}
