import { dictionary } from '../../../contract/dictionary.ts'
import { getInstance } from '../../../contract/instance.ts'
import type { CacheReader } from '../../api/types.ts'

/** Where pages lead, by the path of their route, that a site does not have whose owner is its only creator. */
const gone: Partial<Record<string, string>> = dictionary({
  '/admin': '/admin/purchases',
  '/admin/batches/:id': '/admin/purchases',
  '/connect': '/settings',
  '/settings/payouts': '/settings',
  '/settings/plan': '/settings',
  '/subscribe': '/',
  '/pricing': '/',
})

/** Only the server redirects: the pages of such a site have no link to one of these. */
export function soloRedirect(path: string, readCached: CacheReader): string | undefined {
  return readCached(getInstance)?.isSolo ? gone[path] : undefined
}
