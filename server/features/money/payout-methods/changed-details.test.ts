import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { downloadPayoutBatch } from '../../../../contract/payout-batches.ts'
import {
  confirmPayoutMethod,
  getNotMe,
  getPayoutMethodState,
  stopPayouts,
} from '../../../../contract/payout-method-state.ts'
import { previewPayouts } from '../../../../contract/payout-runs.ts'
import { getConnectStatus, setPayoutCountry, startConnectOnboarding } from '../../../../contract/payouts.ts'
import { completeSandboxOnboarding } from '../../../../contract/sandbox.ts'
import {
  changedDetailsFixture as fixture,
  mallory,
  stoppedEmail,
  wise,
} from '../../../../tests/support/changed-details-fixture.ts'
import { balancedLedger, march } from '../../../../tests/support/payout-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { payoutMethodStates } from '../../../db/schema/index.ts'
import { forgetEarlierDetails } from './change.ts'
import { encryptStoredDetails } from './encrypt-details.ts'

const dayMs = 24 * 3_600_000

test('changed details wait three days, and payouts go by those of before until then', async () => {
  const { w, mara, admin, state, changesTo, processes, methods } = await fixture()

  await changesTo(wise)
  const waiting = await state()
  const preview = (await admin.call(previewPayouts, { query: march })).body
  await processes()
  await mara.sells('100.00')
  w.clock.advance(3 * dayMs)
  await processes()

  expect(waiting).toMatchObject({
    confirm: null,
    usedFrom: '2026-03-04T12:00:00.000Z',
    usedUntilThen: { payoutMethod: 'paypal', payoutEmail: 'm•••@example.com' },
  })
  expect(preview.payable).toMatchObject([{ payoutMethod: 'paypal', payoutEmail: 'm•••@example.com' }])
  expect(await methods()).toEqual([
    ['paypal', 'm•••@example.com'],
    ['wise', 'm•••@new.example'],
  ])
  expect(await state()).toMatchObject({ usedFrom: null, notMePath: null })
})

test('first details don’t wait, and changing back ends the wait', async () => {
  const { mara, seller, state, changesTo, processes, methods } = await fixture()
  const jonas = await seller('jonas@example.com')

  await changesTo(wise)
  await changesTo({ payoutMethod: 'paypal', payoutEmail: 'mara@example.com' })
  await processes()

  expect((await jonas.call(getPayoutMethodState)).body).toMatchObject({ usedFrom: null })
  expect(await state()).toMatchObject({ usedFrom: null, notMePath: null })
  expect(await methods()).toEqual([['paypal', 'm•••@example.com']])
  expect((await mara.call(getUser)).body.payoutMethod).toBe('paypal')
})

test('a setting changes the days', async () => {
  const { admin, state, changesTo, processes, methods } = await fixture()
  await admin.call(updateInstanceSettings, { body: { payoutDetailsWaitDays: 0 } })

  await changesTo(wise)
  await processes()

  expect(await state()).toMatchObject({ usedFrom: null })
  expect(await methods()).toEqual([['wise', 'm•••@new.example']])
})

test('the emails say from when on, and two changes are told to the address of before both', async () => {
  const { w, changesTo } = await fixture()

  await changesTo({ payoutMethod: 'paypal', payoutEmail: 'mara@other.example' })
  await changesTo(wise)

  const told = (await sentEmailsTo(w, 'mara@example.com')).filter(({ subject }) => subject.includes('payout'))
  expect(told.slice(0, 2).map(({ text }) => text)).toEqual([
    expect.stringContaining(
      'From March 4, 2026, your payouts go to Wise, m•••@new.example. Until then they go to PayPal, m•••@example.com.',
    ),
    expect.stringContaining('From March 4, 2026, your payouts go to PayPal, m•••@other.example.'),
  ])
  expect((await sentEmailsTo(w, 'mara@other.example')).map(({ subject }) => subject)).toEqual([
    'Your payout method was changed',
  ])
})

