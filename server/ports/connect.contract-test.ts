import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type ConnectCapability, OnboardingIncompleteError, TransferFailedError } from './connect.ts'

type ConnectFixture = {
  connect: ConnectCapability
  /** Completes the provider's onboarding. */
  onboard(accountId: string): Promise<void>
}

const mara = { userId: '1234567890', email: 'mara@example.com', country: 'US' }
const onboardingUrls = {
  returnUrl: 'https://tips.example/earnings',
  refreshUrl: 'https://tips.example/onboard',
}
const newKey = () => `key:${randomUUID()}`

/** Tests for every provider that pays creators. `open` returns one in USD, for each test. */
export function connectContractTests(name: string, open: () => Promise<ConnectFixture>) {
  async function createAccount() {
    const { connect, onboard } = await open()
    const key = newKey()
    const { accountId } = await connect.createAccount(mara, key)
    const transferRequest = { payoutId: '7', runId: '3', accountId, amount: 2_500, currency: 'USD' }
    return { connect, key, accountId, transferRequest, onboard: () => onboard(accountId) }
  }

  async function createOnboardedAccount() {
    const account = await createAccount()
    await account.onboard()
    return account
  }

  describe(name, () => {
    test('the same idempotency key never creates a second account, also concurrently', async () => {
      const { connect, key, accountId } = await createAccount()

      const again = await Promise.all([1, 2, 3].map(() => connect.createAccount(mara, key)))

      expect(again).toEqual([{ accountId }, { accountId }, { accountId }])
      expect((await connect.createAccount(mara, newKey())).accountId).not.toBe(accountId)
    })

    test('a new account has no payouts enabled, lists its requirements, and has no dashboard', async () => {
      const { connect, accountId, transferRequest } = await createAccount()

      expect(await connect.getAccount(accountId)).toEqual({
        accountId,
        detailsSubmitted: false,
        payoutsEnabled: false,
        requirementsDue: expect.stringMatching(/\w/),
        payoutCurrency: 'USD',
      })
      await expect(connect.createDashboardLink(accountId)).rejects.toThrow(OnboardingIncompleteError)
      await expect(connect.createTransfer(transferRequest, newKey())).rejects.toThrow(TransferFailedError)
    })

    test('a completed account has payouts enabled and a dashboard', async () => {
      const { connect, accountId } = await createOnboardedAccount()

      expect(await connect.getAccount(accountId)).toEqual({
        accountId,
        detailsSubmitted: true,
        payoutsEnabled: true,
        requirementsDue: undefined,
        payoutCurrency: 'USD',
      })
      expect((await connect.createDashboardLink(accountId)).url).toMatch(/^(https:\/)?\/\w/)
    })

    test('createOnboardingLink returns a new URL each time', async () => {
      const { connect, accountId } = await createAccount()

      const first = await connect.createOnboardingLink(accountId, onboardingUrls)
      const second = await connect.createOnboardingLink(accountId, onboardingUrls)

      expect(first.url).toMatch(/^(https:\/)?\/\w/)
      expect(second.url).not.toBe(first.url)
    })

    test('the same idempotency key never transfers twice, also concurrently', async () => {
      const { connect, transferRequest } = await createOnboardedAccount()
      const key = newKey()

      const all = await Promise.all([1, 2, 3, 4].map(() => connect.createTransfer(transferRequest, key)))

      expect(new Set(all.map(({ transferId }) => transferId)).size).toBe(1)
      const [transfer] = all
      expect(transfer).toMatchObject({ amount: 2_500, state: 'paid', amountReversed: 0 })
      expect(await connect.getTransfer(transfer?.transferId ?? '')).toEqual(transfer)
    })

    test('a transfer is reversed completely, and only once', async () => {
      const { connect, transferRequest } = await createOnboardedAccount()
      const { transferId } = await connect.createTransfer(transferRequest, newKey())
      const key = newKey()
      const reversed = { transferId, amount: 2_500, state: 'reversed', amountReversed: 2_500 }

      expect(await connect.reverseTransfer(transferId, key)).toEqual(reversed)
      expect(await connect.reverseTransfer(transferId, key)).toEqual(reversed)
      expect(await connect.getTransfer(transferId)).toEqual(reversed)
      await expect(connect.reverseTransfer(transferId, newKey())).rejects.toThrow(TransferFailedError)
    })
  })
}
