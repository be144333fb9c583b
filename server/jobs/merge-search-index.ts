import { sql } from 'drizzle-orm'
import type { Ports } from '../ports/index.ts'

/** Merges the entries that sales appended to the index of buyers' emails, so that no sale has to. */
export async function mergeSearchIndex({ db }: Ports): Promise<void> {
  await db.execute(sql`select gin_clean_pending_list('purchases_buyer_email_search_idx')`)
}
