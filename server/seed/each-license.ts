import { eq } from 'drizzle-orm'
import { insertRows } from '../db/rows.ts'
import { contentItems, counters, licenses, licenseWaits } from '../db/schema/index.ts'
import type { Ports } from '../ports/index.ts'

type Sold = { id: number }
type Sales = { record: { id: number; creatorId: string }; sold: Sold; declined: Sold; reviewed: Sold }

/** A key that works, one that was revoked, and a buyer who waits for a key of a list that is empty. */
export async function seedLicenses(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { record, sold, declined, reviewed }: Sales,
) {
  const { id: contentId, creatorId } = record
  const now = clock.now()
  const key = { contentId, creatorId, issuedAt: now }
  const issued = await insertRows(db, licenses, [
    { ...key, purchaseId: sold.id, key: 'TIDE-7KQ2M-9XD4P-TN0B6-WRF3A-HZ8CJ', keyHash: 'sold' },
    {
      ...key,
      purchaseId: declined.id,
      key: 'TIDE-2MQ7K-4PXD9-B6TN0-3AWRF-CJHZ8',
      keyHash: 'declined',
      revokedAt: now,
      revocationMessage: 'This key was shared.',
    },
  ])
  await db.update(contentItems).set({ licenseMode: 'pool' }).where(eq(contentItems.id, contentId))
  await insertRows(db, counters, [{ kind: 'keys' as const, subjectId: contentId, creatorId, max: 0 }])
  await insertRows(db, licenseWaits, [{ purchaseId: reviewed.id, contentId, creatorId, since: now }])
  return issued
}
