import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** The change with its old and new value, and what it does. */
export type ChangeDescription = { title: string; values: string; note: ReactNode }

type SaveBarProps = {
  /** What has changed, such as `name and handle`. */
  changes: string
  description?: ChangeDescription | undefined
  isSaving: boolean
  /** Why saving failed, when no field shows it. */
  errorMessage?: string
  onDiscard: () => void
}

/** The save button of a form with unsaved changes: at the foot of the screen on phones. Place it last in the form. */
export function SaveBar({ changes, description, isSaving, errorMessage, onDiscard }: SaveBarProps) {
  return (
    <>
      <div aria-hidden className="h-20 sm:hidden" />
      <section
        aria-label="Unsaved changes"
        className="appears fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-x-2 gap-y-1 border-line-strong border-t bg-surface px-[18px] pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-md sm:sticky sm:inset-x-auto sm:bottom-4 sm:rounded-[28px] sm:border sm:py-2.5 sm:pr-2.5 sm:pl-[22px]"
      >
        {description ? (
          <p role="status" className="min-w-0 flex-[1_1_16rem] leading-snug">
            <strong className="font-semibold">{description.title}</strong>{' '}
            <span className="wrap-anywhere text-ink-faint text-sm">{description.values}</span>
            <span className="block text-ink-faint text-sm">{description.note}</span>
          </p>
        ) : (
          <p role="status" className="min-w-0 flex-1">
            <strong className="font-semibold">
              Unsaved<span className="max-sm:sr-only"> changes</span>
            </strong>
            <span className="text-ink-soft max-sm:sr-only"> to your {changes}</span>
          </p>
        )}
        <Button variant="tertiary" onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" isLoading={isSaving}>
          Save changes
        </Button>
        {errorMessage && (
          <p role="alert" className="w-full pb-1 text-danger text-sm">
            {errorMessage}
          </p>
        )}
      </section>
    </>
  )
}
