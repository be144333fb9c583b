import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { listAlerts } from '../../../../contract/admin-overview.ts'
import { downloadPayoutBatch, makePayoutBatches } from '../../../../contract/payout-batches.ts'
import { setPayoutMethod } from '../../../../contract/payouts.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { payoutBatches, payouts, users } from '../../../db/schema/index.ts'
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
  const keyIds = async () => {
    const accounts = await fixture.w.db.select({ stored: users.payoutEmail }).from(users)
    const rows = await fixture.w.db.select({ stored: payouts.destination }).from(payouts)
    const files = await fixture.w.db.select({ stored: payoutBatches.fileEncrypted }).from(payoutBatches)
    return [...accounts, ...rows, ...files].flatMap(({ stored }) => (stored ? [keyIdOf(stored)] : []))
  }
  return { ...fixture, mara, jonas, keyIds }
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
  const { w, mara, fileOf, keyIds } = fixture
  const shown = async () => (await mara.call(getUser)).body.payoutEmail
  const before = await shown()

  const counts = [await encryptStoredDetails(w.ports), await encryptStoredDetails(w.ports)]

  expect([before, await shown()]).toEqual(['account ending in 3000', 'account ending in 3000'])
  expect(counts).toEqual([2, 0])
  expect(await keyIds()).toEqual(['test', 'test', 'test', 'test'])
  expect(await fileOf('bank')).toContain(`Mara Lind,${iban},`)
})

test('a new key re-encrypts everything, also from two processes at once, and the old one can go', async () => {
  const { w, fileOf, keyIds } = await twoPayouts()
  const before = await fileOf('bank')
  const next = { id: 'next', key: Buffer.alloc(32, 9) }
  Object.assign(w.ports, { payoutKeys: [next, ...w.ports.payoutKeys] })

  await Promise.all([encryptStoredDetails(w.ports), encryptStoredDetails(w.ports)])
  Object.assign(w.ports, { payoutKeys: [next] })

  expect(await keyIds()).toEqual(['next', 'next', 'next', 'next', 'next'])
  // Of a file that was downloaded before, to the byte.
  expect(await fileOf('bank')).toBe(before)
  expect(before).toContain(iban)
})

test.each([
  ['missing', 'other', 'which is missing'],
  ['another one of the same name', 'test', 'has another value'],
])('a key that is %s raises an alert until it is back', async (_, id, reason) => {
  const { w, admin, keyIds } = await twoPayouts()
  const { payoutKeys } = w.ports
  Object.assign(w.ports, { payoutKeys: [{ id, key: Buffer.alloc(32, 9) }] })
  await encryptStoredDetails(w.ports)

  const raised = (await admin.call(listAlerts)).body.alerts
  Object.assign(w.ports, { payoutKeys })
  await encryptStoredDetails(w.ports)

  expect(raised).toMatchObject([{ kind: 'payout-key-missing', detail: expect.stringContaining(reason) }])
  expect(await keyIds()).toEqual(['test', 'test', 'test', 'test'])
  expect((await admin.call(listAlerts)).body.alerts).toEqual([])
})

test('a payout whose key is missing leaves its batch, and holds up no other creator’s row of the file', async () => {
  const { w, admin, jonas, fileOf, batchOf } = await twoPayouts()
  await w.db.update(payouts).set({ method: 'bank', batchId: null })
  await admin.call(makePayoutBatches, { body: {} })
  const { payoutKeys } = w.ports
  const next = { id: 'next', key: Buffer.alloc(32, 9) }
  Object.assign(w.ports, { payoutKeys: [next] })
  await w.db
    .update(payouts)
    .set({ destination: 'Jo, IBAN DE02120300000000202051' })
    .where(eq(payouts.creatorId, String(jonas.id)))

  const rows = await fileOf('bank')
  Object.assign(w.ports, { payoutKeys: [next, ...payoutKeys] })
  await admin.call(makePayoutBatches, { body: {} })

  expect(rows.trimEnd().split('\r\n')).toHaveLength(2)
  expect(rows).toContain('DE02120300000000202051')
  expect(await batchOf('bank')).toMatchObject({ number: '2603-4', payoutCount: 1 })
  expect(await fileOf('bank')).toContain(iban)
})

test('no file is made and encrypted with a key that has another value than before', async () => {
  const { w, admin, fileOf, batchOf } = await twoPayouts()
  const { payoutKeys } = w.ports
  Object.assign(w.ports, { payoutKeys: [{ id: 'test', key: Buffer.alloc(32, 9) }] })

  const params = { id: (await batchOf('bank'))?.id ?? 0 }
  const refused = await admin.call(downloadPayoutBatch, { params })
  Object.assign(w.ports, { payoutKeys })

  expect(refused.status).toBe(409)
  expect(await fileOf('bank')).toContain(iban)
})
