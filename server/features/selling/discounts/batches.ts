import { randomInt } from 'node:crypto'
import type { Discount, DiscountBatchInput } from '../../../../contract/discounts.ts'
import { limits } from '../../../../contract/limits.ts'
import { normalizeCode } from '../../../../domain/discount.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import { reserveId } from '../../../db/public-id.ts'
import { insertRows } from '../../../db/rows.ts'
import { discountItems, discounts } from '../../../db/schema/index.ts'
import { csvStream } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { insertCounters } from '../reservations/repository.ts'
import { findListed, selectBatchCodes } from './list-repository.ts'
import { usesOf } from './repository.ts'
import { discountNotFound, requireDiscount } from './service.ts'
import { fieldError, parseTerms } from './terms.ts'

/** Crockford's letters and digits: none looks like another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 40 bits, so that a batch of 10,000 is one in 110 million of what can be guessed. */
const randomLength = 8
const maxPrefixLength = 40 - (randomLength + 1)
/** Each code of a batch has a row for each of them. */
const maxItemsOfBatch = 10
const csvPageSize = 1_000

/** Creates codes for one use each. */
export async function createBatch(
  ports: Ports,
  viewer: Viewer,
  input: DiscountBatchInput,
): Promise<Discount> {
  const prefix = parsePrefix(input.prefix)
  const batchId = await ports.db.transaction(async (tx) => {
    await lockCreator(tx, viewer.id)
    const { columns, contentIds } = await parseTerms(tx, ports, { viewer, input })
    if (contentIds.length > maxItemsOfBatch)
      throw fieldError('contentIds', `Choose ${maxItemsOfBatch} items or fewer for a list of codes.`)
    await countCodes(ports, viewer, input.count)
    const id = await reserveId(tx)
    const codes = randomCodes(prefix, input.count)
    const common = { ...columns, creatorId: viewer.id, batchId: id, batchLabel: input.label }
    const createdAt = ports.clock.now()
    const rows = await insertRows(
      tx,
      discounts,
      codes.map((code) => ({ ...common, code, createdAt })),
    )
    await insertRows(
      tx,
      discountItems,
      rows.flatMap((row) => contentIds.map((contentId) => ({ discountId: row.id, contentId }))),
    )
    await insertCounters(
      tx,
      rows.map((row) => ({ ...usesOf(row), creatorId: viewer.id, max: 1 })),
    )
    return id
  })
  return requireDiscount(ports, viewer, batchId)
}

/** The codes of a batch and whether they were used. */
export async function exportBatch({ db }: Ports, viewer: Viewer, batchId: number): Promise<StreamedFile> {
  const listed = await findListed(db, viewer.id, batchId)
  if (!listed || listed.discount.batchId !== batchId) throw discountNotFound()
  const rows = () =>
    rowsByKey(
      (after: number | undefined, limit) =>
        selectBatchCodes(db, { creatorId: viewer.id, batchId, after: after ?? 0, limit }),
      { keyOf: ({ id }) => id, pageSize: csvPageSize },
    )
  return {
    name: `codes-${batchId}.csv`,
    type: 'text/csv; charset=utf-8',
    createStream: () =>
      csvStream(
        [
          { name: 'Code', of: ({ code }) => code },
          {
            name: 'Status',
            of: ({ used, held }) => (used > 0 ? 'used' : held ? 'being paid for' : 'not used'),
          },
        ],
        rows(),
        undefined,
        'spreadsheet',
      ),
  }
}

/** Each random code takes rows, so a day has a limit. */
async function countCodes(ports: Ports, viewer: Viewer, count: number): Promise<void> {
  const windowMs = 24 * 3_600_000
  const max = Math.ceil(limits.maxBatchCodesPerDay / 1_000)
  for (let thousand = 0; thousand < Math.ceil(count / 1_000); thousand++)
    await enforceRateLimits(ports, [
      {
        key: `discount-batches/${viewer.id}`,
        max,
        windowMs,
        message: `You can make ${limits.maxBatchCodesPerDay.toLocaleString('en-US')} codes a day. Try again tomorrow.`,
      },
    ])
}

function parsePrefix(typed: string): string {
  if (typed === '') return ''
  // A prefix may be shorter than a code, and may end in a dash.
  const prefix = normalizeCode(`${typed}XXX`)?.slice(0, -3)
  if (prefix === undefined) throw fieldError('prefix', 'Use letters, digits, - or _.')
  if (prefix.length > maxPrefixLength)
    throw fieldError('prefix', `Use ${maxPrefixLength} characters or fewer.`)
  return prefix
}

function randomCodes(prefix: string, count: number): Array<string> {
  const codes = new Set<string>()
  while (codes.size < count) {
    const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
    codes.add(`${prefix}${random.slice(0, 4)}-${random.slice(4)}`)
  }
  return [...codes]
}
