import { ExternalLink } from 'lucide-react'
import type * as z from 'zod/mini'
import { createDashboardLink } from '../../../contract/payouts.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

/** Opens the provider's dashboard in a new tab. */
export function ProviderDashboardButton({ provider }: z.input<typeof createDashboardLink.params>) {
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
