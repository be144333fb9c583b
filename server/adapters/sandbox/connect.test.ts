import { expect, test } from 'vitest'
import { sandboxFixture } from '../../../tests/support/test-sandbox.ts'
import { connectContractTests } from '../../ports/connect.contract-test.ts'
import { TransferFailedError } from '../../ports/connect.ts'
import { sandboxDeliveries } from './schema.ts'

const mara = { userId: '5', email: 'mara@example.com', country: 'US' }
const urls = { returnUrl: '/earnings', refreshUrl: '/api/sandbox/connect/onboard' }

type Sandbox = Awaited<ReturnType<typeof sandboxFixture>>['sandbox']

async function createOnboardingToken({ connect }: Sandbox, accountId: string): Promise<string> {
  const { url } = await connect.createOnboardingLink(accountId, urls)
  return new URLSearchParams(url.split('?')[1]).get('token') ?? ''
}

connectContractTests('paying creators through the sandbox', async () => {
  const { sandbox } = await sandboxFixture()
  return {
    connect: sandbox.connect,
    async onboard(accountId) {
      const token = await createOnboardingToken(sandbox, accountId)
      await sandbox.onboarding.finish('1234567890', { token, outcome: 'complete' })
    },
  }
})

async function account() {
  const opened = await sandboxFixture()
  const { sandbox } = opened
  const { accountId } = await sandbox.connect.createAccount(mara, 'acct:5')
  const order = { payoutId: '7', runId: '3', accountId, amount: 2_500, currency: 'USD' }
  const finishOnboarding = async (outcome: 'complete' | 'abandon' | 'restricted') =>
    sandbox.onboarding.finish(mara.userId, {
      token: await createOnboardingToken(sandbox, accountId),
      outcome,
    })
  const events = async () =>
    (await opened.db.select().from(sandboxDeliveries)).map(({ type, objectId }) => [type, objectId])
  return { ...opened, accountId, order, finishOnboarding, listEventTypes: events }
}

test.each([
  ['complete', true, true, undefined],
  ['restricted', true, false, 'A copy of your identity document is missing.'],
  ['abandon', false, false, 'Your name and your bank account are missing.'],
] as const)(
  'onboarding that ends in %s returns to the return page',
  async (outcome, details, payouts, missing) => {
    const { sandbox, accountId, finishOnboarding, listEventTypes } = await account()

    expect(await finishOnboarding(outcome)).toEqual({ url: '/earnings' })

    expect(await sandbox.connect.getAccount(accountId)).toEqual({
      accountId,
      detailsSubmitted: details,
      payoutsEnabled: payouts,
      requirementsDue: missing,
      payoutCurrency: 'USD',
      ...(outcome === 'restricted' && { restriction: 'details_missing' }),
    })
    expect(await listEventTypes()).toEqual(outcome === 'abandon' ? [] : [['account.updated', accountId]])
  },
)

test('an onboarding link works once, then redirects to the refresh page', async () => {
  const { sandbox, accountId } = await account()
  const token = await createOnboardingToken(sandbox, accountId)
  expect(await sandbox.onboarding.read('5', token)).toEqual({ email: mara.email, refreshUrl: null })

  const both = await Promise.all([
    sandbox.onboarding.finish('5', { token, outcome: 'complete' }),
    sandbox.onboarding.finish('5', { token, outcome: 'restricted' }),
  ])

  expect(both.map(({ url }) => url).toSorted()).toEqual([urls.refreshUrl, urls.returnUrl])
  expect(await sandbox.onboarding.read('5', token)).toEqual({
    email: mara.email,
    refreshUrl: urls.refreshUrl,
  })
})

test('another creator’s onboarding and an unknown one are the same 404', async () => {
  const { sandbox, accountId } = await account()
  const token = await createOnboardingToken(sandbox, accountId)
  const refused = { code: 'not_found', message: 'We couldn’t find that onboarding.' }

  await expect(sandbox.onboarding.read('6', token)).rejects.toMatchObject(refused)
  await expect(sandbox.onboarding.read('5', 'A'.repeat(32))).rejects.toMatchObject(refused)
  await expect(sandbox.onboarding.finish('6', { token, outcome: 'complete' })).rejects.toMatchObject(refused)
  await expect(sandbox.onboarding.account('6')).rejects.toMatchObject({ code: 'not_found' })
})

test('a restricted account cannot be paid', async () => {
  const { sandbox, order, finishOnboarding } = await account()
  await finishOnboarding('restricted')

  await expect(sandbox.connect.createTransfer(order, 'transfer:7')).rejects.toThrow(TransferFailedError)
})

test('a rejected transfer stays rejected under its key, and another key is another attempt', async () => {
  const { sandbox, order, finishOnboarding } = await account()
  await expect(sandbox.connect.createTransfer(order, 'transfer:7')).rejects.toThrow(TransferFailedError)
  await finishOnboarding('complete')

  await expect(sandbox.connect.createTransfer(order, 'transfer:7')).rejects.toThrow(TransferFailedError)
  expect(await sandbox.connect.createTransfer(order, 'transfer:8')).toMatchObject({ state: 'paid' })
})

test.each([0, -1, 1.5, Number.NaN])('a transfer of %d is rejected', async (amount) => {
  const { sandbox, order, finishOnboarding } = await account()
  await finishOnboarding('complete')

  await expect(sandbox.connect.createTransfer({ ...order, amount }, 'transfer:7')).rejects.toThrow(
    TransferFailedError,
  )
})

test('an idempotency key is rejected for another transfer or account', async () => {
  const { sandbox, order, finishOnboarding } = await account()
  await finishOnboarding('complete')
  await sandbox.connect.createTransfer(order, 'transfer:7')

  await expect(sandbox.connect.createTransfer({ ...order, amount: 2_501 }, 'transfer:7')).rejects.toThrow(
    'This idempotency key',
  )
  await expect(sandbox.connect.createAccount({ ...mara, userId: '6' }, 'acct:5')).rejects.toThrow(
    'This idempotency key',
  )
})

test('transfers and their reversal send webhooks and are listed on the creator’s dashboard', async () => {
  const { sandbox, order, finishOnboarding, listEventTypes, accountId } = await account()
  await finishOnboarding('complete')
  const { transferId } = await sandbox.connect.createTransfer(order, 'transfer:7')
  await sandbox.connect.reverseTransfer(transferId, 'reverse:7')

  expect(await listEventTypes()).toEqual([
    ['account.updated', accountId],
    ['transfer.created', transferId],
    ['transfer.reversed', transferId],
  ])
  expect(await sandbox.onboarding.account('5')).toMatchObject({
    state: 'complete',
    requirementsDue: null,
    transfers: [{ id: transferId, amount: '25.00', currency: 'USD', state: 'reversed' }],
  })
})
