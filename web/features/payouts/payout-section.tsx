import { Landmark, Send } from 'lucide-react'
import type { User } from '../../../contract/accounts.ts'
import { getEarningsStats } from '../../../contract/earnings.ts'
import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import { getConnectStatus } from '../../../contract/payouts.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/section.tsx'
import { nextPayoutText } from './next-payout.ts'
import { PayoutMethodForm } from './payout-method-form.tsx'

/** The form of the payout method, the next payout, and the bank account if the provider supports it. */
export function PayoutSection({ viewer }: { viewer: User }) {
  const { data: bank } = useApiQuery(getConnectStatus)
  const destination = bank?.payouts_enabled
    ? 'bank transfer to your connected account'
    : manualDestination(viewer)
  return (
    <Section
      id="payouts"
      title="How you get paid"
      description="Where we send your earnings. To change this, you’ll need to sign in again."
      action={
        viewer.payoutEnabled ? <Badge>Payouts enabled</Badge> : <Badge tone="warn">Payouts Not Set Up</Badge>
      }
    >
      <PayoutMethodForm viewer={viewer} />
      <NextPayout destination={destination} />
      {bank?.provider && (
        <BankAccountRow isConnected={bank.payouts_enabled} isStarted={bank.details_submitted} />
      )}
    </Section>
  )
}

function manualDestination({ payoutMethod, payoutEmail }: User): string | undefined {
  if (!payoutMethod || !payoutEmail) return undefined
  if (payoutMethod === 'bank') return `bank transfer to the ${payoutEmail}`
  return `${payoutMethodLabel(payoutMethod)} to ${payoutEmail}`
}

/** The amount, destination and date of the next payout. */
function NextPayout({ destination }: { destination: string | undefined }) {
  const { data } = useApiQuery(getEarningsStats)
  if (!data) return null
  return (
    <p className="flex items-start gap-2.5 rounded-md bg-sunken px-4 py-3.5">
      <Send aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
      <span className="wrap-anywhere">{nextPayoutText({ ...data, destination })}</span>
    </p>
  )
}

function BankAccountRow({ isConnected, isStarted }: { isConnected: boolean; isStarted: boolean }) {
  const text = isConnected
    ? 'Your bank account is used instead of the method above.'
    : isStarted
      ? 'Your bank account setup is in progress.'
      : 'Or connect a bank account to get paid automatically.'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-5">
      <p className="max-w-[34em] text-ink-soft">{text}</p>
      <LinkButton variant="secondary" href="/connect" className="max-sm:w-full">
        <Landmark aria-hidden />
        {isConnected || isStarted ? 'Bank account' : 'Connect a bank account'}
      </LinkButton>
    </div>
  )
}
