import type { Feature } from '../../feature.ts'
import { checkLastBackup } from './last-backup.ts'
import { makeScheduledBackup } from './make-due-backup.ts'

export const backups = {
  name: 'site/backups',
  periodic: [
    { steps: [checkLastBackup], withAnyClock: true },
    { steps: [makeScheduledBackup], withAnyClock: true },
  ],
} satisfies Feature
