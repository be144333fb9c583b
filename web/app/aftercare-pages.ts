import { urlOf } from '../../contract/route.ts'
import { getReceipt, getRefundTerms } from '../api/calls.ts'
import { type Entry, titled } from './page.ts'

/** What a buyer may need later. Plain forms: they work without any script. */
export const aftercareEntries: Array<Entry> = [
  {
    path: '/lost-link',
    view: {
      load: async () => (await import('../features/purchases/lost-link-page.tsx')).LostLinkPage,
      head: () => ({
        title: titled('Lost your link?'),
        description: 'Have every link to what you bought here mailed to you again.',
      }),
      ssr: true,
      script: 'web/features/purchases/lost-link-island.ts',
      frame: 'slim',
    },
  },
  {
    path: '/access/:token/receipt',
    view: {
      load: async () => (await import('../features/purchases/receipt-page.tsx')).ReceiptPage,
      head: () => ({ title: titled('Receipt'), hidden: true }),
      reads: ({ params }) => [urlOf(getReceipt, { params })],
      ssr: true,
      script: 'none',
      frame: 'slim',
    },
  },
  {
    path: '/access/:token/refund',
    view: {
      load: async () => (await import('../features/purchases/refund-page.tsx')).RefundPage,
      head: () => ({ title: titled('Request a refund'), hidden: true }),
      reads: ({ params }) => [urlOf(getRefundTerms, { params })],
      ssr: true,
      script: 'none',
      frame: 'slim',
    },
  },
]
