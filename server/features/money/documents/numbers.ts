import { desc, eq, sql } from 'drizzle-orm'
import type { DocumentSeries } from '../../../../contract/documents.ts'
import { dayIn } from '../../../../domain/dates.ts'
import type { Tx } from '../../../db/database.ts'
import type { DocumentSeller } from '../../../db/schema/documents.ts'
import { documents } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'

/** One process at a time takes numbers, until its transaction ends. It does so before it reads what needs a document. */
export async function lockDocumentNumbers(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('receipts'))`)
}

/**
 * The next free number of a series. The year is that of the site's clock. The caller holds the lock above until the
 * documents are stored, so no number is taken twice or left out.
 */
export async function nextNumber(
  tx: Tx,
  { clock, settings }: Ports,
  series: DocumentSeries,
): Promise<{ year: number; number: number }> {
  const [last] = await tx
    .select({ year: documents.year, number: documents.number })
    .from(documents)
    .where(eq(documents.series, series))
    .orderBy(desc(documents.year), desc(documents.number))
    .limit(1)
  const currentYear = Number(dayIn(clock.now(), settings.current().timeZone).slice(0, 4))
  // A clock that was set back must not continue an older year.
  const year = Math.max(currentYear, last?.year ?? 0)
  return { year, number: last?.year === year ? last.number + 1 : 1 }
}

/** The operator as in the settings, which a document keeps. */
export function sellerOf({ settings }: Ports): DocumentSeller {
  const current = settings.current()
  return {
    name: current.sellerName,
    address: current.sellerAddress,
    country: current.sellerCountry,
    registration: current.sellerRegistrationNumber,
    vatId: current.sellerVatId,
    email: current.supportEmail,
  }
}
