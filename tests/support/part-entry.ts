import type { PartEntry } from '../../web/features/selling/content/editor/part-list/entries.ts'

/** A file in the editor's list of parts, named by its key. */
export function partEntry(key: string, change: Partial<PartEntry> = {}): PartEntry {
  return {
    type: 'part',
    key,
    kind: 'file',
    name: key,
    url: '',
    text: '',
    file: { name: `${key}.wav`, size: 10 },
    ...change,
  }
}
