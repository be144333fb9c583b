import { buildUrl } from '../../../contract/route.ts'
import { getAdminTodo } from '../../api/calls.ts'
import { type PageDefinition, type PageRoute, pageTitle } from './page-route.ts'

/** Every page of the admin reads the same first: whoever may not see it is told so by the server. */
function adminPage(title: string, load: PageDefinition['load']): PageDefinition {
  return {
    load,
    head: () => ({ title: pageTitle(title), noIndex: true }),
    prefetch: () => [buildUrl(getAdminTodo)],
    ssr: true,
    hydrate: 'react',
    layout: 'full',
  }
}

/** The operator's pages, and the one where anybody reports an item. Calls are named by path alone: this file is part of every page. */
export const adminRoutes: Array<PageRoute> = [
  {
    path: '/admin',
    view: adminPage('Admin', async () => (await import('../../features/admin/payouts-page.tsx')).PayoutsPage),
  },
  {
    path: '/admin/desk',
    view: adminPage(
      'Desk',
      async () => (await import('../../features/admin/work-queue-page.tsx')).WorkQueuePage,
    ),
  },
  {
    path: '/admin/purchases',
    view: adminPage(
      'Purchases',
      async () => (await import('../../features/admin/purchases-page.tsx')).PurchasesPage,
    ),
  },
  {
    path: '/admin/purchases/:id',
    view: adminPage(
      'Purchase',
      async () => (await import('../../features/admin/purchase-detail-page.tsx')).PurchaseDetailPage,
    ),
  },
  {
    path: '/admin/creators',
    view: adminPage(
      'Creators',
      async () => (await import('../../features/admin/creators-page.tsx')).CreatorsPage,
    ),
  },
  {
    path: '/admin/reports',
    view: adminPage(
      'Reports',
      async () => (await import('../../features/admin/reports-page.tsx')).ReportsPage,
    ),
  },
  {
    path: '/admin/feedback',
    view: adminPage(
      'Inbox',
      async () => (await import('../../features/admin/feedback-page.tsx')).AdminFeedbackPage,
    ),
  },
  {
    path: '/admin/audit',
    view: adminPage('Audit log', async () => (await import('../../features/admin/audit-page.tsx')).AuditPage),
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
