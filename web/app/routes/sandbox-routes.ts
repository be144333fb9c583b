import { buildUrl } from '../../../contract/route.ts'
import { type PageDefinition, type PageRoute, page } from './page-route.ts'

/** One of the provider's pages, to which a creator is sent. */
function providerPage(path: string, title: string, load: PageDefinition['load']): PageRoute {
  return { path, view: page(title, { load, layout: 'slim', isSandboxOnly: true }) }
}

/**
 * Pages of the sandbox, only where it is the payment provider. The bank's 3-D Secure page is with the buyer's pages.
 * Routes are named by path only, because every page loads this file.
 */
export const sandboxRoutes: Array<PageRoute> = [
  {
    path: '/sandbox',
    view: page('Sandbox', {
      load: async () => (await import('../../features/operating/sandbox/sandbox-page.tsx')).SandboxPage,
      prefetch: ({ query }) => [
        buildUrl(
          { path: '/api/sandbox/payments' },
          { query: { cursor: query.get('payments') ?? undefined } },
        ),
        buildUrl(
          { path: '/api/sandbox/deliveries' },
          { query: { cursor: query.get('webhooks') ?? undefined } },
        ),
        '/api/sandbox/clock',
      ],
      ssr: true,
      isSandboxOnly: true,
    }),
  },
  providerPage(
    '/sandbox/onboarding',
    'Set up payouts',
    async () => (await import('../../features/operating/sandbox/onboarding-page.tsx')).OnboardingPage,
  ),
  providerPage(
    '/sandbox/account',
    'Test payouts',
    async () =>
      (await import('../../features/operating/sandbox/sandbox-account-page.tsx')).SandboxAccountPage,
  ),
  providerPage(
    '/sandbox/renewals/:id',
    'Your payment for Pro',
    async () => (await import('../../features/operating/sandbox/renewal-page.tsx')).RenewalPage,
  ),
]
