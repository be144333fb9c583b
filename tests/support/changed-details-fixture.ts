import { getPayoutMethodState } from '../../contract/payout-method-state.ts'
import { markPayoutReturned } from '../../contract/payout-runs.ts'
import { setPayoutMethod } from '../../contract/payouts.ts'
import { payoutFixture } from './payout-fixture.ts'
import { sentEmailsTo } from './sent-emails.ts'

export const mallory = { payoutMethod: 'paypal', payoutEmail: 'mallory@evil.example' }
export const wise = { payoutMethod: 'wise', payoutEmail: 'mara@new.example' }

export async function stoppedEmail(w: Awaited<ReturnType<typeof payoutFixture>>['w']) {
  const sent = await sentEmailsTo(w, 'mara@example.com')
  return sent.find(({ subject }) => subject === 'Your payouts are stopped')
}

/** A creator with PayPal who has earned 80.00. */
export async function changedDetailsFixture() {
  const all = await payoutFixture()
  const mara = await all.seller('mara@example.com')
  await mara.sells('100.00')
  const { w, admin } = all
  return {
    ...all,
    mara,
    state: async () => (await mara.call(getPayoutMethodState)).body,
    changesTo: (body: { payoutMethod: string; payoutEmail: string }) => mara.call(setPayoutMethod, { body }),
    methods: async () =>
      (await all.payouts()).map(({ method, destinationMask }) => [method, destinationMask]),
    /** The newest payout comes back. */
    async comesBack() {
      const id = (await all.payouts()).at(-1)?.id
      await admin.call(markPayoutReturned, {
        params: { id },
        body: { notes: 'PayPal has no account with this address.' },
      })
    },
    links: async () =>
      (await sentEmailsTo(w, 'mara@example.com')).flatMap(
        ({ text }) => /\/stop-payouts\/(\S+)/.exec(text)?.[1] ?? [],
      ),
  }
}
