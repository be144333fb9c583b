import { type LandingDraft, saveLandingDraft } from '../../../shared/landing-draft.ts'

export function continueAfterSignIn(draft: Pick<LandingDraft, 'link' | 'text'>): void {
  const kind = draft.link ? 'link' : 'text'
  location.assign(signInUrl(saveLandingDraft(draft) ? undefined : kind))
}

/** `unsaved` is what the browser could not store; the upload form asks for it again. */
export function signInUrl(unsaved: keyof LandingDraft | undefined): string {
  return `/api/login?returnTo=${encodeURIComponent(uploadPath(unsaved))}`
}

export function uploadPath(unsaved: keyof LandingDraft | undefined): string {
  return unsaved ? `/upload?unsaved=${unsaved}` : '/upload'
}
