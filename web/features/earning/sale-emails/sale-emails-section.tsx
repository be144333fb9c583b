import { getSaleEmails, setSaleEmails } from '../../../../contract/sale-emails.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { browserTimeZone } from '../../../shared/browser-time-zone.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Section } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { SaleEmailChoices } from './sale-email-choices.tsx'

export function SaleEmailsSection() {
  const read = useApiQuery(getSaleEmails)
  const refresh = useInvalidateQueries()
  const { mutate, variables, isPending } = useApiMutation(setSaleEmails, {
    onSuccess: async () => {
      toast({ title: 'Saved', tone: 'success' })
      await refresh(getSaleEmails)
    },
    onError: (error) => toast({ title: 'Error', description: error.userMessage, tone: 'destructive' }),
  })
  return (
    <Section
      id="sale-emails"
      title="Sales"
      description="What you earned, who paid, and what they said. The choice is in the footer of each email too."
    >
      <QueryState
        query={read}
        subject="Your emails"
        skeleton={<Skeleton shape="block" className="h-28 sm:h-20" />}
      >
        {({ choice }) => (
          <SaleEmailChoices
            selected={(isPending && variables?.body?.choice) || choice}
            onChange={(next) => mutate({ body: { choice: next, timeZone: browserTimeZone() } })}
          />
        )}
      </QueryState>
    </Section>
  )
}
