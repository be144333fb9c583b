import { useState } from 'react'
import { useLocation } from 'wouter'
import { listContent, type OwnContent } from '../../../contract/content.ts'
import { getStats } from '../../../contract/earnings.ts'
import { type ApiError, isSignedOut } from '../../api/api-error.ts'
import { useRefresh } from '../../api/hooks.ts'
import { signInAgain } from '../../api/signed-out.ts'
import type { Sentences } from '../../ui/form-errors.ts'
import { toast } from '../../ui/toast.ts'
import { keepForm } from './start.ts'
import { bodyOf, fieldsOf, type Typed } from './typed.ts'
import { useSender } from './use-sender.ts'

type Files = { file?: File; preview?: File }

/** Publishing or keeping as a draft, and all the ways in which that can end. */
export function useSubmission({ file, preview }: Files) {
  const [, navigate] = useLocation()
  const refresh = useRefresh()
  const { send, cancel, progress } = useSender()
  const [errors, setErrors] = useState<Sentences>()

  async function submit(typed: Typed): Promise<void> {
    setErrors(undefined)
    const outcome = await send(bodyOf(fieldsOf(typed), { file, preview }))
    if (outcome === 'cancelled') return sayCancelled()
    if ('fault' in outcome) return fail(typed, outcome.fault)
    sayDone(outcome.item)
    await refresh(listContent, getStats)
    navigate('/')
  }

  function fail(typed: Typed, fault: ApiError) {
    if (isSignedOut(fault)) {
      keepForm(typed, file)
      signInAgain()
    } else {
      setErrors(fault.fields)
      toast({ title: 'Upload failed', text: fault.sentence, tone: 'destructive' })
    }
  }

  return { submit, cancel, progress: file ? ofFile(progress, file) : progress, errors }
}

/** Told in the file's own bytes: the form around it has a few more. */
function ofFile(progress: ReturnType<typeof useSender>['progress'], { size }: File) {
  return progress && { ...progress, loaded: (progress.loaded / progress.total) * size, total: size }
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
