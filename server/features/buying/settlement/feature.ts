import type { Feature } from '../../feature.ts'
import { fileMissingEmail } from './emails.tsx'
import { settlePurchase } from './settle-purchase.ts'
import { verifyDeliverability } from './undeliverable.ts'

export const settlement = {
  name: 'buying/settlement',
  jobs: { 'settle-purchase': (ports, { paymentId }) => settlePurchase(ports, paymentId) },
  periodic: [{ steps: [verifyDeliverability] }],
  emails: { file_missing: fileMissingEmail },
} satisfies Feature
