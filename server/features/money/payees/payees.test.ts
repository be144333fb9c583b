import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { remindPayoutMethod } from '../../../../contract/admin-payouts.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { checkVatId, getPayee, readPayee, savePayee } from '../../../../contract/payees.ts'
import { previewPayouts } from '../../../../contract/payout-runs.ts'
import { business, payeeFixture, person } from '../../../../tests/support/payee-fixture.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { startVatRegister } from '../../../../tests/support/vat-register.ts'
import { payees, payouts } from '../../../db/schema/index.ts'
import { encryptStoredDetails } from '../payout-methods/encrypt-details.ts'
import { eraseOldPayees } from './erase.ts'
import { recheckVatIds } from './recheck.ts'

test('payee details are stored encrypted, shown masked, and given back in clear after a sign-in', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const saved = await mara.call(savePayee, { body: { ...person, taxNumber: 'vtl mra 88c49 l424r' } })

  expect(saved.body.details).toMatchObject({
    kind: 'person',
    legalName: 'Mara Vitale',
    birthYear: '1988',
    address: 'Via San Nicolò 12, 34121 Trieste, Italy',
    taxNumberEnd: '424R',
    vatId: null,
  })
  const [row] = await w.db.select().from(payees)
  expect(row).toMatchObject({ kind: 'person', country: 'IT', vatState: 'none' })
  expect(row?.details).toMatch(/^v1\.test\.[\w-]+$/)
  expect(JSON.stringify(saved.body)).not.toMatch(/1988-03-09|VTLMRA/)
  expect((await mara.call(readPayee)).body.details).toEqual(person)
})

test('details that are wrong have a sentence at each field, and nothing is stored', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { status, body } = await mara.call(savePayee, {
    body: { ...person, birthDate: '1988-02-30', taxNumber: '12', city: '' },
  })

  expect([status, body]).toMatchObject([
    400,
    {
      fields: {
        birthDate: 'Enter your date of birth',
        taxNumber: 'Enter a number like VTLMRA88C49L424R',
        city: 'Enter the city',
      },
    },
  ])
  expect(await w.db.select().from(payees)).toEqual([])
})

test('saving, changing and reading in clear need a recent sign-in, and each change is emailed once', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(savePayee, { body: person })
  await mara.call(savePayee, { body: person })
  await mara.call(savePayee, { body: { ...person, city: 'Udine' } })
  await w.probe.backdateSessions(w.clock.now(), 11 * 60_000)

  const answers = [await mara.call(savePayee, { body: business }), await mara.call(readPayee)]

  expect(answers.map(({ status, body }) => [status, 'code' in body && body.code])).toEqual([
    [403, 'reauthentication_required'],
    [403, 'reauthentication_required'],
  ])
  const emails = await sentEmailsTo(w, 'mara@example.com')
  expect(emails.map(({ subject }) => subject).filter((subject) => subject.includes('payee'))).toEqual([
    'Your payee details were changed',
    'Your payee details are saved',
  ])
})

test('in live mode a payout waits for payee details, and the run after them pays and names them', async () => {
  const { w, admin, seller, sellsMore, processes } = await payeeFixture()
  const mara = await seller('mara@example.com')
  await sellsMore(mara, '100.00')

  const preview = (await admin.call(previewPayouts, { query: march })).body
  const waiting = await processes()
  const reminded = await admin.call(remindPayoutMethod, { params: { id: Number(mara.id) } })
  const state = (await mara.call(getPayee)).body
  await mara.call(savePayee, { body: person })
  const paid = await processes()

  const skipped = [{ reason: 'payee_details_missing', message: 'No payee details', amount: '80.00' }]
  expect(preview.skipped).toMatchObject(skipped)
  expect(waiting).toMatchObject({ paidCount: 0, skipped })
  expect(reminded.status).toBe(200)
  expect((await sentEmailsTo(w, 'mara@example.com')).map(({ text }) => text).join()).toContain(
    'we have to know who we pay',
  )
  expect(state).toMatchObject({ rule: 'required', requiredFrom: null, reachesIt: true, details: null })
  expect(paid).toMatchObject({ paidCount: 1, amount: '80.00' })
  const [payee] = await w.db.select().from(payees)
  expect(await w.db.select().from(payouts)).toMatchObject([{ payeeId: payee?.id }])
})

