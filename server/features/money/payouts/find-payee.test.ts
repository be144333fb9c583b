import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { savePayee } from '../../../../contract/payees.ts'
import { previewPayouts } from '../../../../contract/payout-runs.ts'
import { setPayoutMethod } from '../../../../contract/payouts.ts'
import { decidePayout } from '../../../../domain/payout.ts'
import { payeeFixture, person } from '../../../../tests/support/payee-fixture.ts'
import { march } from '../../../../tests/support/payout-fixture.ts'
import { payoutMethodStates, users } from '../../../db/schema/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { findPayee } from './find-payee.ts'

test('the rules in SQL and those of the domain hold the same creators for the same reasons', async () => {
  const { w, admin, seller, sellsMore } = await payeeFixture()
  const now = w.clock.now()
  const later = new Date(now.getTime() + 1_000)
  const names = [
    'ready',
    'no-details',
    'no-method',
    'returned',
    'not-me',
    'waiting',
    'previous',
    'blocked',
  ] as const
  const creators = new Map<string, string>()
  for (const name of names) {
    const creator = await seller(`${name}@example.com`, { method: name !== 'no-method' })
    if (name !== 'no-details') await creator.call(savePayee, { body: person })
    await sellsMore(creator, '100.00')
    creators.set(name, creator.id)
    if (name === 'previous')
      await creator.call(setPayoutMethod, { body: { payoutMethod: 'wise', payoutEmail: 'p@new.example' } })
  }
  const idOf = (name: string) => creators.get(name) ?? ''
  await w.db.insert(payoutMethodStates).values([
    { creatorId: idOf('returned'), confirmReason: 'returned', updatedAt: now },
    { creatorId: idOf('not-me'), confirmReason: 'not_me', updatedAt: now },
    { creatorId: idOf('waiting'), methodFrom: later, updatedAt: now },
  ])
  await w.db
    .update(users)
    .set({ country: 'KP' })
    .where(eq(users.id, idOf('blocked')))

  const { body } = await admin.call(previewPayouts, { query: march })
  const inSql = Object.fromEntries([
    ...body.skipped.map(({ email, reason }: { email: string; reason: string }) => [email, reason]),
    ...body.payable.map(({ email, payoutMethod }: { email: string; payoutMethod: string }) => [
      email,
      payoutMethod,
    ]),
  ])
  const decided = await Promise.all(
    names.map(async (name) => {
      const creator = await findUserById(w.db, idOf(name))
      if (!creator) throw new Error(`${name} is gone`)
      const decision = decidePayout(await findPayee(w.db, w.ports, creator, 8_000), 8_000, 2_500)
      return [creator.email, 'skipped' in decision ? decision.skipped : decision.method]
    }),
  )

  expect(Object.fromEntries(decided)).toEqual(inSql)
  expect(inSql).toEqual({
    'ready@example.com': 'paypal',
    'no-details@example.com': 'payee_details_missing',
    'no-method@example.com': 'payout_method_missing',
    'returned@example.com': 'confirmation_needed',
    'not-me@example.com': 'confirmation_needed',
    'waiting@example.com': 'details_waiting',
    'previous@example.com': 'paypal',
    'blocked@example.com': 'country_blocked',
  })
})
