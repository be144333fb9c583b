import { creatorPage } from './creator-page.ts'
import type { PageRoute } from './page-route.ts'

/** The settings, a page for each topic. `/settings` is their menu. */
export const settingsRoutes: Array<PageRoute> = [
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
