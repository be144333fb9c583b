import { type LegalPageName, legalPageNames } from '../../../contract/legal-page-names.ts'
import { getLegalPage } from '../../../contract/legal-pages.ts'
import { buildUrl } from '../../../contract/route.ts'
import { type PageRoute, pageTitle } from './page-route.ts'

/** The legal pages, each at the address of its name. */
export const legalRoutes: Array<PageRoute> = legalPageNames.map((page) => ({
  path: `/${page}`,
  view: {
    load: async () => (await import('../../features/legal/legal-page.tsx')).legalPages[page],
    head: (_, readCached) => ({
      title: pageTitle(readCached(getLegalPage, { params: { page } })?.title ?? titles[page]),
    }),
    prefetch: () => [buildUrl(getLegalPage, { params: { page } })],
    ssr: true,
    hydrate: 'none',
    layout: 'slim',
  },
}))

/** While the page cannot be read. */
const titles: Record<LegalPageName, string> = {
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
  imprint: 'Imprint',
}
