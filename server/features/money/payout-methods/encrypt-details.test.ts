import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { listAlerts } from '../../../../contract/admin-overview.ts'
import { exportMassPaymentFile } from '../../../../contract/payout-runs.ts'
import { setPayoutMethod } from '../../../../contract/payouts.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { payouts, users } from '../../../db/schema/index.ts'
import { keyIdOf } from '../../people/accounts/payout-details.ts'
import { encryptStoredDetails } from './encrypt-details.ts'

const iban = 'DE89370400440532013000'

/** Two creators with a payout each, one to a bank account. */
async function twoPayouts() {
  const fixture = await payoutFixture()
  const mara = await fixture.seller('mara@example.com', { method: false })
  const jonas = await fixture.seller('jonas@example.com')
  const body = { payoutMethod: 'bank', payoutEmail: `Mara Lind, IBAN ${iban}` }
  await mara.call(setPayoutMethod, { body })
  for (const creator of [mara, jonas]) await creator.sells('100.00')
  await fixture.processes()
  const file = async (method: string) =>
    String((await fixture.admin.call(exportMassPaymentFile, { query: { ...march, method } })).body)
  const keyIds = async () => {
    const accounts = await fixture.w.db.select({ stored: users.payoutEmail }).from(users)
    const rows = await fixture.w.db.select({ stored: payouts.destination }).from(payouts)
    return [...accounts, ...rows].flatMap(({ stored }) => (stored ? [keyIdOf(stored)] : []))
  }
  return { ...fixture, mara, jonas, file, keyIds }
}

/** Makes rows as version 0.2 stored them. */
async function storeInClear({ w, mara }: Awaited<ReturnType<typeof twoPayouts>>) {
  const details = `Mara Lind, IBAN ${iban}`
  await w.db.update(users).set({ payoutEmail: details, payoutMask: null }).where(eq(users.id, mara.id))
  await w.db
    .update(payouts)
    .set({ destination: details, destinationMask: null })
    .where(eq(payouts.creatorId, mara.id))
}

test('details in clear are encrypted once, while screens show them masked all the time', async () => {
  const fixture = await twoPayouts()
  await storeInClear(fixture)
  const { w, mara, file, keyIds } = fixture
  const shown = async () => (await mara.call(getUser)).body.payoutEmail
  const before = await shown()

  const counts = [await encryptStoredDetails(w.ports), await encryptStoredDetails(w.ports)]

  expect([before, await shown()]).toEqual(['account ending in 3000', 'account ending in 3000'])
  expect(counts).toEqual([2, 0])
  expect(await keyIds()).toEqual(['test', 'test', 'test', 'test'])
  expect(await file('bank')).toContain(`Mara Lind, IBAN ${iban}`)
})

test('a new key re-encrypts everything, also from two processes at once, and the old one can go', async () => {
  const { w, file, keyIds } = await twoPayouts()
  const next = { id: 'next', key: Buffer.alloc(32, 9) }
  Object.assign(w.ports, { payoutKeys: [next, ...w.ports.payoutKeys] })

  await Promise.all([encryptStoredDetails(w.ports), encryptStoredDetails(w.ports)])
  Object.assign(w.ports, { payoutKeys: [next] })

  expect(await keyIds()).toEqual(['next', 'next', 'next', 'next'])
  expect(await file('bank')).toContain(iban)
})

test.each([
  ['missing', 'other', 'which is missing'],
  ['another one of the same name', 'test', 'has another value'],
])(
  'a key that is %s raises an alert, and blocks no other creator’s row of the payout file',
  async (_, id, reason) => {
    const { w, admin, jonas, keyIds, file } = await twoPayouts()
    await w.db.update(payouts).set({ method: 'bank' })
    const { payoutKeys } = w.ports
    Object.assign(w.ports, { payoutKeys: [{ id, key: Buffer.alloc(32, 9) }] })
    await encryptStoredDetails(w.ports)

    const raised = (await admin.call(listAlerts)).body.alerts
    await w.db
      .update(payouts)
      .set({ destination: 'IBAN DE02' })
      .where(eq(payouts.creatorId, String(jonas.id)))
    const rows = await file('bank')
    Object.assign(w.ports, { payoutKeys })
    await encryptStoredDetails(w.ports)

    expect(raised).toMatchObject([{ kind: 'payout-key-missing', detail: expect.stringContaining(reason) }])
    expect(rows).toContain('IBAN DE02')
    expect(rows.match(/Can’t be read: see the alerts/g)).toHaveLength(1)
    expect(await keyIds()).toEqual(['test', 'test', 'test', 'test'])
    expect((await admin.call(listAlerts)).body.alerts).toEqual([])
  },
)
