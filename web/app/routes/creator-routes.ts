import { buildUrl } from '../../../contract/route.ts'
import { getSale, listSales } from '../../../contract/sales.ts'
import { parseFilters, toApiQuery } from '../../features/earning/sales/sales-filters.tsx'
import { creatorPage } from './creator-page-routes.ts'
import { type PageDefinition, type PageRoute, pageTitle } from './page-route.ts'

/** The settings, a page for each topic. `/settings` is their menu. */
const settingsRoutes: Array<PageRoute> = [
  {
    path: '/settings',
    view: creatorPage(
      'Settings',
      async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage,
    ),
  },
  {
    path: '/settings/profile',
    view: creatorPage(
      'Profile',
      async () => (await import('../pages/settings/profile-settings-page.tsx')).ProfileSettingsPage,
    ),
  },
  {
    path: '/settings/payouts',
    view: creatorPage(
      'Payouts',
      async () => (await import('../pages/settings/payout-settings-page.tsx')).PayoutSettingsPage,
    ),
  },
  {
    path: '/settings/plan',
    view: creatorPage(
      'Plan and billing',
      async () => (await import('../pages/settings/plan-settings-page.tsx')).PlanSettingsPage,
    ),
  },
  {
    path: '/settings/branding',
    view: creatorPage(
      'Branding',
      async () => (await import('../pages/settings/branding-settings-page.tsx')).BrandingSettingsPage,
    ),
  },
  {
    path: '/settings/security',
    view: creatorPage(
      'Security',
      async () => (await import('../pages/settings/security-settings-page.tsx')).SecuritySettingsPage,
    ),
  },
  {
    path: '/settings/data',
    view: creatorPage(
      'Data',
      async () => (await import('../pages/settings/data-settings-page.tsx')).DataSettingsPage,
    ),
  },
]

/** Pages where creators publish items and get paid. The dashboard is at `/`. */
export const creatorRoutes: Array<PageRoute> = [
  {
    path: '/upload',
    view: creatorPage(
      'Upload New Content',
      async () => (await import('../../features/selling/content/editor/upload-page.tsx')).UploadPage,
    ),
  },
  {
    path: '/upload/many',
    view: creatorPage(
      'Upload many files',
      async () =>
        (await import('../../features/selling/content/bulk-upload/bulk-upload-page.tsx')).BulkUploadPage,
    ),
  },
  {
    path: '/edit/:id',
    view: creatorPage(
      'Edit item',
      async () => (await import('../../features/selling/content/editor/edit-page.tsx')).EditPage,
    ),
  },
  {
    path: '/analytics',
    view: creatorPage('Analytics', async () => (await import('../pages/analytics-page.tsx')).AnalyticsPage),
  },
  {
    path: '/subscribe',
    view: creatorPage(
      'Go Pro',
      async () => (await import('../../features/earning/pro/subscribe-page.tsx')).SubscribePage,
    ),
  },
  {
    path: '/connect',
    view: creatorPage(
      'Bank account',
      async () => (await import('../../features/money/payouts/connect-page.tsx')).ConnectPage,
    ),
  },
  ...settingsRoutes,
]

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

export const salesRoutes: Array<PageRoute> = [
  { path: '/sales', view: sales },
  { path: '/sales/:id', view: sales },
]
