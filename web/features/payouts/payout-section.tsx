import { Landmark, Wallet } from 'lucide-react'
import type { User } from '../../../contract/accounts.ts'
import { getConnectStatus } from '../../../contract/payouts.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/section.tsx'
import { methodOptions } from './payout-labels.ts'
import { PayoutMethodForm } from './payout-method-form.tsx'

/** The payout method: the form, and the bank account where the provider supports it. */
export function PayoutSection({ viewer }: { viewer: User }) {
  const { data: bank } = useApiQuery(getConnectStatus)
  return (
    <Section
      id="payouts"
      title="Payouts"
      description="Where we send your earnings. To change this, you’ll need to sign in again."
      action={
        viewer.payoutEnabled ? <Badge>Payouts enabled</Badge> : <Badge tone="warn">Payouts Not Set Up</Badge>
      }
    >
      {viewer.payoutEnabled ? (
        <CurrentPayoutMethod viewer={viewer} isBankAccount={bank?.payouts_enabled ?? false} />
      ) : (
        <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">
          Choose a payout method below. You can be paid once your balance reaches $25.
        </p>
      )}
      <PayoutMethodForm viewer={viewer} />
      {bank?.provider && (
        <BankAccountRow isConnected={bank.payouts_enabled} isStarted={bank.details_submitted} />
      )}
    </Section>
  )
}

function CurrentPayoutMethod({ viewer, isBankAccount }: { viewer: User; isBankAccount: boolean }) {
  const method = methodOptions.find(({ value }) => value === viewer.payoutMethod)?.label
  return (
    <div className="flex items-center gap-4 rounded-md bg-sunken px-4 py-3">
      <IconTile>{isBankAccount ? <Landmark aria-hidden /> : <Wallet aria-hidden />}</IconTile>
      <div className="min-w-0">
        <p className="font-semibold">{isBankAccount ? 'Your bank account' : method}</p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {isBankAccount ? 'Payouts go there automatically.' : viewer.payoutEmail}
        </p>
      </div>
    </div>
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
