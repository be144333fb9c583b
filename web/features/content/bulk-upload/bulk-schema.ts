import * as z from 'zod/mini'
import type { Instance } from '../../../../contract/instance.ts'
import { noFileMessage } from '../../../../domain/content.ts'
import type { FieldErrors } from '../../../ui/form-errors.ts'
import { validateContent, validationToast } from '../editor/content-schema.ts'
import { type FormValues, withParsedPrices } from '../editor/form-values.ts'
import { type BulkFile, isEditable } from './bulk-queue.ts'

type Rules = Pick<Instance, 'currency' | 'minPriceAmount'> & { rows: ReadonlyArray<BulkFile> }

/** The field name of a file's title. */
export const titleFieldName = ({ key }: Pick<BulkFile, 'key'>) => `title ${key}`

export function bulkSchema(rules: Rules) {
  const form = z.record(z.string(), z.string()).check(
    z.superRefine((typed, context) => {
      for (const [name, message] of Object.entries(validateBulk(typed, rules))) {
        context.addIssue({ code: 'custom', path: [name], message })
      }
    }),
  )
  return z.pipe(
    form,
    z.transform((typed) => withParsedPrices(typed, rules.currency)),
  )
}

/**
 * Validates the shared fields like a single upload with any title. Each file that is not published yet needs its own
 * title.
 */
export function validateBulk(typed: FormValues, { rows, ...instance }: Rules): FieldErrors {
  const editableRows = rows.filter(isEditable)
  const filesWithoutTitle = editableRows.filter((row) => !typed[titleFieldName(row)]?.trim())
  return {
    ...(editableRows.length === 0 && { files: noFileMessage }),
    ...Object.fromEntries(filesWithoutTitle.map((row) => [titleFieldName(row), 'Enter a title'])),
    ...validateContent({ ...typed, kind: 'file', title: 'Any' }, { ...instance, hasFile: true }),
  }
}

/** The toast for the errors that `validateBulk` found. */
export function bulkValidationToast(typed: FormValues, { files, ...errors }: FieldErrors) {
  const isTitleMissing = Object.keys(errors).some((name) => name.startsWith('title '))
  if (!files || isTitleMissing || 'price' in errors)
    return validationToast(
      { ...typed, title: isTitleMissing ? '' : 'Any' },
      { ...errors, ...(isTitleMissing && { title: 'Enter a title' }) },
    )
  return { title: 'No file selected', description: files }
}
