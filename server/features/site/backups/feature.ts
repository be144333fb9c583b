import { rowsBefore } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
import type { Feature } from '../../feature.ts'
import { checkLastBackup } from './last-backup.ts'
import { makeScheduledBackup } from './make-due-backup.ts'

export const backups = {
  name: 'site/backups',
  periodic: [
    { steps: [checkLastBackup], withAnyClock: true },
    { steps: [makeScheduledBackup], withAnyClock: true },
  ],
  retention: [
    {
      store: 'backups',
      data: 'records of backups, not the archives',
      keepDays: 400,
      since: 'their end',
      deleteBatch: rowsBefore(tables.backups, tables.backups.finishedAt),
    },
  ],
} satisfies Feature
