import { deleteStoredFile, storeFile, storeMoreFiles } from '../../../shared/file-storage.ts'
import { type LandingKind, saveLandingDraft } from '../../../shared/landing-draft.ts'
import type { Chosen } from './chosen.ts'

/** Stores what was chosen and typed in this browser, then opens sign-in. The upload form is filled in with it. */
export async function keepPage(
  chosen: Chosen,
  page: Record<string, string>,
  cover: File | undefined,
): Promise<void> {
  await (cover ? storeFile(cover, 'upload-preview') : deleteStoredFile('upload-preview'))
  if ('files' in chosen) {
    const [file, ...others] = chosen.files
    const isSaved = saveLandingDraft({ file, page })
    await Promise.all([storeFile(file), storeMoreFiles(others)])
    return location.assign(signInUrl(isSaved ? undefined : 'file'))
  }
  const isSaved = saveLandingDraft({ ...chosen, page })
  location.assign(signInUrl(isSaved ? undefined : 'link' in chosen ? 'link' : 'text'))
}

/** `unsaved` is what the browser could not store; the upload form asks for it again. */
function signInUrl(unsaved: LandingKind | undefined): string {
  return `/api/login?returnTo=${encodeURIComponent(uploadPath(unsaved))}`
}

export function uploadPath(unsaved: LandingKind | undefined): string {
  return unsaved ? `/upload?unsaved=${unsaved}` : '/upload'
}
