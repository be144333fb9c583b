import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { confirmSandboxRenewal } from '../../../contract/sandbox.ts'
import { getSubscription } from '../../../contract/subscriptions.ts'
import { useApiMutation, useInvalidateQueries } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { MockProviderPage } from './mock-provider-page.tsx'

/** Replaces the page on which a subscriber confirms a renewal of Pro. */
export function RenewalPage() {
  const { id = '' } = useParams()
  const [, navigate] = useLocation()
  const refresh = useInvalidateQueries()
  const [errorMessage, setErrorMessage] = useState<string>()
  const confirm = useApiMutation(confirmSandboxRenewal, {
    async onSuccess({ url }) {
      await refresh(getSubscription)
      navigate(url, { replace: true })
    },
    onError: ({ userMessage }) => setErrorMessage(userMessage),
  })
  const choose = (outcome: 'complete' | 'fail') => () => {
    if (confirm.isPending) return
    setErrorMessage(undefined)
    confirm.mutate({ params: { id }, body: { outcome } })
  }
  const isBusy = (outcome: string) => confirm.isPending && confirm.variables.body.outcome === outcome

  return (
    <MockProviderPage
      providerName="Test Bank"
      pageName="3-D Secure"
      title="Approve this payment for Pro?"
      text="A real bank would ask for a code or fingerprint here. This is a test, so choose what happens next."
      errorMessage={errorMessage}
    >
      <div className="grid gap-3">
        <Button size="lg" fullWidth isLoading={isBusy('complete')} onClick={choose('complete')}>
          Complete
        </Button>
        <Button variant="secondary" fullWidth isLoading={isBusy('fail')} onClick={choose('fail')}>
          Fail
        </Button>
        <LinkButton variant="tertiary" fullWidth href="/settings/plan">
          Back to your plan
        </LinkButton>
      </div>
    </MockProviderPage>
  )
}
