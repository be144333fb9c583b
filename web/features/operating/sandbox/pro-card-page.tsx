import { useLocation } from 'wouter'
import { changeSandboxCard, type TestCard } from '../../../../contract/sandbox.ts'
import { getSubscription } from '../../../../contract/subscriptions.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { MockProviderPage } from './mock-provider-page.tsx'

const cards: Array<{ card: TestCard; label: string }> = [
  { card: 'paid', label: 'Visa 4242, always paid' },
  { card: 'paid_germany', label: 'Visa 0016, from Germany' },
  { card: 'renewal_fails', label: 'Visa 0341, renewals fail' },
  { card: 'declined', label: 'Visa 0002, declined' },
]

/** Replaces the provider's page on which the card that pays for Pro is changed, or pays an unpaid renewal. */
export function ProCardPage({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const refresh = useInvalidateQueries()
  const isUnpaid = useApiQuery(getSubscription).data?.state === 'past_due'
  const change = useApiMutation(changeSandboxCard, {
    async onSuccess({ url }) {
      await refresh(getSubscription)
      navigate(url, { replace: true })
    },
  })
  const chosen = change.isPending ? change.variables.body.card : undefined
  return (
    <MockProviderPage
      providerName="Test Cards"
      pageName="Card"
      title={isUnpaid ? 'Pay for Pro with another card' : 'Choose another card for Pro'}
      text="The card provider would ask for the number of a card here. This is a test, so choose one. It pays for the next months too."
      errorMessage={change.error?.userMessage}
    >
      <div className="grid gap-3">
        {cards.map(({ card, label }, index) => (
          <Button
            key={card}
            {...(index === 0 ? { size: 'lg' } : { variant: 'secondary' })}
            fullWidth
            isLoading={chosen === card}
            onClick={() => chosen === undefined && change.mutate({ params: { id }, body: { card } })}
          >
            {label}
          </Button>
        ))}
        <LinkButton variant="tertiary" fullWidth href="/settings/plan">
          Back to your plan
        </LinkButton>
      </div>
    </MockProviderPage>
  )
}
