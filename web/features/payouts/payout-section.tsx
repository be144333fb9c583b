import { Landmark, Wallet } from 'lucide-react'
import type { User } from '../../../contract/accounts.ts'
import { getConnectStatus } from '../../../contract/payouts.ts'
import { useRead } from '../../api/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/section.tsx'
import { Tile } from '../../ui/tile.tsx'
import { PayoutForm } from './payout-form.tsx'
import { methodOptions } from './payout-words.ts'

/** How and where to a creator is paid: the form, and the bank account where the provider has that. */
export function PayoutSection({ viewer }: { viewer: User }) {
  const { data: bank } = useRead(getConnectStatus)
  return (
    <Section
      id="payouts"
      title="Payouts"
      text="How your earnings reach you. Changing it asks you to sign in once more."
      action={
        viewer.payoutEnabled ? <Badge>Payouts enabled</Badge> : <Badge tone="warn">Payouts Not Set Up</Badge>
      }
    >
      {viewer.payoutEnabled ? (
        <Current viewer={viewer} isBank={bank?.payouts_enabled ?? false} />
      ) : (
        <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">
          Choose a method below, and your first payout can go out as soon as you have earned $25.
        </p>
      )}
      <PayoutForm viewer={viewer} />
      {bank?.provider && <Bank isConnected={bank.payouts_enabled} isBegun={bank.details_submitted} />}
    </Section>
  )
}

function Current({ viewer, isBank }: { viewer: User; isBank: boolean }) {
  const method = methodOptions.find(({ value }) => value === viewer.payoutMethod)?.label
  return (
    <div className="flex items-center gap-4 rounded-md bg-sunken px-4 py-3">
      <Tile>{isBank ? <Landmark aria-hidden /> : <Wallet aria-hidden />}</Tile>
      <div className="min-w-0">
        <p className="font-semibold">{isBank ? 'Your bank account' : method}</p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {isBank ? 'Payouts go there by themselves.' : viewer.payoutEmail}
        </p>
      </div>
    </div>
  )
}

function Bank({ isConnected, isBegun }: { isConnected: boolean; isBegun: boolean }) {
  const text = isConnected
    ? 'It comes before the method above.'
    : isBegun
      ? 'The setup of your bank account is in progress.'
      : 'Or connect a bank account: payouts then go there without anybody’s hand.'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-5">
      <p className="max-w-[34em] text-ink-soft">{text}</p>
      <LinkButton variant="ghost" href="/connect" className="max-sm:w-full">
        <Landmark aria-hidden />
        {isConnected || isBegun ? 'Bank account' : 'Connect a bank account'}
      </LinkButton>
    </div>
  )
}
