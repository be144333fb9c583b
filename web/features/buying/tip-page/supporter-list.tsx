import type { Supporter } from '../../../../contract/content.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { pluralize } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'

const initialSupporterCount = 3

/** The supporters who agreed to be shown: those with a message first, each group newest first. */
export function SupporterList({ supporters }: { supporters: Array<Supporter> }) {
  if (supporters.length === 0) return null
  const ordered = [
    ...supporters.filter(({ message }) => message),
    ...supporters.filter(({ message }) => !message),
  ]
  const others = ordered.slice(initialSupporterCount)
  return (
    <section aria-labelledby="supporters" className="grid gap-4">
      <h2 id="supporters" className="text-xl">
        From supporters
      </h2>
      <Supporters supporters={ordered.slice(0, initialSupporterCount)} />
      {others.length > 0 && (
        <Disclosure
          summary={<span className="font-semibold">Show {pluralize(others.length, 'more supporter')}</span>}
        >
          <div className="pt-3">
            <Supporters supporters={others} />
          </div>
        </Disclosure>
      )}
    </section>
  )
}

function Supporters({ supporters }: { supporters: Array<Supporter> }) {
  return (
    <ul className="grid gap-4">
      {supporters.map(({ name, message, paidAt }) => (
        <li key={`${paidAt}/${name}`} className="flex min-w-0 items-start gap-3">
          <Avatar name={name || 'Anonymous'} />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p>
              <b className="font-semibold">{name || 'Anonymous'}</b>{' '}
              <span className="text-ink-faint text-sm">
                <LocalTime iso={paidAt} format="date" />
              </span>
            </p>
            {message && <p className="text-ink-soft">{message}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
