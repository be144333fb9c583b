import { Button } from '../../ui/button.tsx'
import { type Begun, isSame } from './kept-form.ts'
import { percent } from './progress-words.ts'
import type { Start } from './start.ts'

type KeptNoticeProps = { start: Start; file: File | undefined; onStartOver: () => void }

/** What was left here the last time is here again, and can be thrown away. */
export function KeptNotice({ start: { begun }, file, onStartOver }: KeptNoticeProps) {
  const goesOn = begun && file && isSame(file, begun)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2.5">
      <p className="wrap-anywhere min-w-0 flex-1 basis-60">
        {goesOn
          ? `${begun.name}: ${percentOf(begun)}% is here already. Publish, and it goes on from there.`
          : 'What you typed the last time is here again.'}
      </p>
      <Button variant="ghost" size="sm" onClick={onStartOver}>
        Start over
      </Button>
    </div>
  )
}

export function percentOf({ loaded, size }: Begun): number {
  return percent({ loaded, total: size, state: 'paused' })
}
