import { z } from 'zod'
import type { Instance } from '../../../../contract/system.ts'
import type { Sentences } from '../../../ui/form-errors.ts'
import { checkUpload, noticeOf } from '../check-upload.ts'
import { type Typed, withReadPrices } from '../typed.ts'
import { isOpen, type Row } from './rows.ts'

type Rules = Pick<Instance, 'currency' | 'smallestPrice'> & { rows: ReadonlyArray<Row> }

/** The name of a file's title in the form. */
export const titleName = ({ key }: Pick<Row, 'key'>) => `title ${key}`

export function manySchema(rules: Rules) {
  return z
    .record(z.string(), z.string())
    .superRefine((typed, context) => {
      for (const [name, message] of Object.entries(checkMany(typed, rules))) {
        context.addIssue({ code: 'custom', path: [name], message })
      }
    })
    .transform((typed) => withReadPrices(typed, rules.currency))
}

/** What all share is judged as a single upload is, with any title; each file that is still to come needs its own. */
export function checkMany(typed: Typed, { rows, ...instance }: Rules): Sentences {
  const open = rows.filter(isOpen)
  const untitled = open.filter((row) => !typed[titleName(row)]?.trim())
  return {
    ...(open.length === 0 && { files: 'Please select a file to upload' }),
    ...Object.fromEntries(untitled.map((row) => [titleName(row), 'Enter a title'])),
    ...checkUpload({ ...typed, kind: 'file', title: 'Any' }, { ...instance, hasFile: true }),
  }
}

/** What the notice says of faults that `checkMany` found. */
export function manyNotice(typed: Typed, { files, ...faults }: Sentences) {
  const lacksTitle = Object.keys(faults).some((name) => name.startsWith('title '))
  if (!files || lacksTitle || 'price' in faults)
    return noticeOf(
      { ...typed, title: lacksTitle ? '' : 'Any' },
      { ...faults, ...(lacksTitle && { title: 'Enter a title' }) },
    )
  return { title: 'No file selected', text: files }
}
