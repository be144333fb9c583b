import { useEffect, useState } from 'react'
import { createSubscription } from '../../../contract/subscriptions.ts'
import { ApiError, offline } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import type { ReplyOf } from '../../api/types.ts'
import { toast } from '../../ui/toast.ts'

export type Begun =
  | { step: 'beginning' }
  | { step: 'begun'; payment: ReplyOf<typeof createSubscription> }
  | { step: 'refused'; error: ApiError }

/** Begins the subscription, or finds the one that was begun and not paid; `retry` asks again after a refusal. */
export function useBegun() {
  const [begun, setBegun] = useState<Begun>({ step: 'beginning' })
  const [tries, setTries] = useState(0)

  // Speaks to the server, once for each try.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a try more is a reason to run again
  useEffect(() => {
    let gone = false
    void begin().then((next) => {
      if (gone) return
      setBegun(next)
      if (next.step === 'refused' && next.error.status !== 409)
        toast({ title: 'Error', text: failed, tone: 'destructive' })
    })
    return () => {
      gone = true
    }
  }, [tries])
  const retry = () => {
    setBegun({ step: 'beginning' })
    setTries(tries + 1)
  }
  return { begun, retry }
}

export const failed = 'Failed to initialize subscription. Please try again.'

async function begin(): Promise<Begun> {
  try {
    return { step: 'begun', payment: await call(createSubscription) }
  } catch (fault) {
    return { step: 'refused', error: fault instanceof ApiError ? fault : offline() }
  }
}
