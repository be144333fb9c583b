import type { Supporter } from '../../../contract/content.ts'
import { Avatar } from '../../ui/avatar.tsx'

/** The supporters who agreed to be shown, newest first. */
export function SupporterList({ supporters }: { supporters: Array<Supporter> }) {
  return (
    <section aria-labelledby="supporters" className="grid gap-4">
      <h2 id="supporters" className="text-xl">
        Supporters
      </h2>
      {supporters.length === 0 && <p className="text-ink-soft">No one yet. Be the first.</p>}
      <ul className="grid gap-4">
        {supporters.map(({ name, message, paidAt }) => (
          <li key={`${paidAt}/${name}`} className="flex min-w-0 items-start gap-3">
            <Avatar name={name || 'Anonymous'} />
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p className="font-semibold">{name || 'Anonymous'}</p>
              {message && <p className="text-ink-soft">{message}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
