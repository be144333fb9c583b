import { type EditableContent, EditFields } from '../../../contract/editing.ts'
import { decimal } from '../../../contract/money.ts'
import { type Draft, readUpload } from '../../../domain/content.ts'
import { AppError } from '../../../domain/errors.ts'
import { validated } from '../../http/validate.ts'
import type { Ports } from '../../ports/index.ts'
import { presentOwn } from './present.ts'
import type { ContentRow } from './repository.ts'

/** What a change comes to: the item as it will be, and what was said about the change itself. */
export type Edit = Draft & { uploadId: string; version: number | undefined; removePreview: boolean }

/** Lays the fields that were sent over the item as it is. Throws AppError as for a new item. */
export function readEdit(
  { config, payments }: Pick<Ports, 'config' | 'payments'>,
  row: ContentRow,
  sent: Map<string, string>,
): Edit {
  const { uploadId, version, removePreview, ...fields } = validated(EditFields, {
    ...fieldsOf(row),
    ...Object.fromEntries(sent),
  })
  if (fields.kind !== row.content.kind) {
    const sentence = 'A file stays a file, a link a link, and a text a text.'
    throw new AppError('invalid_input', sentence, { kind: sentence })
  }
  const charge = payments.limits(config.currency)
  const draft = readUpload({ ...fields, uploadId }, { currency: config.currency, charge })
  return { ...draft, uploadId, version, removePreview: removePreview === 'true' }
}

/** The form's texts, as if somebody had just typed them. */
function fieldsOf({ content }: ContentRow): Record<string, string> {
  const { kind, status, title, description, pricingModel, category, accessType } = content
  const price = decimal(content.price, content.currency)
  return {
    ...{ kind, status, title, description, pricingModel, category, accessType },
    ...(pricingModel === 'fixed' ? { price } : { price, minimumPrice: price }),
    linkUrl: content.linkUrl ?? '',
    textContent: content.textContent ?? '',
    chips: chipsText(content),
    showSupporters: String(content.showSupporters),
  }
}

export function presentEditable(row: ContentRow): EditableContent {
  const { content, file } = row
  return {
    ...presentOwn(row),
    linkUrl: content.linkUrl ?? '',
    textContent: content.textContent ?? '',
    chips: chipsText(content),
    showSupporters: content.showSupporters,
    version: content.version,
    sha256: file?.sha256 ?? null,
  }
}

function chipsText({ chips, currency }: ContentRow['content']): string {
  return (chips ?? []).map((cents) => decimal(cents, currency)).join(', ')
}
