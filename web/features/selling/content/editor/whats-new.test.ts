import { expect, test } from 'vitest'
import type { ContentForEditing } from '../../../../../contract/content-editing.ts'
import { changePart, moveBy, type PartEntry } from './part-list/entries.ts'
import { fromStored } from './part-list/part-inputs.ts'
import { hasNewContents } from './whats-new.ts'

const fields = { section: '', access: 'download' as const }
const parts: ContentForEditing['parts'] = [
  {
    ...fields,
    id: 1,
    position: 1,
    kind: 'file',
    name: 'a.wav',
    size: 5,
    type: 'audio/wav',
    sha256: 'f',
    url: null,
    seconds: null,
    missingSince: null,
  },
  { ...fields, id: 2, position: 2, kind: 'link', name: 'The film', access: 'link', url: 'https://a.example' },
  { ...fields, id: 3, position: 3, kind: 'text', name: 'Chords', access: 'view', text: 'Open G.' },
]
const stored = fromStored(parts)
const keyOf = (id: number) => `part ${id}`
const added: PartEntry = { type: 'part', key: 'new', kind: 'text', name: '', url: '', text: 'More.' }

test.each<[string, boolean, typeof stored]>([
  ['nothing', false, stored],
  ['a new name', false, changePart(stored, keyOf(1), { name: 'Slack water' })],
  ['another place', false, moveBy(stored, keyOf(1), 1)],
  ['a new section', false, [{ type: 'section', key: 's', name: 'Out' }, ...stored]],
  ['an added part', true, [...stored, added]],
  ['a part that was added and removed again', false, [...stored, { ...added, isRemoved: true }]],
  ['a new file', true, changePart(stored, keyOf(1), { queueKey: 'upload 1' })],
  ['a removed part', true, changePart(stored, keyOf(3), { isRemoved: true })],
  ['another link', true, changePart(stored, keyOf(2), { url: 'https://b.example' })],
  ['another text', true, changePart(stored, keyOf(3), { text: 'Standard.' })],
])('for buyers, %s is something new: %s', (_, isNew, list) => {
  expect(hasNewContents(list, parts)).toBe(isNew)
})