test('with test payments they are asked for, and hold nothing', async () => {
  const { seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')

  expect((await mara.call(getPayee)).body).toMatchObject({ rule: 'asked' })
  expect(await processes()).toMatchObject({ paidCount: 1 })
})

test('a setting frees sums below an amount in a year, and another turns asking off', async () => {
  const { admin, seller, sellsMore, processes } = await payeeFixture()
  const mara = await seller('mara@example.com')
  const set = (body: object) => admin.call(updateInstanceSettings, { body })
  await set({ payeeDetailsFrom: '150.00' })
  await sellsMore(mara, '100.00')
  const below = await processes()
  await sellsMore(mara, '100.00')

  const reached = await processes()
  await set({ payeeDetails: 'off' })
  const off = (await mara.call(getPayee)).body
  const paid = await processes()

  expect(below).toMatchObject({ paidCount: 1, amount: '80.00' })
  expect(reached).toMatchObject({ paidCount: 0, skipped: [{ reason: 'payee_details_missing' }] })
  expect(off).toMatchObject({ rule: 'off', requiredFrom: '150.00', reachesIt: true })
  expect(paid).toMatchObject({ paidCount: 1, amount: '80.00' })
})

test('a change keeps what a payout was made with, and deletes what none was', async () => {
  const { w, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  await mara.call(savePayee, { body: person })
  await mara.call(savePayee, { body: { ...person, city: 'Udine' } })
  await processes()
  await mara.call(savePayee, { body: business })

  const rows = await w.db.select().from(payees).orderBy(payees.id)

  expect(rows.map(({ kind, replacedAt }) => [kind, replacedAt !== null])).toEqual([
    ['person', true],
    ['business', false],
  ])
  expect((await w.db.select().from(payouts))[0]?.payeeId).toBe(rows[0]?.id)
})

test('a new key encrypts payee details again', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(savePayee, { body: person })
  const next = { id: 'next', key: Buffer.alloc(32, 9) }
  Object.assign(w.ports, { payoutKeys: [next, ...w.ports.payoutKeys] })

  await encryptStoredDetails(w.ports)
  Object.assign(w.ports, { payoutKeys: [next] })

  expect((await mara.call(readPayee)).body.details).toEqual(person)
  Object.assign(w.ports, { payoutKeys: [{ id: 'other', key: next.key }] })
  expect((await mara.call(getPayee)).body).toMatchObject({ details: null, isUnreadable: true })
})

test('the register is asked when the field is left and when details are saved', async () => {
  const register = await startVatRegister()
  register.answers({ body: { valid: true, name: 'VITALE SUONO SRL', address: 'TRIESTE' } })
  const w = await createTestApp({ env: register.env })
  const mara = await w.creator()

  const left = await mara.call(checkVatId, { body: { vatId: 'it 01234567890' } })
  const saved = await mara.call(savePayee, { body: business })

  const valid = { state: 'valid', name: 'VITALE SUONO SRL', address: 'TRIESTE' }
  expect(left.body).toMatchObject(valid)
  expect(saved.body.details?.vat).toMatchObject({ ...valid, checkedAt: w.clock.now().toISOString() })
  expect(register.asked).toHaveLength(2)
})

test('a register that is down stops no one, and is asked again in the night', async () => {
  const register = await startVatRegister()
  register.isDown()
  const w = await createTestApp({ env: register.env })
  const mara = await w.creator()
  const saved = await mara.call(savePayee, { body: business })

  await recheckVatIds(w.ports)
  const still = (await mara.call(getPayee)).body
  register.answers({ body: { valid: false } })
  await recheckVatIds(w.ports)
  const answered = (await mara.call(getPayee)).body
  await recheckVatIds(w.ports)

  expect([saved.body, still].map(({ details }) => details?.vat.state)).toEqual(['pending', 'pending'])
  expect(answered.details?.vat.state).toBe('invalid')
  expect(register.asked).toHaveLength(3)
  const notices = (await sentEmailsTo(w, 'mara@example.com')).filter(({ subject }) => subject.includes('VAT'))
  expect(notices.map(({ text }) => text).join()).toContain('We looked IT01234567890 up again')
})

test('the details of a payout go when the years of its books are over, of a closed account too', async () => {
  const { w, admin, seller, processes } = await payoutFixture()
  await admin.call(updateInstanceSettings, { body: { payeeRetentionYears: 2 } })
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  await mara.call(savePayee, { body: person })
  await processes()
  await w.db.update(payees).set({ replacedAt: w.clock.now() }).where(eq(payees.creatorId, mara.id))

  w.clock.advance(2 * 366 * 24 * 3_600_000)
  await eraseOldPayees(w.ports)
  const before = await w.db.select().from(payees)
  w.clock.advance(366 * 24 * 3_600_000)
  await eraseOldPayees(w.ports)

  expect(before).toHaveLength(1)
  expect(await w.db.select().from(payees)).toEqual([])
  expect(await w.db.select().from(payouts)).toMatchObject([{ payeeId: null, amount: 8_000 }])
})
