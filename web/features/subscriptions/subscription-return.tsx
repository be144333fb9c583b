import { ProWelcome } from './pro-welcome.tsx'
import { useSubscriptionReturn } from './use-subscription-return.ts'

/** Handles the return from paying for Pro, and welcomes the creator to it. */
export function SubscriptionReturn() {
  const { isNewlyPro, dismiss } = useSubscriptionReturn()
  return isNewlyPro && <ProWelcome onClose={dismiss} />
}
