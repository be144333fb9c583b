import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { savePayee } from '../../../../contract/payees.ts'
import { previewPayouts } from '../../../../contract/payout-runs.ts'
import { setPayoutCountry, setPayoutMethod, startConnectOnboarding } from '../../../../contract/payouts.ts'
import { person } from '../../../../tests/support/payee-fixture.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { users } from '../../../db/schema/index.ts'
import { encryptPayoutDetails } from '../../people/accounts/payout-details.ts'
import { recordBankCountries } from '../payout-methods/bank-countries.ts'

const sentence =
  'This site can’t pay to that country. You can sell, and your balance stays yours. Write to us about other ways.'

test('Cuba, Iran, North Korea, Russia and Syria are refused as the country of creator and payee', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  for (const country of ['CU', 'IR', 'KP', 'RU', 'SY']) {
    const profile = await mara.call(setPayoutCountry, { body: { country } })
    const payee = await mara.call(savePayee, { body: { ...person, country, taxNumber: '' } })

    expect(profile).toMatchObject({ status: 400, body: { fields: { country: sentence } } })
    expect(payee).toMatchObject({ status: 400, body: { fields: { country: sentence } } })
  }
  expect((await mara.call(setPayoutCountry, { body: { country: 'IT' } })).status).toBe(200)
})

test('a bank account in such a country is refused, by its BIC too', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const refused = await mara.call(setPayoutMethod, {
    body: { payoutMethod: 'bank', payoutEmail: 'Mara Lind, BIC SABRRUMM, account 40817810099910004312' },
  })

  expect(refused).toMatchObject({ status: 400, body: { fields: { payoutEmail: sentence } } })
})

test('an admin changes the list, and a seller in the EU has Cuba not on it', async () => {
  const w = await createTestApp({ env: { SELLER_COUNTRY: 'DE' } })
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  const livesIn = async (country: string) => (await mara.call(setPayoutCountry, { body: { country } })).status

  const before = [await livesIn('CU'), await livesIn('IR')]
  await admin.call(updateInstanceSettings, { body: { blockedCountries: ['BY'] } })
  const chosen = [await livesIn('IR'), await livesIn('BY')]
  await admin.call(updateInstanceSettings, { body: { blockedCountries: [] } })

  expect([before, chosen, await livesIn('BY')]).toEqual([[200, 400], [200, 400], 200])
})

test('creators who are there already are held with a reason that the operator sees', async () => {
  const { w, admin, seller, processes } = await payoutFixture()
  const byProfile = await seller('profile@example.com')
  const byBank = await seller('bank@example.com')
  const byPayee = await seller('payee@example.com')
  await byPayee.call(savePayee, { body: { ...person, country: 'BY', taxNumber: '' } })
  for (const creator of [byProfile, byBank, byPayee]) await creator.sells('100.00')
  await w.db.update(users).set({ country: 'IR' }).where(eq(users.id, byProfile.id))
  const account = 'Bo, BIC SABRRUMM, account 40817810099910004312'
  await w.db
    .update(users)
    .set({ payoutMethod: 'bank', payoutEmail: encryptPayoutDetails(w.ports, byBank.id, account) })
    .where(eq(users.id, byBank.id))
  await recordBankCountries(w.ports)
  await admin.call(updateInstanceSettings, { body: { blockedCountries: ['BY', 'IR', 'RU'] } })

  const preview = (await admin.call(previewPayouts, { query: march })).body
  const run = await processes()

  const held = { reason: 'country_blocked', message: 'Country isn’t paid', amount: '80.00' }
  expect(preview.skipped).toMatchObject([held, held, held])
  expect(run).toMatchObject({ paidCount: 0, skipped: [held, held, held] })
  expect(
    await byProfile.call(setPayoutMethod, { body: { payoutMethod: 'wise', payoutEmail: 'a@b.example' } }),
  ).toMatchObject({ status: 400, body: { fields: { payoutMethod: sentence } } })
  await w.db.update(users).set({ payoutMethod: null }).where(eq(users.id, byProfile.id))
  const onboarding = await byProfile.call(startConnectOnboarding, { params: { provider: 'sandbox' } })
  expect(onboarding.headers.location).toBe('/connect')
})
