import { type PageDefinition, type PageRoute, pageTitle } from './page-route.ts'

/** A page for creators: rendered in the browser and not indexed. */
function creatorPage(title: string, load: PageDefinition['load']): PageDefinition {
  return {
    load,
    head: () => ({ title: pageTitle(title), noIndex: true }),
    ssr: false,
    hydrate: 'react',
    layout: 'full',
  }
}

/** Pages where creators publish items and get paid. The dashboard is at `/`. */
export const creatorRoutes: Array<PageRoute> = [
  {
    path: '/upload',
    view: creatorPage(
      'Upload New Content',
      async () => (await import('../../features/content/editor/upload-page.tsx')).UploadPage,
    ),
  },
  {
    path: '/upload/many',
    view: creatorPage(
      'Upload many files',
      async () => (await import('../../features/content/bulk-upload/bulk-upload-page.tsx')).BulkUploadPage,
    ),
  },
  {
    path: '/edit/:id',
    view: creatorPage(
      'Edit item',
      async () => (await import('../../features/content/editor/edit-page.tsx')).EditPage,
    ),
  },
  {
    path: '/analytics',
    view: creatorPage(
      'Analytics',
      async () => (await import('../../features/analytics/analytics-page.tsx')).AnalyticsPage,
    ),
  },
  {
    path: '/subscribe',
    view: creatorPage(
      'Go Pro',
      async () => (await import('../../features/subscriptions/subscribe-page.tsx')).SubscribePage,
    ),
  },
  {
    path: '/connect',
    view: creatorPage(
      'Bank account',
      async () => (await import('../../features/payouts/connect-page.tsx')).ConnectPage,
    ),
  },
  {
    path: '/settings',
    view: creatorPage(
      'Settings',
      async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage,
    ),
  },
]
