import type { Feature } from '../../feature.ts'
import { verifyDeliverability } from './undeliverable.ts'

export const settlement = {
  name: 'buying/settlement',
  periodic: [{ steps: [verifyDeliverability] }],
} satisfies Feature
