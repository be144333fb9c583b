import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { calendarFile } from '../../../../domain/calendar.ts'
import { AppError } from '../../../../domain/errors.ts'
import { isBeforeRelease } from '../../../../domain/release.ts'
import { type FileResponse, fromBuffer } from '../../../http/file-response.ts'
import type { FindViewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { addressOf } from '../../selling/content/present.ts'
import { requireBoughtContent } from '../access/active-access.ts'
import { requirePurchaseByToken } from '../access/verify-purchase.ts'
import { loadTestPurchase } from '../purchases/test-purchases-repository.ts'

const eventMinutes = 15

/**
 * The release day as a calendar file, for who waits. It leads to the item's page and not to the purchase, because other people
 * may see the calendar. Throws AppError for what is out.
 */
export async function releaseCalendar(
  ports: Ports,
  token: string,
  findViewer: FindViewer,
): Promise<FileResponse> {
  const { config, clock } = ports
  const tested = await loadTestPurchase(ports, token, findViewer)
  const row = tested?.row ?? (await requireBoughtContent(ports, await requirePurchaseByToken(ports, token)))
  const { content } = row
  const now = clock.now()
  if (!isBeforeRelease(content.releaseAt, now)) throw new AppError('not_found', 'There’s no day to wait for.')
  const title = toSingleLine(content.title)
  const event = {
    uid: `release-${content.id}@${new URL(config.publicUrl).hostname}`,
    sequence: content.version,
    startsAt: content.releaseAt,
    minutes: eventMinutes,
    summary: `${title} comes out`,
    description: 'We’ll email your link the minute it’s out.',
    url: config.publicUrl + addressOf(row),
  }
  const bytes = Buffer.from(calendarFile(event, { now, product: site().name }), 'utf8')
  return {
    name: `${title}.ics`,
    type: 'text/calendar; charset=utf-8',
    etag: `release-${content.id}-${content.version}`,
    disposition: 'attachment',
    cache: 'viewer',
    ...fromBuffer(bytes),
  }
}
