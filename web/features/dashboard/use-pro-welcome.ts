import { useEffect } from 'react'
import { getUser, refreshSubscription } from '../../api/calls.ts'
import { useRefresh, useSend } from '../../api/hooks.ts'
import { toast } from '../../ui/toast.ts'

/** Back from paying for Pro (`?subscription=success`): asks what has become of it, says so, and cleans the address. */
export function useProWelcome(): void {
  const refresh = useRefresh()
  const { mutate } = useSend(refreshSubscription, {
    async done({ plan }) {
      await refresh(getUser)
      if (plan === 'pro')
        toast({ title: 'You are on Pro', text: 'Every cent of a sale is yours.', tone: 'success' })
      else
        toast({ title: 'Processing Payment...', text: 'Pro is on as soon as your payment has gone through.' })
    },
    failed: () => toast({ title: 'Error', text: 'An unexpected error occurred', tone: 'destructive' }),
  })

  // Speaks to the address bar and, once for each return, to the server.
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    if (query.get('subscription') !== 'success') return
    history.replaceState(history.state, '', location.pathname)
    if (query.get('redirect_status') === 'failed')
      toast({
        title: 'Error',
        text: 'The payment was not completed. Nothing was charged.',
        tone: 'destructive',
      })
    else mutate({})
  }, [mutate])
}
