import { sql } from 'drizzle-orm'
import { isBefore, rowsWhere } from '../../../db/delete-batch.ts'
import { reservations as table } from '../../../db/schema/index.ts'
import { type Feature, keptAlways } from '../../feature.ts'

export const reservations = {
  name: 'selling/reservations',
  retention: [
    keptAlways(['counters'], 'sums without personal data'),
    {
      store: 'reservations',
      data: 'what a checkout held and gave back',
      keepDays: 400,
      since: 'the end of the hold',
      deleteBatch: rowsWhere(
        table,
        (before) => sql`${table.state} = 'released' and ${isBefore(table.heldUntil, before)}`,
      ),
    },
    keptAlways(['reservations'], 'what a sale has used, and what a running payment holds'),
  ],
} satisfies Feature
