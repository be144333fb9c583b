import type { QueuedFile } from '../../upload-queue.ts'
import { contentKindOf, type FormValues, toLinkUrl } from '../form-values.ts'
import { toPart } from './added-files.ts'
import { changePart, isPart, type PartList } from './entries.ts'
import { nameOf } from './part-inputs.ts'
import type { ListWithRows } from './use-part-list.ts'

type FirstPartOptions = {
  typed: FormValues
  /** The upload of the file that is selected, which is in the queue. */
  row: QueuedFile | undefined
  key: string
}

/** The list of a form that had the fields of one part so far; empty when nothing was typed or selected. */
export function listOfFields({ typed, row, key }: FirstPartOptions): ListWithRows {
  const kind = contentKindOf(typed)
  if (kind === 'file') return row ? { list: [toPart(row.file, row.key)], rows: [] } : { list: [], rows: [] }
  const { url, text } = contentOf(typed)
  if (!url && !text) return { list: [], rows: [] }
  return { list: [{ type: 'part', key, kind, name: nameOf(kind, url || text), url, text }], rows: [] }
}

/** The list of a stored item of one part, with what the form changed of it. */
export function listOfStored(stored: PartList, { typed, row }: Omit<FirstPartOptions, 'key'>): ListWithRows {
  const part = stored.find(isPart)
  if (!part) return { list: stored, rows: [] }
  const { kind, key, name, file } = part
  if (kind === 'file') {
    const change = row && {
      file: { name: row.name, size: row.size },
      queueKey: row.key,
      isLost: undefined,
      replacedBytes: file?.size,
      ...(!file && { name: toPart(row.file, row.key).name }),
    }
    return { list: change ? changePart(stored, key, change) : stored, rows: [] }
  }
  const { url, text } = contentOf(typed)
  return { list: changePart(stored, key, { url, text, name: name || nameOf(kind, url || text) }), rows: [] }
}

function contentOf(typed: FormValues): { url: string; text: string } {
  const kind = contentKindOf(typed)
  return {
    url: kind === 'link' ? toLinkUrl(typed.linkUrl ?? '') : '',
    text: kind === 'text' && typed.textContent?.trim() ? typed.textContent : '',
  }
}
