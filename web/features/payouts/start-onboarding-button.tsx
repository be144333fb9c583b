import { useState } from 'react'
import { useSearch } from 'wouter'
import { getUser } from '../../../contract/accounts.ts'
import { startConnectOnboarding } from '../../../contract/payouts.ts'
import { buildUrl } from '../../../contract/route.ts'
import { useInvalidateQueries } from '../../api/query-hooks.ts'
import { requireReauthentication } from '../../api/reauthentication.ts'
import { Button } from '../../ui/button.tsx'

/** Opens the provider's onboarding, after a recent sign-in. */
export function StartOnboardingButton({
  provider,
  variant,
  label,
}: {
  provider: 'stripe' | 'sandbox'
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
