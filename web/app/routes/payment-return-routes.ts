import { getContent } from '../../../contract/content.ts'
import { buildUrl } from '../../../contract/route.ts'
import { paidNote } from '../../ui/still-loading.tsx'
import { toPageBrand } from './page-brand.ts'
import { type PageLocation, type PageRoute, pageTitle } from './page-route.ts'

/** The item's id on a success page. */
function contentIdFrom({ query }: PageLocation): string {
  return query.get('content_id') ?? ''
}

/** Pages for buyers that React renders: after a payment, and for the sandbox's confirmation. */
export const paymentReturnRoutes: Array<PageRoute> = [
  {
    path: '/success',
    view: {
      load: async () => (await import('../../features/access/success-page.tsx')).SuccessPage,
      head: () => ({ title: pageTitle('Your purchase'), noIndex: true }),
      layoutPrefetch: (location) =>
        contentIdFrom(location) ? [buildUrl(getContent, { params: { id: contentIdFrom(location) } })] : [],
      ssr: false,
      hydrate: 'react',
      layout: 'slim',
      brand: (location, readCached) =>
        toPageBrand(readCached(getContent, { params: { id: contentIdFrom(location) } })),
      waitingNote: paidNote,
    },
  },
  {
    path: '/sandbox/authenticate',
    view: {
      load: async () => (await import('../../features/sandbox/authenticate-page.tsx')).AuthenticatePage,
      head: () => ({ title: pageTitle('Confirm your payment'), noIndex: true }),
      ssr: false,
      hydrate: 'react',
      layout: 'slim',
      isSandboxOnly: true,
    },
  },
]
