import { buildUrl } from '../../../contract/route.ts'
import { type PageRoute, pageTitle } from './page-route.ts'

/**
 * Pages of the sandbox, only where it is the payment provider. The bank's 3-D Secure page is with the buyer's pages.
 * Routes are named by path only, because every page loads this file.
 */
export const sandboxRoutes: Array<PageRoute> = [
  {
    path: '/sandbox',
    view: {
      load: async () => (await import('../../features/operating/sandbox/sandbox-page.tsx')).SandboxPage,
      head: () => ({ title: pageTitle('Sandbox'), noIndex: true }),
      prefetch: ({ query }) => [
        buildUrl(
          { path: '/api/sandbox/payments' },
          { query: { before: query.get('payments') ?? undefined } },
        ),
        buildUrl(
          { path: '/api/sandbox/deliveries' },
          { query: { before: query.get('webhooks') ?? undefined } },
        ),
        '/api/sandbox/clock',
      ],
      ssr: true,
      hydrate: 'react',
      layout: 'full',
      isSandboxOnly: true,
    },
  },
  {
    path: '/sandbox/onboarding',
    view: {
      load: async () => (await import('../../features/operating/sandbox/onboarding-page.tsx')).OnboardingPage,
      head: () => ({ title: pageTitle('Set up payouts'), noIndex: true }),
      ssr: false,
      hydrate: 'react',
      layout: 'slim',
      isSandboxOnly: true,
    },
  },
  {
    path: '/sandbox/account',
    view: {
      load: async () =>
        (await import('../../features/operating/sandbox/sandbox-account-page.tsx')).SandboxAccountPage,
      head: () => ({ title: pageTitle('Test payouts'), noIndex: true }),
      ssr: false,
      hydrate: 'react',
      layout: 'slim',
      isSandboxOnly: true,
    },
  },
  {
    path: '/sandbox/renewals/:id',
    view: {
      load: async () => (await import('../../features/operating/sandbox/renewal-page.tsx')).RenewalPage,
      head: () => ({ title: pageTitle('Confirm your payment'), noIndex: true }),
      ssr: false,
      hydrate: 'react',
      layout: 'slim',
      isSandboxOnly: true,
    },
  },
]
