import { and, eq, ne } from 'drizzle-orm'
import type { AccountRestriction } from '../../../contract/payouts.ts'
import { AppError } from '../../../domain/errors.ts'
import type { SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import { sandboxAccounts } from './schema.ts'

/**
 * Restricts a connected account, or makes it complete again with null, and announces it. Throws AppError for an unknown
 * one and before its onboarding.
 */
export async function restrictAccount(
  context: SandboxContext,
  accountId: string,
  restriction: AccountRestriction | null,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [account] = await tx
      .update(sandboxAccounts)
      .set({ state: restriction ? 'restricted' : 'complete', restriction })
      .where(and(eq(sandboxAccounts.id, accountId), ne(sandboxAccounts.state, 'new')))
      .returning()
    if (!account) throw new AppError('not_found', 'We couldn’t find an account that has finished onboarding.')
    const type = restriction === 'transfers_inactive' ? 'capability.updated' : 'account.updated'
    await enqueueWebhook(context, tx, type, accountId)
  })
}
