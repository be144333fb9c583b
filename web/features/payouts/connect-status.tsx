import { Clock, Landmark } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearch } from 'wouter'
import type * as z from 'zod/mini'
import { getUser } from '../../../contract/accounts.ts'
import { type getConnectStatus, startConnectOnboarding } from '../../../contract/payouts.ts'
import { buildUrl } from '../../../contract/route.ts'
import { useInvalidateQueries } from '../../api/query-hooks.ts'
import { requireReauthentication } from '../../api/reauthentication.ts'
import { Button } from '../../ui/button.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProviderDashboardButton } from './provider-dashboard-button.tsx'

export type Status = z.output<typeof getConnectStatus.response>
type Provider = NonNullable<Status['provider']>

type ConnectStatusProps = {
  status: Status
  provider: Provider
  isBusy: boolean
  /** When the status was last fetched, in Unix milliseconds. Changes with every check. */
  checkedAt: number
  onRefresh: () => void
}

/** The state of a creator's connected account, and the next action. */
export function ConnectStatus({ status, provider, isBusy, checkedAt, onRefresh }: ConnectStatusProps) {
  const [firstCheckedAt] = useState(checkedAt)
  if (status.payouts_enabled)
    return (
      <>
        <StatusHeader icon={<Landmark aria-hidden />} title="Your bank account is connected">
          Payouts go there automatically. Most arrive within 2-3 business days.
        </StatusHeader>
        <div className="flex flex-wrap gap-3">
          <LinkButton href="/settings/payouts" className="max-sm:w-full">
            See your payouts
          </LinkButton>
          <ProviderDashboardButton provider={provider} />
        </div>
      </>
    )
  if (status.details_submitted)
    return (
      <>
        <StatusHeader icon={<Clock aria-hidden />} title="Setup In Progress">
          The payment provider is reviewing your details. This can take a day or two.
        </StatusHeader>
        {status.requirementsDue && (
          <p className="wrap-anywhere rounded-md bg-warn-soft px-4 py-3 text-warn">
            {status.requirementsDue}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button isLoading={isBusy} onClick={onRefresh} className="max-sm:w-full">
            Check Status
          </Button>
          <StartOnboardingButton provider={provider} variant="secondary" label="Add missing details" />
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
  return (
    <>
      <StatusHeader icon={<Landmark aria-hidden />} title="Ready to Get Paid?">
        Connect a bank account to get paid automatically. You enter your details with the payment provider; we
        never see them.
      </StatusHeader>
      <StartOnboardingButton provider={provider} variant="primary" label="Connect a bank account" />
    </>
  )
}

/** Opens the provider's onboarding, after a recent sign-in. */
function StartOnboardingButton({
  provider,
  variant,
  label,
}: {
  provider: Provider
  variant: 'primary' | 'secondary'
  label: string
}) {
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
