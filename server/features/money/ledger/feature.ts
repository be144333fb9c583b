import type { Feature } from '../../feature.ts'
import { sealPostings } from './seal.ts'

export const ledger = {
  name: 'money/ledger',
  periodic: [{ steps: [sealPostings], withAnyClock: true }],
} satisfies Feature
