import { expect, test } from 'vitest'
import { sandboxFixture } from '../../../tests/support/test-sandbox.ts'
import { sandboxDeliveries } from '../../db/schema/sandbox.ts'
import { connectContractTests } from '../../ports/connect.contract-test.ts'
import { TransferFailedError } from '../../ports/connect.ts'

const mara = { userId: '5', email: 'mara@example.com' }
const urls = { returnUrl: '/earnings', refreshUrl: '/api/sandbox/connect/onboard' }

type Sandbox = Awaited<ReturnType<typeof sandboxFixture>>['sandbox']

async function visit({ connect }: Sandbox, accountId: string): Promise<string> {
  const { url } = await connect.createOnboardingLink(accountId, urls)
  return new URLSearchParams(url.split('?')[1]).get('token') ?? ''
}

connectContractTests('paying creators through the sandbox', async () => {
  const { sandbox } = await sandboxFixture()
  return {
    connect: sandbox.connect,
    async onboard(accountId) {
      const token = await visit(sandbox, accountId)
      await sandbox.onboarding.finish('1234567890', { token, outcome: 'complete' })
    },
  }
})

async function account() {
  const opened = await sandboxFixture()
  const { sandbox } = opened
  const { accountId } = await sandbox.connect.createAccount(mara, 'acct:5')
  const order = { payoutId: '7', accountId, amount: 2_500, currency: 'USD' }
  const answers = async (outcome: 'complete' | 'leave' | 'restricted') =>
    sandbox.onboarding.finish(mara.userId, { token: await visit(sandbox, accountId), outcome })
  const told = async () =>
    (await opened.db.select().from(sandboxDeliveries)).map(({ type, objectId }) => [type, objectId])
  return { ...opened, accountId, order, answers, told }
}

test.each([
  ['complete', true, true, undefined],
  ['restricted', true, false, 'A copy of your identity document is missing.'],
  ['leave', false, false, 'Your name and your bank account are missing.'],
] as const)(
  'onboarding that ends in %s goes back to the page that asked',
  async (outcome, details, payouts, missing) => {
    const { sandbox, accountId, answers, told } = await account()

    expect(await answers(outcome)).toEqual({ url: '/earnings' })

    expect(await sandbox.connect.getAccount(accountId)).toEqual({
      accountId,
      detailsSubmitted: details,
      payoutsEnabled: payouts,
      requirementsDue: missing,
    })
    expect(await told()).toEqual(outcome === 'leave' ? [] : [['account.updated', accountId]])
  },
)

test('an onboarding link is good for one answer, then leads to the next link', async () => {
  const { sandbox, accountId } = await account()
  const token = await visit(sandbox, accountId)
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

test('somebody else’s onboarding and an unknown one are the same 404', async () => {
  const { sandbox, accountId } = await account()
  const token = await visit(sandbox, accountId)
  const refused = { code: 'not_found', message: 'There is no such onboarding.' }

  await expect(sandbox.onboarding.read('6', token)).rejects.toMatchObject(refused)
  await expect(sandbox.onboarding.read('5', 'A'.repeat(32))).rejects.toMatchObject(refused)
  await expect(sandbox.onboarding.finish('6', { token, outcome: 'complete' })).rejects.toMatchObject(refused)
  await expect(sandbox.onboarding.account('6')).rejects.toMatchObject({ code: 'not_found' })
})

test('a restricted account is paid nothing', async () => {
  const { sandbox, order, answers } = await account()
  await answers('restricted')

  await expect(sandbox.connect.createTransfer(order, 'transfer:7')).rejects.toThrow(TransferFailedError)
})

test('a transfer that was refused stays refused under its key; another key is another try', async () => {
  const { sandbox, order, answers } = await account()
  await expect(sandbox.connect.createTransfer(order, 'transfer:7')).rejects.toThrow(TransferFailedError)
  await answers('complete')

  await expect(sandbox.connect.createTransfer(order, 'transfer:7')).rejects.toThrow(TransferFailedError)
  expect(await sandbox.connect.createTransfer(order, 'transfer:8')).toMatchObject({ state: 'paid' })
})

test.each([0, -1, 1.5, Number.NaN])('a transfer of %d is refused', async (amount) => {
  const { sandbox, order, answers } = await account()
  await answers('complete')

  await expect(sandbox.connect.createTransfer({ ...order, amount }, 'transfer:7')).rejects.toThrow(
    TransferFailedError,
  )
})

test('a key is not taken for another transfer or another person’s account', async () => {
  const { sandbox, order, answers } = await account()
  await answers('complete')
  await sandbox.connect.createTransfer(order, 'transfer:7')

  await expect(sandbox.connect.createTransfer({ ...order, amount: 2_501 }, 'transfer:7')).rejects.toThrow(
    'This key',
  )
  await expect(sandbox.connect.createAccount({ ...mara, userId: '6' }, 'acct:5')).rejects.toThrow('This key')
})

test('transfers are told, come and gone, and stand on the creator’s own page', async () => {
  const { sandbox, order, answers, told, accountId } = await account()
  await answers('complete')
  const { transferId } = await sandbox.connect.createTransfer(order, 'transfer:7')
  await sandbox.connect.reverseTransfer(transferId, 'reverse:7')

  expect(await told()).toEqual([
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
