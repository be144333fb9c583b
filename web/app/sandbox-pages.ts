import { urlOf } from '../../contract/route.ts'
import { type Entry, titled } from './page.ts'

/**
 * The sandbox's own pages, there only where it takes the cards; the bank's step stands with the buyer's. Calls are named
 * by path alone: this file is part of every page.
 */
export const sandboxEntries: Array<Entry> = [
  {
    path: '/sandbox',
    view: {
      load: async () => (await import('../features/sandbox/sandbox-page.tsx')).SandboxPage,
      head: () => ({ title: titled('Sandbox'), hidden: true }),
      reads: ({ query }) => [
        urlOf({ path: '/api/sandbox/payments' }, { query: { before: query.get('payments') ?? undefined } }),
        urlOf({ path: '/api/sandbox/deliveries' }, { query: { before: query.get('webhooks') ?? undefined } }),
        '/api/sandbox/clock',
      ],
      ssr: true,
      script: 'react',
      frame: 'full',
      sandbox: true,
    },
  },
  {
    path: '/sandbox/onboarding',
    view: {
      load: async () => (await import('../features/sandbox/onboarding-page.tsx')).OnboardingPage,
      head: () => ({ title: titled('Set up payouts'), hidden: true }),
      ssr: false,
      script: 'react',
      frame: 'slim',
      sandbox: true,
    },
  },
  {
    path: '/sandbox/account',
    view: {
      load: async () => (await import('../features/sandbox/account-page.tsx')).AccountPage,
      head: () => ({ title: titled('Test payouts'), hidden: true }),
      ssr: false,
      script: 'react',
      frame: 'slim',
      sandbox: true,
    },
  },
]
