import { clsx } from 'clsx'
import { Landmark, Send } from 'lucide-react'
import { restrictionTexts } from '../../../contract/account-restrictions.ts'
import type { User } from '../../../contract/accounts.ts'
import { getEarningsStats } from '../../../contract/earnings.ts'
import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import { type AccountRestriction, getConnectStatus } from '../../../contract/payouts.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/section.tsx'
import { nextPayoutText } from './next-payout.ts'
import { PayoutCountry } from './payout-country.tsx'
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
      {bank && <PayoutCountry country={bank.country} />}
      <PayoutMethodForm viewer={viewer} country={bank?.country ?? null} />
      <NextPayout destination={destination} />
      {bank?.provider && <BankAccountRow status={bank} />}
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

/** The state of the connected account, or how to connect one. */
function BankAccountRow({ status }: { status: ResponseOf<typeof getConnectStatus> }) {
  const { payouts_enabled: isConnected, details_submitted: isStarted, restriction } = status
  const hasAccount = isConnected || isStarted || restriction !== null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-5">
      <p className={clsx('max-w-[34em]', isProblem(restriction) ? 'text-warn' : 'text-ink-soft')}>
        {bankAccountText(status)}
      </p>
      <LinkButton variant="secondary" href="/connect" className="max-sm:w-full">
        <Landmark aria-hidden />
        {hasAccount ? 'Bank account' : 'Connect a bank account'}
      </LinkButton>
    </div>
  )
}

function bankAccountText({
  payouts_enabled: isConnected,
  details_submitted: isStarted,
  restriction,
  country,
  hasTransfers,
}: ResponseOf<typeof getConnectStatus>): string {
  if (isConnected) return 'Your bank account is used instead of the method above.'
  if (restriction && isProblem(restriction)) {
    const { title, text } = restrictionTexts[restriction]
    return `${title}. ${text}`
  }
  if (isStarted) return 'Your bank account setup is in progress.'
  if (country !== null && !hasTransfers)
    return 'Bank accounts in your country can’t be connected, so we use the method above.'
  return 'Or connect a bank account to get paid automatically.'
}

/** Something that the creator must act on, other than finishing the setup. */
function isProblem(restriction: AccountRestriction | null): boolean {
  return restriction !== null && restriction !== 'in_review' && restriction !== 'details_missing'
}
