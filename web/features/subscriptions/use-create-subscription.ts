import { useEffect, useState } from 'react'
import { createSubscription } from '../../../contract/subscriptions.ts'
import { ApiError, networkError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import type { ResponseOf } from '../../api/types.ts'
import { toast } from '../../ui/toast.ts'

export type SubscriptionSetup =
  | { step: 'beginning' }
  | { step: 'begun'; payment: ResponseOf<typeof createSubscription> }
  | { step: 'refused'; error: ApiError }

/** Creates the subscription, or resumes one that is not paid; `retry` tries again after an error. */
export function useCreateSubscription() {
  const [ready, setReady] = useState<SubscriptionSetup>({ step: 'beginning' })
  const [attempt, setAttempt] = useState(0)

  // Sends one request for each attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a try more is a reason to run again
  useEffect(() => {
    let isCanceled = false
    void createOrResume().then((next) => {
      if (isCanceled) return
      setReady(next)
      if (next.step === 'refused' && next.error.status !== 409)
        toast({ title: 'Error', description: setupErrorMessage, tone: 'destructive' })
    })
    return () => {
      isCanceled = true
    }
  }, [attempt])
  const retry = () => {
    setReady({ step: 'beginning' })
    setAttempt(attempt + 1)
  }
  return { setup: ready, retry }
}

export const setupErrorMessage = 'Failed to initialize subscription. Please try again.'

async function createOrResume(): Promise<SubscriptionSetup> {
  try {
    return { step: 'begun', payment: await request(createSubscription) }
  } catch (error) {
    return { step: 'refused', error: error instanceof ApiError ? error : networkError() }
  }
}
