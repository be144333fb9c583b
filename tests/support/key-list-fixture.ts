import { createBundle } from '../../contract/bundles.ts'
import { addLicenseKeys, getLicenseSettings, removeLicenseKeys } from '../../contract/licenses.ts'
import { licenseFixture } from './license-fixture.ts'

type Options = NonNullable<Parameters<typeof licenseFixture>[0]>

/** Mara sells a plug-in for $10.00 with the keys of her own list: `KEY-1` and so on. */
export async function keyListFixture(count: number, { keys, ...options }: Options = {}) {
  const fixture = await licenseFixture({ keys: { mode: 'pool', prefix: '', ...keys }, ...options })
  const { mara, item, w } = fixture
  const ofItem = (contentId: number) => ({ params: { id: contentId } })
  const adds = async (lines: string, contentId = item.id) =>
    (await mara.call(addLicenseKeys, { ...ofItem(contentId), body: { lines } })).body
  if (count > 0) await adds(keyList(count))
  return {
    ...fixture,
    adds,
    removes: (lines?: string) =>
      mara.call(removeLicenseKeys, {
        ...ofItem(item.id),
        body: lines === undefined ? { all: true } : { lines },
      }),
    async pool(contentId = item.id) {
      return (await mara.call(getLicenseSettings, ofItem(contentId))).body.pool
    },
    /** The items together for $12.00. */
    async bundles(items: Array<number>) {
      const { body } = await mara.call(createBundle, {
        body: {
          status: 'published',
          title: 'Both',
          description: '',
          pricingModel: 'fixed',
          price: '12.00',
          items,
          offersCompletion: true,
        },
      })
      return body
    },
    /** The sweep, a minute after it ran last. */
    async sweeps() {
      w.clock.advance(60_000)
      await w.runPeriodicTasks()
    },
  }
}

/** `KEY-1`, `KEY-2` and so on, one in each line. */
export function keyList(count: number, from = 1): string {
  return Array.from({ length: count }, (_, index) => `KEY-${from + index}`).join('\n')
}
