import { ExternalLink } from 'lucide-react'
import type * as z from 'zod/mini'
import { createDashboardLink } from '../../../contract/payouts.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

/** Leads to where the provider shows its own side of the payouts, in a tab of its own. */
export function ProviderDashboardButton({ provider }: z.input<typeof createDashboardLink.params>) {
  const link = useApiMutation(createDashboardLink)

  function open() {
    // Opened by the press itself: a tab that is opened after the answer is taken for one that nobody asked for.
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
