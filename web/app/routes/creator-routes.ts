import { buildUrl } from '../../../contract/route.ts'
import { getSale, listSales } from '../../../contract/sales.ts'
import { parseFilters, toApiQuery } from '../../features/earning/sales/sales-filters.ts'
import { type PageDefinition, type PageRoute, page, pageTitle } from './page-route.ts'

/** A page for creators: rendered in the browser and not indexed. */
function creatorPage(
  path: string,
  title: string,
  load: PageDefinition['load'],
  more: Pick<PageDefinition, 'takesPayments'> = {},
): PageRoute {
  return { path, view: page(title, { load, ...more }) }
}

/** The same page at two paths: the list of sales, and the list with one sale open. */
const sales: PageDefinition = {
  load: async () => (await import('../../features/earning/sales/sales-page.tsx')).SalesPage,
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

/** Pages where creators publish items and get paid. The dashboard is at `/`. */
export const creatorRoutes: Array<PageRoute> = [
  creatorPage(
    '/upload',
    'Upload New Content',
    async () => (await import('../../features/selling/content/editor/upload-page.tsx')).UploadPage,
  ),
  creatorPage(
    '/upload/many',
    'Bulk upload',
    async () =>
      (await import('../../features/selling/content/bulk-upload/bulk-upload-page.tsx')).BulkUploadPage,
  ),
  creatorPage(
    '/edit/:id',
    'Edit item',
    async () => (await import('../../features/selling/content/editor/edit-page.tsx')).EditPage,
  ),
  creatorPage(
    '/edit/:id/license-keys',
    'License keys',
    async () =>
      (await import('../../features/selling/licenses/license-settings-page.tsx')).LicenseSettingsPage,
  ),
  creatorPage(
    '/bundles/new',
    'New bundle',
    async () => (await import('../../features/selling/bundles/bundle-page.tsx')).NewBundlePage,
  ),
  creatorPage(
    '/bundles/:id',
    'Edit bundle',
    async () => (await import('../../features/selling/bundles/bundle-page.tsx')).EditBundlePage,
  ),
  creatorPage(
    '/discounts',
    'Discounts',
    async () => (await import('../../features/selling/discounts/discounts-page.tsx')).DiscountsPage,
  ),
  creatorPage(
    '/discounts/:id',
    'Discounts',
    async () => (await import('../../features/selling/discounts/discount-page.tsx')).DiscountPage,
  ),
  creatorPage(
    '/analytics',
    'Analytics',
    async () => (await import('../pages/analytics-page.tsx')).AnalyticsPage,
  ),
  creatorPage(
    '/subscribe',
    'Go Pro',
    async () => (await import('../../features/earning/pro/subscribe-page.tsx')).SubscribePage,
    { takesPayments: true },
  ),
  creatorPage(
    '/connect',
    'Bank account',
    async () => (await import('../../features/money/payouts/connect-page.tsx')).ConnectPage,
  ),
  creatorPage(
    '/settings',
    'Settings',
    async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage,
  ),
  creatorPage(
    '/settings/profile',
    'Profile',
    async () => (await import('../pages/settings/profile-settings-page.tsx')).ProfileSettingsPage,
  ),
  creatorPage(
    '/settings/payouts',
    'Payouts',
    async () => (await import('../pages/settings/payout-settings-page.tsx')).PayoutSettingsPage,
  ),
  creatorPage(
    '/settings/emails',
    'Emails',
    async () => (await import('../pages/settings/email-settings-page.tsx')).EmailSettingsPage,
  ),
  creatorPage(
    '/settings/plan',
    'Plan and billing',
    async () => (await import('../pages/settings/plan-settings-page.tsx')).PlanSettingsPage,
  ),
  creatorPage(
    '/settings/branding',
    'Branding',
    async () => (await import('../pages/settings/branding-settings-page.tsx')).BrandingSettingsPage,
  ),
  creatorPage(
    '/settings/security',
    'Security',
    async () => (await import('../pages/settings/security-settings-page.tsx')).SecuritySettingsPage,
  ),
  creatorPage(
    '/settings/developers',
    'Developers',
    async () => (await import('../pages/settings/developer-settings-page.tsx')).DeveloperSettingsPage,
  ),
  creatorPage(
    '/settings/developers/webhooks/:id',
    'Webhook',
    async () => (await import('../pages/settings/webhook-settings-page.tsx')).WebhookSettingsPage,
  ),
  creatorPage(
    '/settings/data',
    'Data',
    async () => (await import('../pages/settings/data-settings-page.tsx')).DataSettingsPage,
  ),
  { path: '/sales', view: sales },
  { path: '/sales/:id', view: sales },
]
