import { type Entry, titled, type View } from './page.ts'

/** A page of a creator's own: made in the browser, and nothing for search engines. */
function own(title: string, load: View['load']): View {
  return {
    load,
    head: () => ({ title: titled(title), hidden: true }),
    ssr: false,
    script: 'react',
    frame: 'full',
  }
}

/** Where creators put things on sale and settle what is theirs; the dashboard stands at home. */
export const creatorEntries: Array<Entry> = [
  {
    path: '/upload',
    view: own(
      'Upload New Content',
      async () => (await import('../features/upload/upload-page.tsx')).UploadPage,
    ),
  },
  {
    path: '/upload/many',
    view: own(
      'Upload Many Files',
      async () => (await import('../features/upload/many/many-page.tsx')).ManyPage,
    ),
  },
  {
    path: '/edit/:id',
    view: own('Edit Content', async () => (await import('../features/upload/edit-page.tsx')).EditPage),
  },
  {
    path: '/analytics',
    view: own('Analytics', async () => (await import('../features/pro/analytics-page.tsx')).AnalyticsPage),
  },
  {
    path: '/subscribe',
    view: own('Go Pro', async () => (await import('../features/subscribe/subscribe-page.tsx')).SubscribePage),
  },
  {
    path: '/connect',
    view: own('Bank account', async () => (await import('../features/payouts/connect-page.tsx')).ConnectPage),
  },
  {
    path: '/settings',
    view: own('Settings', async () => (await import('./settings-page.tsx')).SettingsPage),
  },
]
