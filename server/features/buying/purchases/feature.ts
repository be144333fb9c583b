import type { Feature } from '../../feature.ts'
import { purchasesRetention } from './retention.ts'

export const purchases = {
  name: 'buying/purchases',
  retention: purchasesRetention,
} satisfies Feature
