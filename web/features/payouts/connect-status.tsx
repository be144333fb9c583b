import { Clock, Globe, Landmark, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import { restrictionTexts } from '../../../contract/account-restrictions.ts'
import { countryName } from '../../../contract/countries.ts'
import type { AccountRestriction, getConnectStatus } from '../../../contract/payouts.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { CountryForm } from './country-form.tsx'
import { ProviderDashboardButton } from './provider-dashboard-button.tsx'
import { StartOnboardingButton } from './start-onboarding-button.tsx'
import { StatusHeader } from './status-header.tsx'

export type Status = z.output<typeof getConnectStatus.response>

type ConnectStatusProps = {
  status: Status
  provider: NonNullable<Status['provider']>
  isBusy: boolean
  /** When the status was last fetched, in Unix milliseconds. Changes with every check. */
  checkedAt: number
  onRefresh: () => void
}

/** The state of a creator's connected account, and the next action. */
export function ConnectStatus(props: ConnectStatusProps) {
  const { status, provider } = props
  const [isChangingCountry, setIsChangingCountry] = useState(false)
  const [firstCheckedAt] = useState(props.checkedAt)
  const { country, hasTransfers, restriction } = status
  if (status.payouts_enabled) return <Connected status={status} provider={provider} />
  if (restriction || status.details_submitted)
    return <Restricted {...props} restriction={restriction ?? 'in_review'} firstCheckedAt={firstCheckedAt} />
  if (country === null || isChangingCountry)
    return <CountryForm country={country} onSaved={() => setIsChangingCountry(false)} />
  const changeCountry = (
    <Button variant="secondary" onClick={() => setIsChangingCountry(true)} className="max-sm:w-full">
      Change country
    </Button>
  )
  if (!hasTransfers) return <OtherPayoutMethods country={country}>{changeCountry}</OtherPayoutMethods>
  return (
    <>
      <StatusHeader icon={<Landmark aria-hidden />} title="Ready to Get Paid?">
        Connect a bank account to get paid automatically. You enter your details with the payment provider; we
        never see them.
      </StatusHeader>
      <p className="rounded-md bg-sunken px-4 py-3">
        You live in <b>{countryName(country)}</b>.
      </p>
      <div className="flex flex-wrap gap-3">
        <StartOnboardingButton provider={provider} variant="primary" label="Connect a bank account" />
        {changeCountry}
      </div>
    </>
  )
}

function Connected({ status, provider }: Pick<ConnectStatusProps, 'status' | 'provider'>) {
  const { currency, payoutCurrency } = status
  return (
    <>
      <StatusHeader icon={<Landmark aria-hidden />} title="Your bank account is connected">
        Payouts go there automatically. Most arrive within 2-3 business days.
      </StatusHeader>
      {payoutCurrency !== null && payoutCurrency !== currency && (
        <p className="rounded-md bg-sunken px-4 py-3">
          Your bank account is paid in {payoutCurrency}. We send {currency}, and the payment provider converts
          it at its own rate and fee.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <LinkButton href="/settings/payouts" className="max-sm:w-full">
          See your payouts
        </LinkButton>
        <ProviderDashboardButton provider={provider} />
      </div>
    </>
  )
}

type RestrictedProps = ConnectStatusProps & { restriction: AccountRestriction; firstCheckedAt: number }

/** Why the account is not paid, what the provider requires, and the way on: with it, or by another method. */
function Restricted({
  status,
  provider,
  isBusy,
  checkedAt,
  firstCheckedAt,
  onRefresh,
  restriction,
}: RestrictedProps) {
  const { title, text, action } = restrictionTexts[restriction]
  const isInProgress = restriction === 'details_missing' || restriction === 'in_review'
  return (
    <>
      <StatusHeader icon={isInProgress ? <Clock aria-hidden /> : <TriangleAlert aria-hidden />} title={title}>
        {text}
      </StatusHeader>
      {status.requirementsDue && (
        <p className="wrap-anywhere rounded-md bg-warn-soft px-4 py-3 text-warn">{status.requirementsDue}</p>
      )}
      {!isInProgress && (
        <p>Your earnings stay in your balance. With another payout method, they go out with the next run.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {action?.kind === 'reconnect' && (
          <StartOnboardingButton provider={provider} variant="primary" label={action.label} />
        )}
        {isInProgress && (
          <Button isLoading={isBusy} onClick={onRefresh} className="max-sm:w-full">
            Check Status
          </Button>
        )}
        {action?.kind === 'fix' && (
          <StartOnboardingButton
            provider={provider}
            variant={isInProgress ? 'secondary' : 'primary'}
            label={action.label}
          />
        )}
        {!isInProgress && (
          <LinkButton variant="secondary" href="/settings/payouts" className="max-sm:w-full">
            Choose another payout method
          </LinkButton>
        )}
      </div>
      <p role="status" className="-mt-2 text-ink-soft text-sm">
        {isBusy
          ? 'Checking…'
          : checkedAt === firstCheckedAt
            ? ''
            : 'Checked just now. Nothing has changed yet.'}
      </p>
    </>
  )
}

/** A country that the provider does not transfer to. */
function OtherPayoutMethods({ country, children }: { country: string; children: ReactNode }) {
  return (
    <>
      <StatusHeader icon={<Globe aria-hidden />} title="We pay you another way">
        The payment provider can’t transfer money from us to bank accounts in {countryName(country)}. We send
        your payouts ourselves, with the payout method you choose.
      </StatusHeader>
      <div className="flex flex-wrap gap-3">
        <LinkButton href="/settings/payouts" className="max-sm:w-full">
          Choose a payout method
        </LinkButton>
        {children}
      </div>
    </>
  )
}
