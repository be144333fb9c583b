import type { Feature } from '../../feature.ts'

export const email = { name: 'telling/email' } satisfies Feature
