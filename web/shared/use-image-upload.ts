import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { userMessage } from '../api/client.ts'
import { withSignIn } from '../api/reauthentication.ts'
import type { ImagePickerState } from '../ui/image-picker.tsx'
import { toast } from '../ui/toast.ts'

type ImageUploadOptions<T> = {
  /** The image's name: `Logo`. */
  label: string
  upload: (form: FormData) => Promise<T>
  remove: () => Promise<T>
  onChange: (reply: T) => void
}

/** An image of the account: checks, uploads and removes it, and returns errors. */
export function useImageUpload<T>({
  label,
  upload,
  remove,
  onChange,
}: ImageUploadOptions<T>): ImagePickerState {
  const name = label.toLowerCase()
  const [error, setError] = useState<string>()
  const callbacks = { onError: (failure: unknown) => setError(userMessage(failure)) }
  const uploading = useMutation({
    ...callbacks,
    mutationFn: (file: File) => {
      const form = new FormData()
      form.set(name, file)
      return withSignIn(() => upload(form))
    },
    onMutate: () => setError(undefined),
    onSuccess: (reply) => {
      onChange(reply)
      toast({ title: `${label} saved`, tone: 'success' })
    },
  })
  const removing = useMutation({
    ...callbacks,
    mutationFn: () => withSignIn(remove),
    onSuccess: (reply) => onChange(reply),
  })

  function selectFile(file: File) {
    if (file.size > limits.maxPreviewBytes) return setError(`The ${name} can’t be larger than 10 MB.`)
    uploading.mutate(file)
  }
  return {
    error,
    isUploading: uploading.isPending,
    isRemoving: removing.isPending,
    onSelect: selectFile,
    remove: () => removing.mutate(),
  }
}
