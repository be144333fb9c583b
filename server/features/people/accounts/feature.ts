import type { Feature } from '../../feature.ts'

export const accounts = {
  name: 'people/accounts',
  retention: [
    {
      stores: ['users', 'passkeys', 'oauth_accounts', 'handle_redirects'],
      data: 'accounts and their former handles',
      kept: 'until they are closed, then they are made anonymous',
    },
    {
      stores: ['photos/', 'logos/'],
      data: 'photos and logos of creators',
      kept: '2 days without an account that has them',
    },
  ],
} satisfies Feature
