import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { bankCountryOf } from '../../../../domain/bank-country.ts'
import { users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { decryptPayoutDetails, UnreadablePayoutDetailsError } from '../../people/accounts/payout-details.ts'

const batchSize = 1_000

/** Stores the country of bank accounts that an earlier version stored without it. Safe to repeat. Returns how many. */
export async function recordBankCountries(ports: Ports, signal?: AbortSignal): Promise<number> {
  const { db } = ports
  let count = 0
  for (let after = ''; !signal?.aborted; ) {
    const rows = await db
      .select({ id: users.id, stored: users.payoutEmail })
      .from(users)
      .where(
        and(
          eq(users.payoutMethod, 'bank'),
          isNotNull(users.payoutEmail),
          isNull(users.payoutCountry),
          gt(users.id, after),
        ),
      )
      .orderBy(asc(users.id))
      .limit(batchSize)
    for (const { id, stored } of rows) {
      const payoutCountry = countryOf(ports, id, stored ?? '')
      if (payoutCountry === null) continue
      await db
        .update(users)
        .set({ payoutCountry })
        .where(and(eq(users.id, id), eq(users.payoutEmail, stored ?? '')))
      count++
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) break
    after = last.id
  }
  return count
}

/** Null when the account names no country, and when its key is missing. */
export function countryOf(
  ports: Pick<Ports, 'payoutKeys'>,
  creatorId: string,
  stored: string,
): string | null {
  try {
    return bankCountryOf(decryptPayoutDetails(ports, creatorId, stored))
  } catch (error) {
    if (error instanceof UnreadablePayoutDetailsError) return null
    throw error
  }
}
