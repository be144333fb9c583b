import type { ContentForEditing } from '../../../../contract/content-edit.ts'

/** How far the preview of the saved item is. Nothing without a preview. */
export function TeaserStatus({ item }: { item: ContentForEditing }) {
  const { teaserStatus } = item
  if (teaserStatus === 'none') return null
  return (
    <p
      role="status"
      className={`rounded-md px-4 py-3 ${teaserStatus === 'failed' ? 'bg-warn-soft text-warn' : 'bg-sunken text-ink-soft'}`}
    >
      {teaserStatus === 'failed' ? item.teaserError : messages[teaserStatus]}
    </p>
  )
}

const messages = {
  pending: 'We’re making your free preview. It shows up on your tip page in a few seconds.',
  ready: 'Your free preview is on your tip page.',
}
