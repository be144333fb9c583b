import type { Feature } from '../../feature.ts'

export const deliveries = { name: 'telling/deliveries' } satisfies Feature
