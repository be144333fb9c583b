import { viewCounter } from '../features/analytics/counter.ts'
import type { Ports } from '../ports/index.ts'
import type { StoryClock } from './tell.ts'

const day = 24 * 3_600_000
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Where people come from, the common ones more often. */
const sources = [
  { marks: 'utm_source=instagram', referrer: '' },
  { marks: '', referrer: '' },
  { marks: 'utm_source=newsletter', referrer: '' },
  { marks: '', referrer: 'www.youtube.com' },
  { marks: 'utm_source=instagram', referrer: '' },
  { marks: '', referrer: 'forum.example.org' },
]

type Looked = { contentId: number /** Visitors of a usual day. */; looks: number }

/** Lets people look at items for so many days, each of them a visitor of their own; weekends are busier. */
export async function lookAt(
  ports: Ports,
  clock: StoryClock,
  { items, days }: { items: Array<Looked>; days: number },
): Promise<void> {
  const counter = viewCounter(ports)
  const today = Date.now()
  for (let ago = days; ago > 0; ago--) {
    clock.set(new Date(today - ago * day))
    const wave = 1 + 0.5 * Math.sin(ago / 2.3) + ([0, 6].includes(clock.now().getUTCDay()) ? 0.6 : 0)
    for (const { contentId, looks } of items) {
      for (let visitor = 0; visitor < Math.round(looks * wave); visitor++) {
        const address = `2001:db8:${ago.toString(16)}:${visitor.toString(16)}::1`
        const from = sources[(visitor * 7 + ago) % sources.length]
        counter.saw({
          ...{ contentId, address, agent: browser, viewerId: undefined },
          ...{ marks: from?.marks ?? '', referrer: from?.referrer ?? '' },
        })
      }
    }
  }
  await counter.stop()
}
