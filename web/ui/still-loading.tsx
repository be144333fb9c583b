import { TextLink } from './text-link.tsx'

type NoteProps = { note?: string | undefined }

/** Said after 10 seconds, by a style alone, because the scripts of the page may never arrive. */
export function StillLoading({ note }: NoteProps) {
  return (
    <p className="appears-late max-w-[44ch] text-sm">
      Still loading? {/* The empty address is the page's own: the browser loads it again. */}
      <TextLink href="" className="inline-grid min-h-11 place-items-center">
        Reload the page
      </TextLink>
      . {note}
    </p>
  )
}

/** In place of what a page cannot show without scripts. */
export function NeedsScript({ what = 'This page needs', note }: NoteProps & { what?: string }) {
  return (
    <noscript>
      <p className="my-6 max-w-[60ch] rounded-md bg-sunken px-4 py-3">
        {what} JavaScript. Turn it on for this site and reload the page. {note}
      </p>
    </noscript>
  )
}

/** For pages that a buyer may open after a payment. */
export const paidNote = 'If you paid, your link is in your email.'
