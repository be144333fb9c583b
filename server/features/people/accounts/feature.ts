import type { Feature } from '../../feature.ts'

export const accounts = { name: 'people/accounts' } satisfies Feature
