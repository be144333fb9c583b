import type { Feature } from '../../feature.ts'

export const purchases = { name: 'buying/purchases' } satisfies Feature
