import { limits } from '../contract/limits.ts'
import { countWords, firstWords } from './article.ts'
import { isPdf, isRecording, mimeTypeOf } from './file-type.ts'

/** The part of an item that its creator shows before payment; see `TeaserOptions` of the database. */
export type TeaserChoice = { words?: number; pages?: number; startSecond?: number; seconds?: number }

type TeaserFields = {
  kind: string
  teaserWords: string
  teaserSeconds: string
  teaserStartSecond: string
  teaserPages: string
}

/** Parses the teaser fields of a form and caps them at the limits; null for no teaser. */
export function parseTeaserChoice(fields: TeaserFields): TeaserChoice | null {
  const words = Math.min(Number(fields.teaserWords), limits.maxTeaserWords)
  if (fields.kind === 'text') return words > 0 ? { words } : null
  if (fields.kind !== 'file') return null
  const seconds = Math.min(Number(fields.teaserSeconds), limits.maxTeaserSeconds)
  const pages = Math.min(Number(fields.teaserPages), limits.maxTeaserPages)
  const choice = {
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

/** The first words of a text, as many as chosen, but never more than half of them. */
export function teaserText(text: string, words: number): string {
  return firstWords(text, Math.min(words, Math.floor(countWords(text) / 2)))
}
