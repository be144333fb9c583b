import { expect, test } from 'vitest'
import { getUser } from '../../../contract/accounts.ts'
import { setPayoutMethod } from '../../../contract/payouts.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

const paypal = { payoutMethod: 'paypal', payoutEmail: 'mara@pay.example' }
const wise = { payoutMethod: 'wise', payoutEmail: 'somebody@else.example' }

test('a payout method is set, and payouts are enabled', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const before = (await mara.call(getUser)).body
  const { status, body } = await mara.call(setPayoutMethod, { body: paypal })

  expect(before).toMatchObject({ payoutEnabled: false, payoutMethod: null })
  expect([status, body]).toEqual([200, paypal])
  expect((await mara.call(getUser)).body).toMatchObject({ payoutEnabled: true, ...paypal })
})

test('a change is emailed to the account and to the old payout email, which sees the new one masked', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(setPayoutMethod, { body: paypal })
  await mara.call(setPayoutMethod, { body: wise })
  await mara.call(setPayoutMethod, { body: wise }) // no change, no email
  await w.runJobs()

  const told = (await w.mailbox.list()).filter(({ subject }) => subject.startsWith('Your payout method'))
  expect(told.map(({ to }) => to).toSorted()).toEqual([
    'mara@example.com',
    'mara@example.com',
    'mara@pay.example',
  ])
  const old = told.find(({ to }) => to === 'mara@pay.example')
  const text = (await w.mailbox.read(old?.id ?? ''))?.text
  expect(text).toContain('Wise, s•••@else.example')
  expect(text).not.toContain('somebody@')
})

test('eleven minutes after signing in, changing the method needs another sign-in', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(setPayoutMethod, { body: paypal })
  await w.probe.backdateSessions(w.clock.now(), 11 * 60_000)

  const stale = await mara.call(setPayoutMethod, { body: wise })
  const again = await w.creator()
  const fresh = await again.call(setPayoutMethod, { body: wise })

  expect([stale.status, stale.body]).toMatchObject([403, { code: 'reauthentication_required' }])
  expect(fresh.status).toBe(200)
})

test('an unknown method and an invalid email are rejected at their fields', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { status, body } = await mara.call(setPayoutMethod, { body: { payoutMethod: '', payoutEmail: 'x' } })

  expect([status, body]).toMatchObject([
    400,
    {
      fields: {
        payoutMethod: 'Choose a payout method',
        payoutEmail: 'Enter an email address like name@example.com',
      },
    },
  ])
})
