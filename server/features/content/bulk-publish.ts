import type { BulkPublishRequest, BulkPublishResult } from '../../../contract/bulk-publish.ts'
import { parseContentForm } from '../../../domain/content.ts'
import { AppError } from '../../../domain/errors.ts'
import type { FormPart } from '../../http/multipart.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { requirePro } from '../accounts/require-pro.ts'
import { createContent } from './create-content.ts'
import { requireCategoryAllowed } from './require-category-allowed.ts'

type SharedFields = Omit<BulkPublishRequest, 'items'>

/**
 * Publishes uploads independently: an error of one does not affect the others. An error in the shared fields is
 * returned once, before the first item is published.
 */
export async function publishBulk(
  ports: Ports,
  viewer: Viewer,
  { items, ...shared }: BulkPublishRequest,
): Promise<{ results: Array<BulkPublishResult> }> {
  await requirePro(ports.db, viewer, 'Bulk upload')
  validateSharedFields(ports, shared)
  await requireCategoryAllowed(ports.db, ports, viewer, shared)

  const results: Array<BulkPublishResult> = []
  for (const item of items) results.push(await publishOne(ports, viewer, { ...shared, ...item }))
  return { results }
}

const noTeaser = { teaserWords: '', teaserSeconds: '', teaserStartSecond: '', teaserPages: '' }

/** Validated with a placeholder title; each file's own title is validated with its item. */
function validateSharedFields({ config, paymentProvider }: Ports, shared: SharedFields): void {
  const empty = {
    linkUrl: '',
    textContent: '',
    whatsInside: '',
    uploadId: '',
    notifyFollowers: 'false' as const,
    ...noTeaser,
    ...{ previewFocusX: 50, previewFocusY: 50 },
  }
  const placeholders = { kind: 'file', title: 'Title', ...empty } as const
  parseContentForm(
    { ...shared, ...placeholders },
    { currency: config.currency, charge: paymentProvider.chargeLimits(config.currency) },
  )
}

type BulkItemInput = SharedFields & { uploadId: string; title: string }

/** Uses the use case of a form with one file, so it has the same limits and is idempotent. */
async function publishOne(ports: Ports, viewer: Viewer, input: BulkItemInput): Promise<BulkPublishResult> {
  const { uploadId } = input
  try {
    return { uploadId, content: await createContent(ports, viewer, toFormParts(input)), error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, fields = {} } = error
    return { uploadId, content: null, error: { code, message, fields } }
  }
}

async function* toFormParts(input: BulkItemInput): AsyncGenerator<FormPart> {
  yield { kind: 'field', name: 'kind', value: 'file' }
  for (const [name, value] of Object.entries(input)) yield { kind: 'field', name, value }
}
