import { useRef, useState } from 'react'
import { type Account, removePhoto, setPhoto } from '../../../contract/account-settings.ts'
import { limits } from '../../../contract/limits.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { useSend } from '../../api/hooks.ts'
import { upload } from '../../api/upload.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

type PhotoPickerProps = { photo: string | null; name: string; onChange: (account: Account) => void }

export function PhotoPicker({ photo, name, onChange }: PhotoPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const remove = useSend(removePhoto, { done: onChange, failed: (error) => setWrong(error.sentence) })

  async function put(file: File) {
    if (file.size > limits.maxPreviewBytes) return setWrong('The photo may be at most 10 MB.')
    const form = new FormData()
    form.set('photo', file)
    setBusy(true)
    setWrong(undefined)
    try {
      onChange(await upload(setPhoto, form))
      toast({ title: 'Photo saved', tone: 'success' })
    } catch (fault) {
      setWrong(sentenceOf(fault))
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} photo={photo} className="size-[72px] text-2xl" />
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button variant="ghost" busy={busy} onClick={() => input.current?.click()}>
            {photo ? 'Choose another photo' : 'Choose a photo'}
          </Button>
          {photo && (
            <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate({})}>
              Remove photo
            </Button>
          )}
        </div>
        <p
          role={wrong ? 'alert' : undefined}
          className={wrong ? 'text-danger text-sm' : 'text-ink-faint text-sm'}
        >
          {wrong ?? 'JPEG, PNG, WebP, GIF or AVIF, at most 10 MB.'}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        aria-label="Photo"
        className="hidden"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) void put(file)
        }}
      />
    </div>
  )
}
