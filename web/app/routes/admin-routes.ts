import { getAdminOverview } from '../../../contract/admin-overview.ts'
import { buildUrl } from '../../../contract/route.ts'
import { type PageDefinition, type PageRoute, pageTitle } from './page-route.ts'

/** Every admin page prefetches the same call first; the server answers 403 to anyone but the admin. */
function adminPage(title: string, load: PageDefinition['load']): PageDefinition {
  return {
    load,
    head: () => ({ title: pageTitle(title), noIndex: true }),
    prefetch: () => [buildUrl(getAdminOverview)],
    ssr: true,
    hydrate: 'react',
    layout: 'full',
  }
}

/** The admin's pages. */
export const adminRoutes: Array<PageRoute> = [
  {
    path: '/admin',
    view: adminPage(
      'Admin',
      async () => (await import('../../features/operating/admin/payouts/payouts-page.tsx')).PayoutsPage,
    ),
  },
  {
    path: '/admin/attention',
    view: adminPage(
      'Needs attention',
      async () =>
        (await import('../../features/operating/admin/attention/work-queue-page.tsx')).WorkQueuePage,
    ),
  },
  {
    path: '/admin/purchases',
    view: adminPage(
      'Purchases',
      async () => (await import('../../features/operating/admin/orders/purchases-page.tsx')).PurchasesPage,
    ),
  },
  {
    path: '/admin/purchases/:id',
    view: adminPage(
      'Purchase',
      async () =>
        (await import('../../features/operating/admin/orders/purchase-detail-page.tsx')).PurchaseDetailPage,
    ),
  },
  {
    path: '/admin/creators',
    view: adminPage(
      'Creators',
      async () => (await import('../../features/operating/admin/moderation/creators-page.tsx')).CreatorsPage,
    ),
  },
  {
    path: '/admin/reports',
    view: adminPage(
      'Reports',
      async () => (await import('../../features/operating/admin/moderation/reports-page.tsx')).ReportsPage,
    ),
  },
  {
    path: '/admin/reviews',
    view: adminPage(
      'Reviews',
      async () => (await import('../../features/operating/admin/moderation/reviews-page.tsx')).ReviewsPage,
    ),
  },
  {
    path: '/admin/tax',
    view: adminPage(
      'Tax',
      async () => (await import('../../features/operating/admin/tax/tax-page.tsx')).TaxPage,
    ),
  },
  {
    path: '/admin/feedback',
    view: adminPage(
      'Feedback',
      async () =>
        (await import('../../features/operating/admin/attention/feedback-page.tsx')).AdminFeedbackPage,
    ),
  },
  {
    path: '/admin/health',
    view: adminPage(
      'Health',
      async () => (await import('../../features/operating/admin/monitoring/health-page.tsx')).HealthPage,
    ),
  },
  {
    path: '/admin/people',
    view: adminPage(
      'People',
      async () => (await import('../../features/operating/admin/staff/people-page.tsx')).PeoplePage,
    ),
  },
  {
    path: '/admin/audit',
    view: adminPage(
      'Audit log',
      async () => (await import('../../features/operating/admin/attention/audit-page.tsx')).AuditPage,
    ),
  },
  {
    path: '/admin/settings',
    view: adminPage(
      'Settings',
      async () =>
        (await import('../../features/operating/admin/settings/settings-page.tsx')).AdminSettingsPage,
    ),
  },
  {
    path: '/admin/settings/legal/:page',
    view: adminPage(
      'Legal page',
      async () =>
        (await import('../../features/operating/admin/settings/legal-editor-page.tsx')).LegalEditorPage,
    ),
  },
]
