import type { ComponentType } from 'react'
import { urlOf } from '../../contract/route.ts'
import { getFile, getRefundTerms, getTestFile, openAccessFile } from '../api/calls.ts'
import { type Entry, type Place, titled, type View } from './page.ts'

/**
 * Pages at the addresses of files, for a browser that is refused there. The server answers these addresses itself and
 * renders their page only around a refusal, which is what the page reads first.
 */
export const failedDownloadEntries: Array<Entry> = [
  {
    path: '/access/:token/file',
    view: failedDownload(
      async () => (await import('../features/purchases/failed-download-page.tsx')).FailedAccessFilePage,
      ({ params }) => [urlOf(openAccessFile, { params }), urlOf(getRefundTerms, { params })],
    ),
  },
  {
    path: '/files/:purchaseId/:fileName',
    view: failedDownload(
      async () => (await import('../features/purchases/failed-download-page.tsx')).FailedFilePage,
      ({ params }) => [urlOf(getFile, { params, query })],
    ),
  },
  {
    path: '/files/test/:purchaseId/:fileName',
    view: failedDownload(
      async () => (await import('../features/purchases/failed-download-page.tsx')).FailedTestFilePage,
      ({ params }) => [urlOf(getTestFile, { params, query })],
    ),
  },
]

/** The page names its call by these; the real ones are a key to the file and stay out of the page. */
const query = { as: 'attachment', expires: '', signature: '' }

function failedDownload(load: () => Promise<ComponentType>, reads: (place: Place) => Array<string>): View {
  return {
    load,
    head: () => ({ title: titled('Download Failed'), hidden: true }),
    reads,
    ssr: true,
    script: 'web/features/purchases/failed-download-island.ts',
    frame: 'slim',
  }
}
