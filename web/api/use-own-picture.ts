import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { PictureActs } from '../ui/picture-picker.tsx'
import { toast } from '../ui/toast.ts'
import { sentenceOf } from './api-error.ts'
import { withSignIn } from './fresh-sign-in.ts'

type OwnPicture<T> = {
  /** What it is, in one word: `Logo`. */
  label: string
  put: (form: FormData) => Promise<T>
  remove: () => Promise<T>
  onChange: (reply: T) => void
}

/** A picture of the account's own: checked, sent and taken away, and what went wrong with it. */
export function useOwnPicture<T>({ label, put, remove, onChange }: OwnPicture<T>): PictureActs {
  const name = label.toLowerCase()
  const [wrong, setWrong] = useState<string>()
  const failed = { onError: (fault: unknown) => setWrong(sentenceOf(fault)) }
  const sending = useMutation({
    ...failed,
    mutationFn: (file: File) => {
      const form = new FormData()
      form.set(name, file)
      return withSignIn(() => put(form))
    },
    onMutate: () => setWrong(undefined),
    onSuccess: (reply) => {
      onChange(reply)
      toast({ title: `${label} saved`, tone: 'success' })
    },
  })
  const removing = useMutation({
    ...failed,
    mutationFn: () => withSignIn(remove),
    onSuccess: (reply) => onChange(reply),
  })

  function choose(file: File) {
    if (file.size > limits.maxPreviewBytes) return setWrong(`The ${name} may be at most 10 MB.`)
    sending.mutate(file)
  }
  return {
    wrong,
    isSending: sending.isPending,
    isRemoving: removing.isPending,
    choose,
    remove: () => removing.mutate(),
  }
}
