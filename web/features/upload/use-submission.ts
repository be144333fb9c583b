import { useState } from 'react'
import { useLocation } from 'wouter'
import { listContent, type OwnContent } from '../../../contract/content.ts'
import { getStats } from '../../../contract/earnings.ts'
import { type ApiError, isSignedOut } from '../../api/api-error.ts'
import { useRefresh } from '../../api/hooks.ts'
import { signInAgain } from '../../api/signed-out.ts'
import type { Sentences } from '../../ui/form-errors.ts'
import { toast } from '../../ui/toast.ts'
import { keepForm } from './kept-form.ts'
import { forgetStart, keepForSignIn, keepSending, type Start } from './start.ts'
import { fieldsOf, type Typed } from './typed.ts'
import { useSender } from './use-sender.ts'

type Given = { who: number; begun: Start['begun']; file?: File; preview?: File }

/** Publishing or keeping as a draft, and all the ways in which that can end. */
export function useSubmission({ who, begun, file, preview }: Given) {
  const [, navigate] = useLocation()
  const refresh = useRefresh()
  const { send, cancel, pause, resume, progress } = useSender({
    start: begun,
    onBegun(newest, sending) {
      keepForm(who, { begun: newest })
      if (sending) void keepSending(sending)
    },
  })
  const [errors, setErrors] = useState<Sentences>()

  async function submit(typed: Typed): Promise<void> {
    setErrors(undefined)
    const outcome = await send({ fields: fieldsOf(typed), file, preview })
    if (outcome === 'cancelled') return sayCancelled()
    if ('fault' in outcome) return fail(typed, outcome.fault)
    await forgetStart()
    sayDone(outcome.item)
    await refresh(listContent, getStats)
    navigate('/')
  }

  async function fail(typed: Typed, fault: ApiError) {
    if (isSignedOut(fault)) {
      signInAgain()
      return keepForSignIn(who, { typed, file, preview })
    }
    setErrors(fault.fields)
    toast({ title: 'Upload failed', text: fault.sentence, tone: 'destructive' })
  }

  return { submit, cancel, pause, resume, progress, errors }
}

function sayDone({ status, title }: OwnContent): void {
  const published = {
    title: 'Content uploaded successfully!',
    text: 'Your tip link is now ready to share.',
  }
  const kept = { title: 'Draft saved', text: `${title} is on your dashboard. Only you can see it.` }
  toast({ ...(status === 'draft' ? kept : published), tone: 'success' })
}

function sayCancelled(): void {
  toast({ title: 'Upload cancelled', text: 'Nothing was published.' })
}
