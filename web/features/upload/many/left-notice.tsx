import { Button } from '../../../ui/button.tsx'
import { percent } from '../progress-words.ts'
import type { Left } from './rows.ts'

/** How many files are named; the others are counted. */
const named = 5

/** Files that were here before the page was closed: they go on once they are chosen again. */
export function LeftNotice({ left, onStartOver }: { left: Array<Left>; onStartOver: () => void }) {
  const unfinished = left.filter(({ made }) => !made)
  if (unfinished.length === 0) return null
  const more = unfinished.length - named
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p>Choose these files again, and they go on from where they were:</p>
        <ul className="mt-1 list-disc pl-5 text-ink-soft text-sm">
          {unfinished.slice(0, named).map(({ name, size, lastModified, loaded }) => (
            <li key={`${name} ${size} ${lastModified}`} className="wrap-anywhere">
              {name}
              {loaded > 0 && ` · ${percent({ loaded, total: size })}% is here already`}
            </li>
          ))}
          {more > 0 && <li>{more === 1 ? 'one more' : `${more} more`}</li>}
        </ul>
      </div>
      <Button variant="ghost" size="sm" onClick={onStartOver}>
        Start over
      </Button>
    </div>
  )
}
