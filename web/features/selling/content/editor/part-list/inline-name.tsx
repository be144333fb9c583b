import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Input } from '../../../../../ui/input.tsx'

type InlineNameProps = {
  label: string
  name: string
  maxLength: number
  hint?: string
  /** Why the name can't be this; undefined when it can. */
  problemOf: (name: string) => string | undefined
  onSave: (name: string) => void
  onCancel: () => void
}

/** A name edited in its place: Enter and leaving the field save it, Escape puts it back. */
export function InlineName({ label, name, maxLength, hint, problemOf, onSave, onCancel }: InlineNameProps) {
  const [typed, setTyped] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const problem = problemOf(typed.trim())
  const note = problem ?? hint

  // Selects the name, so that typing replaces it.
  useEffect(() => input.current?.select(), [])

  function finish(action: () => void) {
    if (isDone.current) return
    isDone.current = true
    action()
  }
  function save() {
    if (!problem) finish(() => onSave(typed.trim()))
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Enter') save()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    finish(onCancel)
  }

  return (
    <div className="grid min-w-0 flex-1 gap-1">
      <Input
        ref={input}
        autoFocus
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        autoComplete="off"
        maxLength={maxLength}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={handleKey}
        onBlur={() => (problem ? finish(onCancel) : save())}
        className="min-h-10!"
      />
      {note && (
        <p role={problem && 'alert'} className={problem ? 'text-danger text-sm' : 'text-ink-faint text-sm'}>
          {note}
        </p>
      )}
    </div>
  )
}
