import { useLocation, useParams, useSearch } from 'wouter'
import { confirmSandboxRenewal } from '../../../../contract/sandbox.ts'
import { getSubscription } from '../../../../contract/subscriptions.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Challenge } from './challenge.tsx'
import { ProCardPage } from './pro-card-page.tsx'

/** Replaces the provider's pages on which a subscriber confirms a renewal of Pro, or pays with another card. */
export function RenewalPage() {
  const { id = '' } = useParams()
  return useSearch() === 'card' ? <ProCardPage id={id} /> : <ConfirmRenewal id={id} />
}

function ConfirmRenewal({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const refresh = useInvalidateQueries()
  const confirm = useApiMutation(confirmSandboxRenewal, {
    async onSuccess({ url }) {
      await refresh(getSubscription)
      navigate(url, { replace: true })
    },
  })
  return (
    <Challenge
      title="Approve this payment for Pro?"
      outcomes={['complete', 'fail']}
      pending={confirm.isPending ? confirm.variables.body.outcome : undefined}
      onChoose={(outcome) => confirm.mutate({ params: { id }, body: { outcome } })}
      errorMessage={confirm.error?.userMessage}
    >
      <LinkButton variant="tertiary" fullWidth href="/settings/plan">
        Back to your plan
      </LinkButton>
    </Challenge>
  )
}
