import { Sparkles } from 'lucide-react'
import type { ContentVersion } from '../../../../contract/item-updates.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'

const firstShown = 3

/** What the creator says about changes of the item: the newest three, then all. Nothing while there are none. */
export function WhatsNew({ versions }: { versions: ReadonlyArray<ContentVersion> }) {
  if (versions.length === 0) return null
  const older = versions.slice(firstShown)
  return (
    <section
      aria-labelledby="whats-new"
      className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3.5 print:hidden"
    >
      <IconTile tone="warm" size="sm">
        <Sparkles aria-hidden />
      </IconTile>
      <div className="grid gap-2 [overflow-wrap:anywhere]">
        <h2 id="whats-new" className="font-body font-semibold text-base tracking-normal">
          What’s new
        </h2>
        <Versions versions={versions.slice(0, firstShown)} />
        {older.length > 0 && (
          <Disclosure summary={<span className="font-semibold">All changes</span>}>
            <Versions versions={older} />
          </Disclosure>
        )}
      </div>
    </section>
  )
}

function Versions({ versions }: { versions: ReadonlyArray<ContentVersion> }) {
  return (
    <ul className="grid gap-3">
      {versions.map(({ number, notes, createdAt }) => (
        <li key={createdAt} className="grid gap-0.5">
          <p className="text-ink-faint text-sm">
            {number && <b className="mr-2 font-semibold text-ink">{number}</b>}
            <LocalTime iso={createdAt} format="date" />
          </p>
          <p className="whitespace-pre-line text-ink-soft">{notes}</p>
        </li>
      ))}
    </ul>
  )
}