test('after a return the next run skips the creator until they say that the details are right', async () => {
  const { w, mara, admin, processes, comesBack, state, methods } = await fixture()
  await processes()
  await comesBack()
  const [told] = (await sentEmailsTo(w, 'mara@example.com')).filter(({ subject }) => /returned/.test(subject))

  const preview = (await admin.call(previewPayouts, { query: march })).body
  const skipped = await processes()
  const asked = await state()
  const confirmed = await mara.call(confirmPayoutMethod)
  const again = await mara.call(confirmPayoutMethod)
  const paid = await processes()

  const reason = { reason: 'confirmation_needed', message: 'Payout method not confirmed', amount: '80.00' }
  expect(told?.text).toContain('the next run skips you until you do')
  expect(preview.skipped).toMatchObject([reason])
  expect(skipped).toMatchObject({ paidCount: 0, skipped: [reason] })
  expect(asked.confirm).toEqual({
    reason: 'returned',
    payout: {
      amount: '80.00',
      currency: 'USD',
      returnedAt: '2026-03-01T12:00:00.000Z',
      message: 'PayPal has no account with this address.',
    },
  })
  expect([confirmed.status, confirmed.body.confirm, again.status]).toEqual([200, null, 409])
  expect(paid).toMatchObject({ paidCount: 1, amount: '80.00' })
  expect(await methods()).toHaveLength(2)
})

test('after a return, changed details wait, and those that the payout came back from are not used', async () => {
  const { w, processes, comesBack, changesTo, state, methods } = await fixture()
  await processes()
  await comesBack()

  await changesTo(wise)
  const waiting = await state()
  const skipped = await processes()
  w.clock.advance(3 * dayMs)
  await processes()

  expect(waiting).toMatchObject({ confirm: null, usedUntilThen: null, usedFrom: '2026-03-04T12:00:00.000Z' })
  expect(skipped.skipped).toMatchObject([{ reason: 'details_waiting', message: 'New payout method waits' }])
  expect(await methods()).toEqual([
    ['paypal', 'm•••@example.com'],
    ['wise', 'm•••@new.example'],
  ])
})

test('a return to details that were replaced meanwhile keeps the new ones waiting alone', async () => {
  const { processes, comesBack, changesTo, state } = await fixture()
  await processes()
  await changesTo(wise)

  await comesBack()

  expect(await state()).toMatchObject({
    confirm: null,
    usedUntilThen: null,
    usedFrom: '2026-03-04T12:00:00.000Z',
  })
  expect(await processes()).toMatchObject({ skipped: [{ reason: 'details_waiting' }] })
})

test('typing the same details again confirms them', async () => {
  const { processes, comesBack, changesTo, state } = await fixture()
  await processes()
  await comesBack()

  await changesTo({ payoutMethod: 'paypal', payoutEmail: 'mara@example.com' })

  expect(await state()).toMatchObject({ confirm: null, usedFrom: null })
  expect(await processes()).toMatchObject({ paidCount: 1 })
})

test('It wasn’t me: looking changes nothing, the press stops payouts, restores the details and signs out', async () => {
  const { w, mara, changesTo, links, processes } = await fixture()
  await changesTo(wise)
  const [token = ''] = await links()

  const looked = await w.visitor().call(getNotMe, { params: { token } })
  const still = (await mara.call(getUser)).body
  const pressed = await w.visitor().call(stopPayouts, { params: { token }, body: {} })
  const signedOut = await mara.call(getUser)
  const skipped = await processes()
  const again = await w.creator('mara@example.com')
  const user = (await again.call(getUser)).body

  expect(looked.body).toEqual({ isStopped: false })
  expect(still?.payoutMethod).toBe('wise')
  expect([pressed.status, pressed.headers.location]).toEqual([303, `/stop-payouts/${token}`])
  expect(signedOut.status === 401 || signedOut.body === null).toBe(true)
  expect((await w.visitor().call(getNotMe, { params: { token } })).body).toEqual({ isStopped: true })
  expect(skipped).toMatchObject({ paidCount: 0, skipped: [{ reason: 'confirmation_needed' }] })
  expect(user).toMatchObject({ payoutMethod: 'paypal', payoutEmail: 'm•••@example.com' })
  expect((await sentEmailsTo(w, 'mara@example.com')).map(({ subject }) => subject)).toContain(
    'Your payouts are stopped',
  )
  expect((await again.call(confirmPayoutMethod)).status).toBe(200)
  expect(await processes()).toMatchObject({ paidCount: 1 })
})

