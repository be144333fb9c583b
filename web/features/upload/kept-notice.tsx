import { KeptBar } from './kept-bar.tsx'
import { type Begun, isSame } from './kept-form.ts'
import { percent } from './progress-words.ts'
import type { Start } from './start.ts'

type KeptNoticeProps = { start: Start; file: File | undefined; onStartOver: () => void }

/** What was left here the last time is here again, and can be thrown away. */
export function KeptNotice({ start: { begun }, file, onStartOver }: KeptNoticeProps) {
  const goesOn = begun && file && isSame(file, begun)
  return (
    <KeptBar undo="Start over" onUndo={onStartOver}>
      {goesOn
        ? `${begun.name}: ${percentOf(begun)}% is here already. Publish, and it goes on from there.`
        : 'What you typed the last time is here again.'}
    </KeptBar>
  )
}

export function percentOf({ loaded, size }: Begun): number {
  return percent({ loaded, total: size })
}
