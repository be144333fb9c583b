import { expect, test } from 'vitest'
import type { TestCard } from '../../../contract/sandbox.ts'
import { sandboxFixture } from '../../../tests/support/test-sandbox.ts'

async function checkout() {
  const opened = await sandboxFixture()
  const { sandbox } = opened
  const order = { checkoutId: '1', contentId: 2, amount: 500, currency: 'USD', description: 'Sunset pack' }
  const { paymentId, clientSecret } = await sandbox.createPayment(order, 'pi:1')
  const pay = (card: TestCard, returnUrl = '/success?content_id=2') =>
    sandbox.confirm({ clientSecret, card, receiptEmail: 'fan@example.com', returnUrl })
  const returned = (status: string) => ({
    status: 'redirect',
    url: `/success?content_id=2&payment_intent=${paymentId}&payment_intent_client_secret=${clientSecret}&redirect_status=${status}`,
  })
  const read = () => sandbox.getPayment(paymentId)
  return { ...opened, paymentId, clientSecret, pay, returned, read }
}

test('4242 is paid at once and redirects to the form’s return page', async () => {
  const { pay, returned, read } = await checkout()

  expect(await pay('paid')).toEqual(returned('succeeded'))
  expect(await read()).toMatchObject({ state: 'paid', amountReceived: 500, buyerEmail: 'fan@example.com' })
})

test.each([
  ['declined', 'Your card was declined. Try another card, or contact your bank.'],
  ['insufficient_funds', 'This card has insufficient funds. Try another card.'],
  ['expired_card', 'This card has expired. Check the date, or try another card.'],
  ['incorrect_cvc', 'The security code is incorrect. Check the digits on the back of your card.'],
  ['processing_error', 'Your bank didn’t respond in time, and you weren’t charged. Try again in a moment.'],
] as const)('%s fails with a message, and another card pays', async (card, message) => {
  const { pay, returned, read } = await checkout()

  expect(await pay(card)).toEqual({ status: 'failed', code: card, message })
  expect(await read()).toMatchObject({ state: 'open', amountReceived: 0, failure: { code: card, message } })

  expect(await pay('paid')).toEqual(returned('succeeded'))
  const paid = await read()
  expect(paid.state).toBe('paid')
  expect(paid.failure).toBeUndefined()
})

test('3155 redirects to the 3-D Secure page and is paid when that is completed', async () => {
  const { sandbox, clientSecret, pay, returned, read } = await checkout()

  const redirect = await pay('authenticate')
  expect(redirect).toEqual({
    status: 'redirect',
    url: `/sandbox/authenticate?client_secret=${encodeURIComponent(clientSecret)}`,
  })
  expect(await read()).toMatchObject({ state: 'action_required', amountReceived: 0 })

  expect(await sandbox.authenticate({ clientSecret, outcome: 'complete' })).toEqual(returned('succeeded'))
  expect((await read()).state).toBe('paid')
  expect(await sandbox.authenticate({ clientSecret, outcome: 'fail' })).toEqual(returned('succeeded'))
  expect((await read()).state).toBe('paid')
})

test.each([
  ['fail', 'authentication_failed'],
  ['cancel', 'authentication_canceled'],
] as const)('3-D Secure that ends in %s returns as failed, and another card pays', async (outcome, code) => {
  const { sandbox, clientSecret, pay, returned, read } = await checkout()
  await pay('authenticate')

  expect(await sandbox.authenticate({ clientSecret, outcome })).toEqual(returned('failed'))
  expect(await read()).toMatchObject({ state: 'open', amountReceived: 0, failure: { code } })
  expect(await sandbox.authenticate({ clientSecret, outcome: 'complete' })).toEqual(returned('failed'))
  expect((await read()).state).toBe('open')

  expect(await pay('paid')).toEqual(returned('succeeded'))
})

test('a buyer who leaves 3-D Secure can pay with another card', async () => {
  const { pay, returned } = await checkout()
  await pay('authenticate')

  expect(await pay('paid')).toEqual(returned('succeeded'))
})

test('the slow card is processing for ten seconds by the clock, then paid', async () => {
  const { pay, returned, read, advanceSeconds, sandbox, paymentId } = await checkout()

  expect(await pay('slow')).toEqual(returned('succeeded'))
  expect(await read()).toMatchObject({ state: 'processing', amountReceived: 0 })
  advanceSeconds(9.999)
  expect((await sandbox.cancelPayment(paymentId)).state).toBe('processing')
  advanceSeconds(0.001)

  expect(await read()).toMatchObject({ state: 'paid', amountReceived: 500 })
})

test('a second confirmation of a paid payment redirects to the return page and changes nothing', async () => {
  const { pay, returned, read } = await checkout()
  await pay('paid')

  expect(await pay('declined')).toEqual(returned('succeeded'))
  expect(await read()).toMatchObject({ state: 'paid', amountReceived: 500 })
})

test('a double click pays once, and both redirect', async () => {
  const { pay, returned, read } = await checkout()

  expect(await Promise.all([pay('paid'), pay('paid')])).toEqual([
    returned('succeeded'),
    returned('succeeded'),
  ])
  expect((await read()).amountReceived).toBe(500)
})

test('a canceled payment accepts no card', async () => {
  const { sandbox, paymentId, pay, read } = await checkout()
  await sandbox.cancelPayment(paymentId)

  expect(await pay('paid')).toMatchObject({ status: 'failed', code: 'payment_canceled' })
  expect((await read()).state).toBe('canceled')
})

test('every wrong client secret is the same 404', async () => {
  const { sandbox, clientSecret, paymentId, read } = await checkout()
  const wrong = [
    'pi_sbx_000000000000000000000000_secret_x',
    paymentId,
    `${paymentId}_secret_`,
    clientSecret.slice(0, -1),
    `${clientSecret}x`,
    `${clientSecret}_secret_x`,
    '_secret_',
    '\0',
    `${paymentId}\0_secret_x`,
  ]

  for (const given of wrong) {
    const refused = { name: 'AppError', code: 'not_found', message: 'We couldn’t find that payment.' }
    const body = { clientSecret: given, card: 'paid', receiptEmail: '', returnUrl: '/' } as const
    await expect(sandbox.confirm(body), given).rejects.toMatchObject(refused)
    const response = sandbox.authenticate({ clientSecret: given, outcome: 'complete' })
    await expect(response, given).rejects.toMatchObject(refused)
  }
  expect((await read()).state).toBe('open')
})

test('a return page on another site is rejected before the card is read', async () => {
  const { pay, read } = await checkout()

  const refused = { code: 'invalid_input', fields: { returnUrl: expect.any(String) } }
  await expect(pay('paid', '//evil.example')).rejects.toMatchObject(refused)
  expect((await read()).state).toBe('open')
})

test('an invalid receipt email is rejected, and an empty one is accepted', async () => {
  const { sandbox, clientSecret, read } = await checkout()
  const confirm = (receiptEmail: string) =>
    sandbox.confirm({ clientSecret, card: 'paid', receiptEmail, returnUrl: '/' })

  const refused = { code: 'invalid_input', fields: { receiptEmail: expect.any(String) } }
  await expect(confirm('fan@example.com\r\nBcc: x@example.com')).rejects.toMatchObject(refused)
  await confirm('')

  expect((await read()).buyerEmail).toBeUndefined()
})
