import { Sparkles, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getUser } from '../../../../contract/accounts.ts'
import { afterTax } from '../../../../contract/site.ts'
import { refreshSubscription } from '../../../../contract/subscriptions.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'

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

  return isNewlyPro && <ProWelcome onClose={() => setIsNewlyPro(false)} />
}

const proFeatureLinks = [
  { label: 'Bulk upload', href: '/upload/many', text: 'Publish a whole folder at once.' },
  { label: 'Analytics', href: '/analytics', text: 'See which links sell, and when people buy.' },
  { label: 'Custom branding', href: '/settings/branding', text: 'Use your color and logo.' },
  { label: 'Export customers', href: '/sales', text: 'Download buyers and sales as a CSV.' },
  { label: 'Premium categories', href: '/upload', text: 'Pick one when you publish.' },
  { label: 'Early access', href: '/settings/plan', text: 'Turn on new features first.' },
  { label: 'Priority support', href: '/feedback', text: 'Your messages go first.' },
]

function ProWelcome({ onClose }: { onClose: () => void }) {
  return (
    <Card elevated className="relative grid gap-4">
      <section aria-labelledby="pro-welcome" className="grid gap-4">
        <div className="pr-10">
          <h2 id="pro-welcome" className="flex items-center gap-2.5 text-xl">
            <Sparkles aria-hidden className="size-5 text-accent" />
            You’re on Pro
          </h2>
          <p className="text-ink-soft">{`You now keep 100% of every sale${afterTax()}. Here’s what else you can do.`}</p>
        </div>
        <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          {proFeatureLinks.map(({ label, href, text }) => (
            <li key={label} className="py-1">
              <TextLink href={href} className="inline-flex min-h-11 items-end font-semibold">
                {label}
              </TextLink>
              <p className="text-ink-soft text-sm">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <Button variant="icon" className="absolute! top-3 right-3" onClick={onClose}>
        <X aria-hidden />
        <span className="sr-only">Close</span>
      </Button>
    </Card>
  )
}
