import { urlOf } from '../../contract/route.ts'
import { getSale, listSales } from '../api/calls.ts'
import { queryOf, readFilters } from '../features/sales/filters.ts'
import { type Entry, titled, type View } from './page.ts'

/** One page under two addresses: the list, and the list with one of its sales open. */
const sales: View = {
  load: async () => (await import('../features/sales/sales-page.tsx')).SalesPage,
  head: ({ params }) => ({ title: titled(params.id ? `Sale ${params.id}` : 'Sales'), hidden: true }),
  reads: ({ params, query }) => [
    ...(params.id ? [urlOf(getSale, { params })] : []),
    urlOf(listSales, { query: queryOf(readFilters(query)) }),
  ],
  arrivesAt: '/sales',
  ssr: true,
  script: 'react',
  frame: 'full',
}

export const salesEntries: Array<Entry> = [
  { path: '/sales', view: sales },
  { path: '/sales/:id', view: sales },
]
