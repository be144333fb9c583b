import { useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { removeLogo, setLogo } from '../../../contract/pro.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { useSend } from '../../api/hooks.ts'
import { upload } from '../../api/upload.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

type LogoPickerProps = { logo: string | null; onChange: () => void }

export function LogoPicker({ logo, onChange }: LogoPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const remove = useSend(removeLogo, { done: onChange, failed: (error) => setWrong(error.sentence) })

  async function put(file: File) {
    if (file.size > limits.maxPreviewBytes) return setWrong('The logo may be at most 10 MB.')
    const form = new FormData()
    form.set('logo', file)
    setBusy(true)
    setWrong(undefined)
    try {
      await upload(setLogo, form)
      onChange()
      toast({ title: 'Logo saved', tone: 'success' })
    } catch (fault) {
      setWrong(sentenceOf(fault))
    }
    setBusy(false)
  }

  return (
    <div className="grid gap-2">
      <p className="font-semibold">Logo</p>
      {logo && (
        <img src={logo} alt="Your logo" className="h-10 w-auto max-w-[240px] object-contain object-left" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" busy={busy} onClick={() => input.current?.click()}>
          {logo ? 'Choose another logo' : 'Choose a logo'}
        </Button>
        {logo && (
          <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate({})}>
            Remove logo
          </Button>
        )}
      </div>
      <p
        role={wrong ? 'alert' : undefined}
        className={wrong ? 'text-danger text-sm' : 'text-ink-faint text-sm'}
      >
        {wrong ??
          'A wide picture on a clear background is best: PNG, WebP, JPEG, GIF or AVIF, at most 10 MB.'}
      </p>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        aria-label="Logo"
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
