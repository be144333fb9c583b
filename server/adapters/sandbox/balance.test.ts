import { expect, test } from 'vitest'
import { sandboxFixture } from '../../../tests/support/test-sandbox.ts'
import { sandboxAccounts } from './schema.ts'

/** A complete account, and a transfer of $25.00 to it. */
async function accountFixture(country = 'US') {
  const opened = await sandboxFixture()
  const { connect } = opened.sandbox
  const { accountId } = await connect.createAccount(
    { userId: '5', email: 'mara@example.com', country },
    'acct:5',
  )
  await opened.db.update(sandboxAccounts).set({ state: 'complete' })
  const order = { payoutId: '7', runId: '3', accountId, amount: 2_500, currency: 'USD' }
  const transfer = (key: string) =>
    connect.createTransfer(order, key).catch((error: unknown) => error as Record<string, unknown>)
  return { ...opened, connect, accountId, transfer }
}

test('without a limit every transfer is covered, and the balance is unknown', async () => {
  const { connect, transfer } = await accountFixture()

  expect(await connect.getBalance()).toBeUndefined()
  expect(await transfer('transfer:7')).toMatchObject({ state: 'paid' })
})

test('a transfer over the balance is deferred, and again under its key after the balance grew', async () => {
  const { sandbox, connect, transfer } = await accountFixture()
  await sandbox.simulate.setBalance(2_499)
  const first = await transfer('transfer:7')
  await sandbox.simulate.setBalance(2_500)

  const deferred = { name: 'TransferDeferredError', reason: 'balance_insufficient' }
  expect([first, await transfer('transfer:7')]).toMatchObject([deferred, deferred])
  expect(await transfer('transfer:7:1')).toMatchObject({ state: 'paid' })
  expect(await connect.getBalance()).toMatchObject({ available: 0 })
  expect((await sandbox.onboarding.account('5')).transfers).toHaveLength(1)
})

test('two transfers at once do not overdraw the balance, and a reversal refills it', async () => {
  const { sandbox, connect, transfer } = await accountFixture()
  await sandbox.simulate.setBalance(4_000)

  const both = await Promise.all(['transfer:7', 'transfer:8'].map(transfer))
  const [made] = both.filter((result) => 'transferId' in result)
  await connect.reverseTransfer(String(made?.transferId), 'reverse:7')

  expect(both.filter((result) => 'transferId' in result)).toHaveLength(1)
  expect(await connect.getBalance()).toMatchObject({ available: 4_000 })
})

test.each([
  ['details_missing', 'account_restricted'],
  ['transfers_inactive', 'transfers_inactive'],
  ['disconnected', 'disconnected'],
] as const)('a transfer to an account restricted as %s is rejected as %s', async (restriction, rejection) => {
  const { sandbox, connect, accountId, transfer } = await accountFixture()

  await sandbox.simulate.restrictAccount(accountId, restriction)
  const restricted = await connect.getAccount(accountId)
  const rejected = await transfer('transfer:7')
  await sandbox.simulate.restrictAccount(accountId, null)

  expect(restricted).toMatchObject({ payoutsEnabled: false, restriction })
  expect(rejected).toMatchObject({ name: 'TransferFailedError', rejection })
  expect(await transfer('transfer:8')).toMatchObject({ state: 'paid' })
})

test('an account before onboarding cannot be restricted', async () => {
  const { sandbox } = await sandboxFixture()
  const request = { userId: '5', email: 'mara@example.com', country: 'DE' }
  const { accountId } = await sandbox.connect.createAccount(request, 'acct:5')

  await expect(sandbox.simulate.restrictAccount(accountId, 'rejected')).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await sandbox.connect.getAccount(accountId)).toMatchObject({ payoutCurrency: 'EUR' })
})
