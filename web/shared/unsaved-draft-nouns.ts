import type { LandingKind } from './landing-draft.ts'

type UnsavedPart = LandingKind

/** Nouns for the input that could not be stored. */
export const unsavedDraftNouns: Record<UnsavedPart, string> = {
  file: 'the file you picked',
  link: 'the link you entered',
  text: 'the text you entered',
}

/** The input that could not be stored, from the upload form's URL. */
export function unsavedDraftPart(url: string): UnsavedPart | undefined {
  const unsaved = new URLSearchParams(url.split('?')[1]).get('unsaved') ?? ''
  return Object.hasOwn(unsavedDraftNouns, unsaved) ? (unsaved as UnsavedPart) : undefined
}
