import { creatorPage } from './creator-page.ts'
import type { PageRoute } from './page-route.ts'
import { settingsRoutes } from './settings-routes.ts'

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
    view: creatorPage('Analytics', async () => (await import('../pages/analytics-page.tsx')).AnalyticsPage),
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
  ...settingsRoutes,
]
