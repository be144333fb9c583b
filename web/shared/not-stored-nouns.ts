import type { LandingDraft } from './landing-draft.ts'

type NotKept = keyof LandingDraft

/** Nouns for the input that could not be stored. */
export const notKeptNouns: Record<NotKept, string> = {
  file: 'the file you picked',
  link: 'the link you entered',
  text: 'the text you entered',
}

/** The input that could not be stored, from the upload form's URL. */
export function notKeptIn(address: string): NotKept | undefined {
  const notKept = new URLSearchParams(address.split('?')[1]).get('notKept') ?? ''
  return Object.hasOwn(notKeptNouns, notKept) ? (notKept as NotKept) : undefined
}
