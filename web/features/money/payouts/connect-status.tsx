import { Clock, ExternalLink, Globe, Landmark, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearch } from 'wouter'
import type * as z from 'zod/mini'
import { getUser } from '../../../../contract/accounts.ts'
import { countryName, countryOptions } from '../../../../contract/countries.ts'
import { restrictionTexts } from '../../../../contract/payout-labels.ts'
import {
  type AccountRestriction,
  createDashboardLink,
  getConnectStatus,
  PayoutCountryInput,
  setPayoutCountry,
  startConnectOnboarding,
} from '../../../../contract/payouts.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { requireReauthentication } from '../../../api/reauthentication.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'

export type Status = z.output<typeof getConnectStatus.response>

type ConnectStatusProps = {
  status: Status
  provider: NonNullable<Status['provider']>
  isBusy: boolean
  /** When the status was last fetched, in Unix milliseconds. Changes with every check. */
  checkedAt: number
  onRefresh: () => void
}

export function ConnectStatus(props: ConnectStatusProps) {
  const { status, provider } = props
  const [isChangingCountry, setIsChangingCountry] = useState(false)
  const { country, hasTransfers, restriction } = status
  if (status.payouts_enabled) return <Connected status={status} provider={provider} />
  if (restriction || status.details_submitted)
    return <Restricted {...props} restriction={restriction ?? 'in_review'} />
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

type RestrictedProps = ConnectStatusProps & { restriction: AccountRestriction }

/** Why the account is not paid, what the provider requires, and the way on: with it, or by another method. */
function Restricted({ status, provider, isBusy, checkedAt, onRefresh, restriction }: RestrictedProps) {
  const [firstCheckedAt] = useState(checkedAt)
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
        {isInProgress && (
          <Button isLoading={isBusy} onClick={onRefresh} className="max-sm:w-full">
            Check Status
          </Button>
        )}
        {action && (
          <StartOnboardingButton
            provider={provider}
            variant={isInProgress ? 'secondary' : 'primary'}
            label={action}
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

/** Asks where the creator lives, before an account with that country is created. */
function CountryForm({ country, onSaved }: { country: string | null; onSaved: () => void }) {
  const refresh = useInvalidateQueries()
  const save = useApiMutation(setPayoutCountry, {
    onSuccess: async () => {
      await refresh(getConnectStatus)
      onSaved()
    },
    onError: (error) => showErrorToast(error, 'Couldn’t save your country'),
  })
  return (
    <>
      <StatusHeader icon={<Globe aria-hidden />} title="Where do you live?">
        We use it to show how you can be paid. Choose the country where you pay taxes: it can’t be changed
        once your bank account is set up.
      </StatusHeader>
      <Form
        schema={PayoutCountryInput}
        onSubmit={(body) => save.isPending || save.mutate({ body })}
        errors={save.error?.fields}
        className="grid gap-4"
      >
        <Field label="Country" name="country">
          <Select
            options={[{ value: '', label: 'Choose a country' }, ...countryOptions()]}
            defaultValue={country ?? ''}
          />
        </Field>
        <Button type="submit" isLoading={save.isPending} className="justify-self-start max-sm:w-full">
          Continue
        </Button>
      </Form>
    </>
  )
}

function ProviderDashboardButton({ provider }: z.input<typeof createDashboardLink.params>) {
  const link = useApiMutation(createDashboardLink)

  function open() {
    // Opened in the click handler: browsers block tabs that are opened after a response.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    link.mutate(
      { params: { provider } },
      {
        onSuccess: ({ url }) => (tab ?? window).location.assign(url),
        onError() {
          tab?.close()
          const description = 'Failed to access payout dashboard. Please try again.'
          toast({ title: 'Error', description, tone: 'destructive' })
        },
      },
    )
  }

  return (
    <Button variant="secondary" isLoading={link.isPending} onClick={open} className="max-sm:w-full">
      <ExternalLink aria-hidden />
      Open payout dashboard
    </Button>
  )
}

type StartOnboardingButtonProps = {
  provider: 'stripe' | 'sandbox'
  variant: 'primary' | 'secondary'
  label: string
}

/** Opens the provider's onboarding, after a recent sign-in. */
function StartOnboardingButton({ provider, variant, label }: StartOnboardingButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const refresh = useInvalidateQueries()
  const needsReauthentication = new URLSearchParams(useSearch()).get('reauthenticate') === 'true'
  const startOnboarding = async () => {
    setIsBusy(true)
    if (needsReauthentication && !(await requireReauthentication())) return setIsBusy(false)
    await refresh(getUser)
    location.assign(buildUrl(startConnectOnboarding, { params: { provider } }))
  }
  return (
    <div className="grid gap-3">
      {needsReauthentication && (
        <p className="text-ink-soft">
          It’s been a while since you signed in. For your security, sign in again to continue.
        </p>
      )}
      <Button
        variant={variant}
        isLoading={isBusy}
        onClick={() => void startOnboarding()}
        className="justify-self-start max-sm:w-full"
      >
        {label}
      </Button>
    </div>
  )
}

function StatusHeader({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <IconTile>{icon}</IconTile>
      <h1 className="text-2xl">{title}</h1>
      <p className="text-ink-soft">{children}</p>
    </div>
  )
}
