import type { Feature } from '../../feature.ts'
import { checkMailer } from './mail-server.ts'
import { enqueueAlertDigests } from './notices.ts'

export const alerts = {
  name: 'telling/alerts',
  periodic: [{ steps: [checkMailer], withAnyClock: true }, { steps: [enqueueAlertDigests] }],
} satisfies Feature
