import { buildUrl } from '../../../contract/route.ts'
import { getSale, listSales } from '../../../contract/sales.ts'
import { parseFilters, toApiQuery } from '../../features/sales/sales-filters.ts'
import { type PageDefinition, type PageRoute, pageTitle } from './page-route.ts'

/** The same page at two paths: the list of sales, and the list with one sale open. */
const sales: PageDefinition = {
  load: async () => (await import('../../features/sales/sales-page.tsx')).SalesPage,
  head: ({ params }) => ({ title: pageTitle(params.id ? `Sale ${params.id}` : 'Sales'), noIndex: true }),
  prefetch: ({ params, query }) => [
    ...(params.id ? [buildUrl(getSale, { params })] : []),
    buildUrl(listSales, { query: toApiQuery(parseFilters(query)) }),
  ],
  scrollKey: '/sales',
  ssr: true,
  hydrate: 'react',
  layout: 'full',
}

export const salesRoutes: Array<PageRoute> = [
  { path: '/sales', view: sales },
  { path: '/sales/:id', view: sales },
]
