import { dictionary } from '../../../contract/dictionary.ts'
import { getAdminOverview } from '../../../contract/inbox.ts'
import { buildUrl } from '../../../contract/route.ts'
import { type PageDefinition, type PageRoute, page } from './page-route.ts'

type Load = PageDefinition['load']

/** Every admin page prefetches the same call first; the server answers 403 to anyone but the admin. */
function adminPage(path: string, title: string, load: Load, more: Partial<PageDefinition> = {}): PageRoute {
  return {
    path,
    view: page(title, { load, prefetch: () => [buildUrl(getAdminOverview)], ssr: true, ...more }),
  }
}

const loadInbox: Load = async () =>
  (await import('../../features/operating/admin/inbox/inbox-page.tsx')).InboxPage

/** The filter of the inbox that takes the place of a list of its own; emails and documents link to those. */
const inboxFilters: Partial<Record<string, string>> = dictionary({
  reviews: 'refund',
  disputes: 'dispute',
  refunds: 'failed_refund',
  alerts: 'alert',
  faults: 'delivery',
})

export const adminRoutes: Array<PageRoute> = [
  adminPage(
    '/admin',
    'Payouts',
    async () => (await import('../../features/operating/admin/payouts/payouts-page.tsx')).PayoutsPage,
  ),
  adminPage(
    '/admin/batches/:id',
    'Batch',
    async () => (await import('../../features/operating/admin/payouts/batches/batch-page.tsx')).BatchPage,
  ),
  adminPage('/admin/inbox', 'Inbox', loadInbox, { scrollKey: 'inbox' }),
  adminPage('/admin/inbox/:kind/:id', 'Inbox', loadInbox, { scrollKey: 'inbox' }),
  adminPage('/admin/attention', 'Inbox', loadInbox, {
    redirect: ({ query }) => {
      if (query.get('state') === 'resolved') return '/admin/alerts?state=resolved'
      const kind = inboxFilters[query.get('view') ?? '']
      return kind ? `/admin/inbox?kind=${kind}` : '/admin/inbox'
    },
  }),
  adminPage('/admin/reviews', 'Inbox', loadInbox, { redirect: () => '/admin/inbox?kind=review' }),
  adminPage(
    '/admin/purchases',
    'Sales',
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
    'Taken down',
    async () => (await import('../../features/operating/admin/moderation/reports-page.tsx')).ReportsPage,
    { redirect: ({ query }) => (query.get('state') === 'open' ? '/admin/inbox?kind=report' : undefined) },
  ),
  adminPage(
    '/admin/tax',
    'Tax',
    async () => (await import('../../features/operating/admin/tax/tax-page.tsx')).TaxPage,
  ),
  adminPage(
    '/admin/documents',
    'Documents',
    async () => (await import('../../features/operating/admin/documents/documents-page.tsx')).DocumentsPage,
  ),
  adminPage(
    '/admin/balance',
    'Balance',
    async () => (await import('../../features/operating/admin/balance/balance-page.tsx')).BalancePage,
  ),
  adminPage(
    '/admin/disputes',
    'Disputes',
    async () => (await import('../../features/operating/admin/attention/disputes-page.tsx')).DisputesPage,
  ),
  adminPage(
    '/admin/health',
    'Status',
    async () => (await import('../../features/operating/admin/monitoring/health-page.tsx')).HealthPage,
  ),
  adminPage(
    '/admin/deliveries',
    'Deliveries',
    async () => (await import('../../features/operating/admin/attention/deliveries-page.tsx')).DeliveriesPage,
  ),
  adminPage(
    '/admin/alerts',
    'Alerts',
    async () => (await import('../../features/operating/admin/attention/alerts-page.tsx')).AlertsPage,
  ),
  adminPage(
    '/admin/feedback',
    'Feedback',
    async () =>
      (await import('../../features/operating/admin/attention/feedback-page.tsx')).AdminFeedbackPage,
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
    '/admin/settings/:section',
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
