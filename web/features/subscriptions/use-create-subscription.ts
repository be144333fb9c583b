import { useEffect, useState } from 'react'
import { createSubscription } from '../../../contract/subscriptions.ts'
import { ApiError, networkError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import type { ResponseOf } from '../../api/types.ts'
import { toast } from '../../ui/toast.ts'

export type SubscriptionSetup =
  | { step: 'loading' }
  | { step: 'ready'; payment: ResponseOf<typeof createSubscription> }
  | { step: 'failed'; error: ApiError }

/** Creates the subscription, or resumes one that is not paid; `retry` tries again after an error. */
export function useCreateSubscription() {
  const [setup, setSetup] = useState<SubscriptionSetup>({ step: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // Sends one request for each attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a reason to run again
  useEffect(() => {
    let isCanceled = false
    void createOrResume().then((next) => {
      if (isCanceled) return
      setSetup(next)
      if (next.step === 'failed' && next.error.status !== 409)
        toast({ title: 'Error', description: setupErrorMessage, tone: 'destructive' })
    })
    return () => {
      isCanceled = true
    }
  }, [attempt])
  const retry = () => {
    setSetup({ step: 'loading' })
    setAttempt(attempt + 1)
  }
  return { setup, retry }
}

export const setupErrorMessage = 'Failed to initialize subscription. Please try again.'

async function createOrResume(): Promise<SubscriptionSetup> {
  try {
    return { step: 'ready', payment: await request(createSubscription) }
  } catch (error) {
    return { step: 'failed', error: error instanceof ApiError ? error : networkError() }
  }
}
