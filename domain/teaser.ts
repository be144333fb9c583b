import { limits } from '../contract/limits.ts'
import { countWords, firstWords } from './article.ts'

/** What a creator gives away of an item before it is paid. */
export type TeaserChoice = { words?: number; startSecond?: number; seconds?: number }

type TeaserFields = { kind: string; teaserWords: string; teaserSeconds: string; teaserStartSecond: string }

/** The creator's choice of a form, within the limits; null for no teaser. */
export function parseTeaserChoice(fields: TeaserFields): TeaserChoice | null {
  const words = Math.min(Number(fields.teaserWords), limits.maxTeaserWords)
  if (fields.kind === 'text') return words > 0 ? { words } : null
  const seconds = Math.min(Number(fields.teaserSeconds), limits.maxTeaserSeconds)
  if (fields.kind !== 'file' || !(seconds > 0)) return null
  return { seconds, startSecond: Number(fields.teaserStartSecond) }
}

/** The first words of a text, as many as chosen, but never more than half of them. */
export function teaserText(text: string, words: number): string {
  return firstWords(text, Math.min(words, Math.floor(countWords(text) / 2)))
}
