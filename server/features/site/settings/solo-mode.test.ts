import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { processPayouts } from '../../../../contract/admin-payouts.ts'
import { invitePerson } from '../../../../contract/admin-people.ts'
import { deleteContent } from '../../../../contract/content.ts'
import { getInstance } from '../../../../contract/instance.ts'
import {
  listInstanceSettings,
  type SettingChanges,
  updateInstanceSettings,
} from '../../../../contract/instance-settings.ts'
import { getLegalPage } from '../../../../contract/legal-pages.ts'
import { getPayee } from '../../../../contract/payees.ts'
import { goneInSoloModeMessage } from '../../../../contract/solo-mode.ts'
import { createSubscription } from '../../../../contract/subscriptions.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { payoutRuns, purchases, users } from '../../../db/schema/index.ts'
import { startCalendarRun } from '../../money/payouts/runs.ts'
import { transferOwnership } from '../../people/accounts/ownership.ts'
import { requireSoloAtStart } from './solo-mode.ts'

const dayMs = 24 * 3_600_000

test('it waits until no other creator has anything on sale, a balance or an open payout', async () => {
  const { w, admin, seller, processes, payouts } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('40.00')
  const turnOn = () => admin.call(updateInstanceSettings, { body: { soloMode: true } })
  const refusal = async () => Object((await turnOn()).body).message

  const onSale = await refusal()
  await mara.call(deleteContent, { params: { id: mara.item.id } })
  const withBalance = await refusal()
  await processes()
  const withPayout = await refusal()
  const atStart = { db: w.db, config: { ...w.ports.config, settings: { soloMode: true } } }

  expect(onSale).toContain('mara@example.com has 1 published item and a balance of $32.00.')
  expect(withBalance).toContain('mara@example.com has a balance of $32.00.')
  expect(await payouts()).toMatchObject([{ state: 'processing' }])
  expect(withPayout).toContain('mara@example.com has an open payout.')
  await expect(requireSoloAtStart(atStart)).rejects.toThrow('mara@example.com has an open payout.')
  expect((await w.visitor().call(getInstance)).body).toMatchObject({ isSolo: false, feeBasisPoints: 2_000 })
})

test('while it is on there is no fee, no Pro, no payout and no other creator, and all is back afterwards', async () => {
  const { w, admin } = await payoutFixture()
  const mara = await w.creator('mara@example.com')
  const item = await admin.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '0.01' })
  const sells = () => w.visitor().purchase(item.id, { customAmount: '10.00' })
  const sets = (body: SettingChanges) => admin.call(updateInstanceSettings, { body })
  const planOfAdmin = async () => (await admin.call(getUser)).body?.plan
  await sets({ payoutDay: 5 })
  await sells()

  const turnedOn = await sets({ soloMode: true })
  await sells()
  w.clock.advance(35 * dayMs)
  await startCalendarRun(w.ports)
  const during = (await w.visitor().call(getInstance)).body
  const listed = (await admin.call(listInstanceSettings)).body.settings
  const planDuring = await planOfAdmin()
  const refused = [
    await admin.call(processPayouts, { body: march }),
    await admin.call(getPayee),
    await admin.call(createSubscription),
  ]
  await expect(mara.publishText()).rejects.toThrow('Only the owner of this site sells here')
  const terms = (await w.visitor().call(getLegalPage, { params: { page: 'terms' } })).body
  await expect(w.creator('jonah@example.com')).rejects.toThrow('isn’t taking new accounts')
  await expect(transferOwnership(w.ports, 'mara@example.com')).rejects.toThrow('Only the owner sells')
  await admin.call(invitePerson, { body: { email: 'books@example.com', role: 'accountant' } })
  await w.creator('books@example.com')
  await sets({ soloMode: false })
  await sells()

  expect(turnedOn.status).toBe(200)
  expect(during).toMatchObject({
    isSolo: true,
    signUp: 'closed',
    feeBasisPoints: 0,
    proPrice: null,
    payoutDay: 0,
  })
  expect(listed).toContainEqual(expect.objectContaining({ key: 'feeBasisPoints', value: 2_000 }))
  expect([planDuring, await planOfAdmin()]).toEqual(['pro', 'creator'])
  expect(refused.map(({ status, body }) => [status, Object(body).message])).toEqual(
    refused.map(() => [404, goneInSoloModeMessage]),
  )
  expect(terms.html).toContain('We made what we sell here.')
  expect(terms.html).not.toMatch(/\bfee\b|Pro\b/)
  expect(await w.db.select().from(payoutRuns)).toEqual([])
  expect(
    (await w.db.select().from(purchases).orderBy(purchases.id)).map((row) => row.platformFeeAmount),
  ).toEqual([200, 0, 200])
  expect((await w.db.select().from(users).where(eq(users.email, 'admin@example.com')))[0]?.plan).toBe(
    'creator',
  )
  expect(await checkLedger(w)).toEqual([])
})
