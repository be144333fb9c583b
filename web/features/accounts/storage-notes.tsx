import { unsavedDraftNouns, unsavedDraftPart } from '../../shared/unsaved-draft-nouns.ts'

/** Warns before sign-in when the browser blocks cookies or could not store the draft. */
export function StorageNotes({ returnTo }: { returnTo: string }) {
  const unsaved = unsavedDraftPart(returnTo)
  if (navigator.cookieEnabled && !unsaved) return null
  return (
    <div role="alert" className="mb-5 grid gap-2 rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn">
      {!navigator.cookieEnabled && (
        <p>
          Your browser blocks cookies, and signing in needs them. Allow cookies for this site, then reload the
          page.
        </p>
      )}
      {unsaved && (
        <p>
          Your browser couldn’t keep {unsavedDraftNouns[unsaved]}. We’ll ask for it again after you sign in.
        </p>
      )}
    </div>
  )
}