test('confirming after It wasn’t me needs a recent sign-in', async () => {
  const { w, changesTo, links } = await fixture()
  await changesTo(wise)
  await w.visitor().call(stopPayouts, { params: { token: (await links())[0] ?? '' }, body: {} })
  const again = await w.creator('mara@example.com')
  await w.probe.backdateSessions(w.clock.now(), 11 * 60_000)

  expect((await again.call(confirmPayoutMethod)).body).toMatchObject({ code: 'reauthentication_required' })
})

test('It wasn’t me: a payout to the stranger leaves the open batch, and the creator has the money again', async () => {
  const { w, mara, admin, changesTo, links, processes, batchOf, payouts, ledgerHealth } = await fixture()
  await changesTo(mallory)
  const [token = ''] = await links()
  w.clock.advance(3 * dayMs)
  await processes()
  const batch = await batchOf('paypal')

  await w.visitor().call(stopPayouts, { params: { token }, body: {} })
  const file = await admin.call(downloadPayoutBatch, { params: { id: batch?.id ?? 0 } })
  const again = await w.creator('mara@example.com')
  const asked = await again.call(getPayoutMethodState)
  await w.probe.backdateSessions(w.clock.now(), 11 * 60_000)
  const confirmed = await again.call(confirmPayoutMethod)

  expect(await payouts()).toMatchObject([{ state: 'returned', batchId: null }])
  expect(String(file.body)).not.toContain(mallory.payoutEmail)
  // It came back to the details of now, which asks for no less than before.
  expect(asked.body).toMatchObject({ confirm: { reason: 'not_me' } })
  expect(confirmed.body).toMatchObject({ code: 'reauthentication_required' })
  expect(await w.probe.alerts()).toEqual([])
  expect((await stoppedEmail(w))?.text).not.toContain('on its way')
  expect(await ledgerHealth()).toEqual(balancedLedger)
  expect(mara.id).toBe(again.id)
})

test('It wasn’t me: of a payout whose file was downloaded the operator and the creator are told', async () => {
  const { w, changesTo, links, processes, fileOf, payouts } = await fixture()
  await changesTo(mallory)
  const [token = ''] = await links()
  w.clock.advance(3 * dayMs)
  await processes()
  await fileOf('paypal')

  await w.visitor().call(stopPayouts, { params: { token }, body: {} })

  const [payout] = await payouts()
  expect(payout).toMatchObject({ state: 'processing', batchId: expect.any(Number) })
  expect(await w.probe.alerts()).toMatchObject([
    {
      kind: 'payout-not-stopped',
      target: `payout/${payout?.id}`,
      message: `Payout ${payout?.id}: the creator says that a change of their payout details wasn’t theirs. Its file was downloaded before.`,
    },
  ])
  expect((await stoppedEmail(w))?.text).toContain('A payout of before may be on its way already')
})

test('It wasn’t me leaves details in use for weeks as they are, and later ones that another link is about', async () => {
  const { w, changesTo, links, state } = await fixture()
  await changesTo(wise)
  const [first = ''] = await links()
  w.clock.advance(41 * dayMs)
  await changesTo({ payoutMethod: 'paypal', payoutEmail: 'mara@third.example' })

  await w.visitor().call(stopPayouts, { params: { token: first }, body: {} })
  const again = await w.creator('mara@example.com')
  const user = (await again.call(getUser)).body

  expect(user).toMatchObject({ payoutMethod: 'paypal', payoutEmail: 'm•••@third.example' })
  expect((await again.call(getPayoutMethodState)).body).toMatchObject({
    confirm: { reason: 'not_me' },
    usedFrom: '2026-04-14T12:00:00.000Z',
  })
  expect(await state()).not.toMatchObject({ confirm: null })
})

test('the first of two changes that wait brings back the details of before both', async () => {
  const { w, changesTo, links } = await fixture()
  await changesTo(mallory)
  w.clock.advance(60_000)
  await changesTo(wise)
  const [first = ''] = await links()

  await w.visitor().call(stopPayouts, { params: { token: first }, body: {} })
  const again = await w.creator('mara@example.com')

  expect((await again.call(getUser)).body).toMatchObject({
    payoutMethod: 'paypal',
    payoutEmail: 'm•••@example.com',
  })
})

