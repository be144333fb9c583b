import { Suspense, useEffect, useState } from 'react'
import { getUser } from '../../../../contract/accounts.ts'
import { afterTax } from '../../../../contract/site.ts'
import { refreshSubscription } from '../../../../contract/subscriptions.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { toast } from '../../../ui/toast.ts'

// Loaded only after paying, because the dashboard is read often.
const ProWelcome = lazyComponent(async () => (await import('./pro-welcome.tsx')).ProWelcome)

/** Refreshes the subscription after paying for Pro, and shows the result. */
export function SubscriptionReturn() {
  const [isNewlyPro, setIsNewlyPro] = useState(false)
  const refresh = useInvalidateQueries()
  const { mutate } = useApiMutation(refreshSubscription, {
    async onSuccess({ plan }) {
      await refresh(getUser)
      if (plan === 'pro') {
        setIsNewlyPro(true)
        toast({
          title: 'Welcome to Pro',
          description: `You now keep 100% of every sale${afterTax()}.`,
          tone: 'success',
        })
      } else
        toast({
          title: 'Processing Payment...',
          description: 'Pro starts as soon as your payment goes through.',
        })
    },
    onError: () =>
      toast({ title: 'Error', description: 'An unexpected error occurred', tone: 'destructive' }),
  })

  // Changes the location and sends one request for each return.
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    if (query.get('subscription') !== 'success') return
    history.replaceState(history.state, '', location.pathname)
    if (query.get('redirect_status') === 'failed')
      toast({
        title: 'Error',
        description: 'The payment wasn’t completed. You weren’t charged.',
        tone: 'destructive',
      })
    else mutate({})
  }, [mutate])

  if (!isNewlyPro) return null
  return (
    <Suspense fallback={null}>
      <ProWelcome onClose={() => setIsNewlyPro(false)} />
    </Suspense>
  )
}
