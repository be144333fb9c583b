import { notify } from '../../../db/notify.ts'
import type { Ports } from '../../../ports/index.ts'

/** Makes every process drop its cached pages of an item. Updates of the item's row do so by themselves. */
export function publishContentChange(ports: Pick<Ports, 'pool' | 'log'>, contentId: number): void {
  notify(ports, 'content_changed', String(contentId))
}
