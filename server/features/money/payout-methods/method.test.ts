import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { setPayoutCountry, setPayoutMethod } from '../../../../contract/payouts.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { users } from '../../../db/schema/index.ts'
import { decryptPayoutDetails } from '../../people/accounts/payout-details.ts'

const paypal = { payoutMethod: 'paypal', payoutEmail: 'mara@pay.example' }
const wise = { payoutMethod: 'wise', payoutEmail: 'somebody@else.example' }

test('a payout method is set, and payouts are enabled', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const before = (await mara.call(getUser)).body
  const { status, body } = await mara.call(setPayoutMethod, { body: paypal })

  expect(before).toMatchObject({ payoutEnabled: false, payoutMethod: null })
  const shown = { payoutMethod: 'paypal', payoutEmail: 'm•••@pay.example' }
  expect([status, body]).toEqual([200, shown])
  expect((await mara.call(getUser)).body).toMatchObject({ payoutEnabled: true, ...shown })
})

test('a change is emailed to the account and to the old payout email, which sees the new one masked', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(setPayoutMethod, { body: paypal })
  await mara.call(setPayoutMethod, { body: wise })
  await mara.call(setPayoutMethod, { body: wise }) // no change, no email
  await w.runJobs()

  const notices = (await w.mailbox.list()).filter(({ subject }) => subject.startsWith('Your payout method'))
  expect(notices.map(({ to }) => to).toSorted()).toEqual([
    'mara@example.com',
    'mara@example.com',
    'mara@pay.example',
  ])
  const noticeToOldAddress = notices.find(({ to }) => to === 'mara@pay.example')
  const text = (await w.mailbox.read(noticeToOldAddress?.id ?? ''))?.text
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
  const recent = await again.call(setPayoutMethod, { body: wise })

  expect([stale.status, stale.body]).toMatchObject([403, { code: 'reauthentication_required' }])
  expect(recent.status).toBe(200)
})

test('a bank account is stored encrypted, and its owner and the email see the last four digits', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const payoutEmail = 'Mara Lind, IBAN DE89 3704 0044 0532 0130 00'

  const { status, body } = await mara.call(setPayoutMethod, { body: { payoutMethod: 'bank', payoutEmail } })
  await w.runJobs()

  const shown = { payoutMethod: 'bank', payoutEmail: 'account ending in 3000' }
  expect([status, body]).toEqual([200, shown])
  expect((await mara.call(getUser)).body).toMatchObject({ payoutEnabled: true, ...shown })
  const [row] = await w.db.select().from(users)
  expect(row?.payoutEmail).toMatch(/^v1\.test\.[\w-]+$/)
  expect(decryptPayoutDetails(w.ports, mara.id, row?.payoutEmail ?? '')).toBe(
    'Mara Lind, IBAN DE89370400440532013000',
  )
  const email = (await w.mailbox.list()).find(({ subject }) => subject === 'Your payout method was changed')
  expect((await w.mailbox.read(email?.id ?? ''))?.text).toContain('Bank transfer, account ending in 3000')
})

test('a change from a destination without an email address is emailed to the account only', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(setPayoutMethod, { body: { payoutMethod: 'cashapp', payoutEmail: 'maralind' } })
  await mara.call(setPayoutMethod, { body: paypal })
  await w.runJobs()

  const notices = (await w.mailbox.list()).filter(({ subject }) => subject.startsWith('Your payout method'))
  expect(notices.map(({ to }) => to)).toEqual(['mara@example.com', 'mara@example.com'])
})

test('a destination is checked by its method', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { status, body } = await mara.call(setPayoutMethod, {
    body: { payoutMethod: 'cashapp', payoutEmail: '$not a tag' },
  })

  expect([status, body]).toMatchObject([
    400,
    { fields: { payoutEmail: 'Enter your $cashtag, such as $maralind' } },
  ])
})

test('an unknown method and an empty destination are rejected at their fields', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { status, body } = await mara.call(setPayoutMethod, { body: { payoutMethod: '', payoutEmail: '' } })

  expect([status, body]).toMatchObject([
    400,
    {
      fields: {
        payoutMethod: 'Choose a payout method',
        payoutEmail: 'Enter your payout details',
      },
    },
  ])
})

test('a method that does not pay to the creator’s country is rejected with a sentence', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(setPayoutCountry, { body: { country: 'DE' } })

  const venmo = await mara.call(setPayoutMethod, {
    body: { payoutMethod: 'venmo', payoutEmail: '@mara-lind' },
  })

  expect([venmo.status, venmo.body]).toMatchObject([
    400,
    { fields: { payoutMethod: 'Venmo can’t pay to Germany. Choose another method.' } },
  ])
  expect((await mara.call(setPayoutMethod, { body: paypal })).status).toBe(200)
})
