import { limits } from '../contract/limits.ts'
import type { PartKind } from '../contract/parts.ts'
import { isPdf, isRecording, mimeTypeOf } from './file-type.ts'
import { withoutOpenMarks } from './inline-marks.ts'
import { kinds } from './part-kinds.ts'

/** The part of an item that its creator shows before payment; see `TeaserOptions` of the database. */
export type TeaserChoice = { words?: number; pages?: number; startSecond?: number; seconds?: number }

type TeaserFields = {
  teaserWords: string
  teaserSeconds: string
  teaserStartSecond: string
  teaserPages: string
}

/** Parses the teaser fields of a form with parts of these kinds and caps them at the limits; null for no teaser. */
export function parseTeaserChoice(
  fields: TeaserFields,
  partKinds: ReadonlyArray<PartKind>,
): TeaserChoice | null {
  const teasers = new Set(partKinds.map((kind) => kinds[kind].teaser))
  const words = teasers.has('words') ? Math.min(Number(fields.teaserWords), limits.maxTeaserWords) : 0
  const isCuttable = teasers.has('recording or pages')
  const seconds = isCuttable ? Math.min(Number(fields.teaserSeconds), limits.maxTeaserSeconds) : 0
  const pages = isCuttable ? Math.min(Number(fields.teaserPages), limits.maxTeaserPages) : 0
  const choice = {
    ...(words > 0 && { words }),
    ...(seconds > 0 && { seconds, startSecond: Number(fields.teaserStartSecond) }),
    ...(pages > 0 && { pages }),
  }
  return Object.keys(choice).length > 0 ? choice : null
}

/** The kind of sample a file can have, by its name. */
export function sampleKindOf(fileName: string): 'recording' | 'pages' | undefined {
  const type = mimeTypeOf(fileName)
  if (isPdf(type)) return 'pages'
  return isRecording(type) ? 'recording' : undefined
}

/**
 * The beginning of a text: at most the chosen number of words, at most half of its words and at most half of its
 * characters. Words are those of its language, because many scripts have no spaces between them.
 */
export function teaserText(text: string, words: number): string {
  const ends: Array<number> = []
  let wordCount = 0
  let end = 0
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    // A word that fits ends before the next one, with its punctuation.
    if (isWordLike && wordCount > 0 && wordCount <= words && end <= text.length / 2) ends.push(end)
    if (isWordLike) wordCount += 1
    if (segment.trim() !== '') end = index + segment.length
  }
  return withoutOpenMarks(text.slice(0, ends[Math.min(ends.length, Math.floor(wordCount / 2)) - 1] ?? 0))
}
