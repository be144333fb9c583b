import { createViewBuffer } from '../features/analytics/view-buffer.ts'
import type { Ports } from '../ports/index.ts'
import type { SeedClock } from './seed-creator.ts'

const dayMs = 24 * 3_600_000
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** View sources, the common ones more often. */
const sources = [
  { utmParameters: 'utm_source=instagram', referrer: '' },
  { utmParameters: '', referrer: '' },
  { utmParameters: 'utm_source=newsletter', referrer: '' },
  { utmParameters: '', referrer: 'www.youtube.com' },
  { utmParameters: 'utm_source=instagram', referrer: '' },
  { utmParameters: '', referrer: 'forum.example.org' },
]

type ContentViews = { contentId: number; viewsPerDay: number }

/** Records views over a number of days, each by another visitor; weekends have more. */
export async function seedViews(
  ports: Ports,
  clock: SeedClock,
  { items, days }: { items: Array<ContentViews>; days: number },
): Promise<void> {
  const viewBuffer = createViewBuffer(ports)
  const today = Date.now()
  for (let daysAgo = days; daysAgo > 0; daysAgo--) {
    clock.set(new Date(today - daysAgo * dayMs))
    const dailyFactor =
      1 + 0.5 * Math.sin(daysAgo / 2.3) + ([0, 6].includes(clock.now().getUTCDay()) ? 0.6 : 0)
    for (const { contentId, viewsPerDay } of items) {
      for (let visitor = 0; visitor < Math.round(viewsPerDay * dailyFactor); visitor++) {
        const address = `2001:db8:${daysAgo.toString(16)}:${visitor.toString(16)}::1`
        const source = sources[(visitor * 7 + daysAgo) % sources.length]
        viewBuffer.record({
          ...{ contentId, address, agent: userAgent, viewerId: undefined },
          ...{ utmParameters: source?.utmParameters ?? '', referrer: source?.referrer ?? '' },
        })
      }
    }
  }
  await viewBuffer.stop()
}
