import type { LandingDraft } from './landing-draft.ts'

type NotKept = keyof LandingDraft

/** What of the landing page the browser could not keep, as words for it go on. */
export const notKeptNouns: Record<NotKept, string> = {
  file: 'the file you picked',
  link: 'the link you entered',
  text: 'the text you entered',
}

/** What the address of the upload form says was not kept. */
export function notKeptIn(address: string): NotKept | undefined {
  const notKept = new URLSearchParams(address.split('?')[1]).get('notKept') ?? ''
  return Object.hasOwn(notKeptNouns, notKept) ? (notKept as NotKept) : undefined
}
