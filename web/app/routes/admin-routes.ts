import { getAdminOverview } from '../../../contract/admin-overview.ts'
import { buildUrl } from '../../../contract/route.ts'
import { type PageDefinition, type PageRoute, page } from './page-route.ts'

/** Every admin page prefetches the same call first; the server answers 403 to anyone but the admin. */
function adminPage(path: string, title: string, load: PageDefinition['load']): PageRoute {
  return { path, view: page(title, { load, prefetch: () => [buildUrl(getAdminOverview)], ssr: true }) }
}

export const adminRoutes: Array<PageRoute> = [
  adminPage(
    '/admin',
    'Admin',
    async () => (await import('../../features/operating/admin/payouts/payouts-page.tsx')).PayoutsPage,
  ),
  adminPage(
    '/admin/attention',
    'Needs attention',
    async () => (await import('../../features/operating/admin/attention/work-queue-page.tsx')).WorkQueuePage,
  ),
  adminPage(
    '/admin/purchases',
    'Purchases',
    async () => (await import('../../features/operating/admin/orders/purchases-page.tsx')).PurchasesPage,
  ),
  adminPage(
    '/admin/purchases/:id',
    'Purchase',
    async () =>
      (await import('../../features/operating/admin/orders/purchase-detail-page.tsx')).PurchaseDetailPage,
  ),
  adminPage(
    '/admin/creators',
    'Creators',
    async () => (await import('../../features/operating/admin/moderation/creators-page.tsx')).CreatorsPage,
  ),
  adminPage(
    '/admin/reports',
    'Reports',
    async () => (await import('../../features/operating/admin/moderation/reports-page.tsx')).ReportsPage,
  ),
  adminPage(
    '/admin/reviews',
    'Reviews',
    async () => (await import('../../features/operating/admin/moderation/reviews-page.tsx')).ReviewsPage,
  ),
  adminPage(
    '/admin/tax',
    'Tax',
    async () => (await import('../../features/operating/admin/tax/tax-page.tsx')).TaxPage,
  ),
  adminPage(
    '/admin/feedback',
    'Feedback',
    async () =>
      (await import('../../features/operating/admin/attention/feedback-page.tsx')).AdminFeedbackPage,
  ),
  adminPage(
    '/admin/health',
    'Health',
    async () => (await import('../../features/operating/admin/monitoring/health-page.tsx')).HealthPage,
  ),
  adminPage(
    '/admin/people',
    'People',
    async () => (await import('../../features/operating/admin/staff/people-page.tsx')).PeoplePage,
  ),
  adminPage(
    '/admin/audit',
    'Audit log',
    async () => (await import('../../features/operating/admin/attention/audit-page.tsx')).AuditPage,
  ),
  adminPage(
    '/admin/settings',
    'Settings',
    async () => (await import('../../features/operating/admin/settings/settings-page.tsx')).AdminSettingsPage,
  ),
  adminPage(
    '/admin/settings/legal/:page',
    'Legal page',
    async () =>
      (await import('../../features/operating/admin/settings/legal-editor-page.tsx')).LegalEditorPage,
  ),
]
