import { urlOf } from '../../contract/route.ts'
import { getDesk } from '../api/calls.ts'
import { type Entry, titled, type View } from './page.ts'

/** Every page of the admin reads the same first: whoever may not see it is told so by the server. */
function admin(title: string, load: View['load']): View {
  return {
    load,
    head: () => ({ title: titled(title), hidden: true }),
    reads: () => [urlOf(getDesk)],
    ssr: true,
    script: 'react',
    frame: 'full',
  }
}

/** The operator's pages, and the one where anybody reports an item. Calls are named by path alone: this file is part of every page. */
export const adminEntries: Array<Entry> = [
  {
    path: '/admin',
    view: admin('Admin', async () => (await import('../features/admin/payouts-page.tsx')).PayoutsPage),
  },
  {
    path: '/admin/desk',
    view: admin('Desk', async () => (await import('../features/admin/desk-page.tsx')).DeskPage),
  },
  {
    path: '/admin/purchases',
    view: admin(
      'Purchases',
      async () => (await import('../features/admin/purchases-page.tsx')).PurchasesPage,
    ),
  },
  {
    path: '/admin/purchases/:id',
    view: admin('Purchase', async () => (await import('../features/admin/record-page.tsx')).RecordPage),
  },
  {
    path: '/admin/creators',
    view: admin('Creators', async () => (await import('../features/admin/creators-page.tsx')).CreatorsPage),
  },
  {
    path: '/admin/reports',
    view: admin('Reports', async () => (await import('../features/admin/reports-page.tsx')).ReportsPage),
  },
  {
    path: '/admin/feedback',
    view: admin('Inbox', async () => (await import('../features/admin/inbox-page.tsx')).InboxPage),
  },
  {
    path: '/admin/audit',
    view: admin('Audit log', async () => (await import('../features/admin/audit-page.tsx')).AuditPage),
  },
  {
    path: '/report/:id',
    view: {
      load: async () => (await import('../features/reports/report-page.tsx')).ReportPage,
      head: () => ({ title: titled('Report this item'), hidden: true }),
      reads: ({ params }) => [urlOf({ path: '/api/content/:id/report' }, { params })],
      ssr: true,
      script: 'none',
      frame: 'slim',
    },
  },
]
