import { useRef } from 'react'
import { Button } from './button.tsx'

/** What can be done to a picture that is already somewhere, and how that goes. */
export type PictureActs = {
  wrong: string | undefined
  isSending: boolean
  isRemoving: boolean
  choose: (file: File) => void
  remove: () => void
}

type PicturePickerProps = {
  /** The field's name; its words are made of it: `Logo`. */
  label: string
  hint: string
  isThere: boolean
  acts: PictureActs
}

/** The buttons under or beside a picture, and below them what it may be or what is wrong with it. */
export function PicturePicker({ label, hint, isThere, acts }: PicturePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const { wrong } = acts
  const name = label.toLowerCase()
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" busy={acts.isSending} onClick={() => input.current?.click()}>
          {isThere ? `Choose another ${name}` : `Choose a ${name}`}
        </Button>
        {isThere && (
          <Button variant="quiet" busy={acts.isRemoving} onClick={acts.remove}>
            Remove {name}
          </Button>
        )}
      </div>
      <p
        role={wrong ? 'alert' : undefined}
        className={wrong ? 'text-danger text-sm' : 'text-ink-faint text-sm'}
      >
        {wrong ?? hint}
      </p>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        aria-label={label}
        className="hidden"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) acts.choose(file)
        }}
      />
    </>
  )
}