test('once the new details are used, the earlier ones are gone', async () => {
  const { w, changesTo } = await fixture()
  await changesTo(wise)
  w.clock.advance(3 * dayMs - 1)
  await forgetEarlierDetails(w.ports)
  const waiting = await w.db.select().from(payoutMethodStates)
  w.clock.advance(1)

  await forgetEarlierDetails(w.ports)

  expect(waiting).toMatchObject([{ previousMethod: 'paypal' }])
  expect(await w.db.select().from(payoutMethodStates)).toEqual([])
})

test('a payout that comes back after It wasn’t me asks for no less', async () => {
  const { w, changesTo, links, processes, fileOf, comesBack } = await fixture()
  await processes()
  await fileOf('paypal')
  await changesTo(wise)
  await w.visitor().call(stopPayouts, { params: { token: (await links())[0] ?? '' }, body: {} })

  await comesBack()
  const again = await w.creator('mara@example.com')
  const asked = (await again.call(getPayoutMethodState)).body
  await w.probe.backdateSessions(w.clock.now(), 11 * 60_000)

  expect(asked).toMatchObject({ confirm: { reason: 'not_me' } })
  expect((await again.call(confirmPayoutMethod)).body).toMatchObject({ code: 'reauthentication_required' })
})

test('a return asks only about the details that it came back from, not about others with the same mask', async () => {
  const { w, processes, comesBack, changesTo, state } = await fixture()
  await processes()
  await changesTo({ payoutMethod: 'paypal', payoutEmail: 'mona@example.com' })
  w.clock.advance(3 * dayMs)

  await comesBack()

  expect(await state()).toMatchObject({ confirm: null })
})

test('a link that is cut off, changed or too old does nothing', async () => {
  const { w, changesTo, links, state } = await fixture()
  await changesTo(wise)
  const [token = ''] = await links()
  const ids = [
    token.slice(0, -1),
    token.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10)),
    'x',
    '1.2.3',
  ]

  for (const id of ids) {
    expect((await w.visitor().call(getNotMe, { params: { token: id } })).status).toBe(404)
    await w.visitor().call(stopPayouts, { params: { token: id }, body: {} })
  }

  expect(await state()).toMatchObject({ usedFrom: '2026-03-04T12:00:00.000Z' })
  w.clock.advance(46 * dayMs)
  expect((await w.visitor().call(getNotMe, { params: { token } })).status).toBe(404)
})

test('a connected account in the place of another method waits too, and It wasn’t me gives it up', async () => {
  const { w, mara, state, processes, methods, links } = await fixture()
  await mara.call(setPayoutCountry, { body: { country: 'US' } })
  const { headers } = await mara.call(startConnectOnboarding, { params: { provider: 'sandbox' } })
  const token = new URL(String(headers.location), 'http://x').searchParams.get('token')
  await mara.call(completeSandboxOnboarding, { body: { token, outcome: 'complete' } })
  await mara.call(getConnectStatus)

  const waiting = await state()
  await processes()
  await w.visitor().call(stopPayouts, { params: { token: (await links())[0] ?? '' }, body: {} })
  const again = await w.creator('mara@example.com')

  expect(waiting).toMatchObject({ transfersFrom: '2026-03-04T12:00:00.000Z', usedFrom: null })
  expect(await methods()).toEqual([['paypal', 'm•••@example.com']])
  expect((await again.call(getConnectStatus)).body).toMatchObject({ payouts_enabled: false })
})

test('details of before are encrypted again with a new key', async () => {
  const { w, changesTo, processes, methods } = await fixture()
  await changesTo(wise)
  const next = { id: 'next', key: Buffer.alloc(32, 9) }
  Object.assign(w.ports, { payoutKeys: [next, ...w.ports.payoutKeys] })

  await encryptStoredDetails(w.ports)
  await processes()

  expect((await w.db.select().from(payoutMethodStates))[0]?.previousDetails).toMatch(/^v1\.next\./)
  expect(await methods()).toEqual([['paypal', 'm•••@example.com']])
})
