import type { PublicContent } from '../../../contract/content.ts'
import { getContent } from '../../../contract/content.ts'
import type { PageDefinition } from './page-route.ts'

/** The branding of a page whose path names an item. */
export const brandFromContent: PageDefinition['brand'] = ({ params }, readCached) =>
  toPageBrand(readCached(getContent, { params: { id: params.id } }))

export function toPageBrand(content: Pick<PublicContent, 'brand' | 'user'> | undefined) {
  return content && { brand: content.brand, name: content.user.firstName }
}
