import type { Feature } from '../../feature.ts'
import { checkStore } from './store-sentinel.ts'

export const storage = {
  name: 'site/storage',
  periodic: [{ steps: [checkStore], withAnyClock: true }],
} satisfies Feature
