import { Package, Plus, RefreshCw } from 'lucide-react'
import { pluralize } from '../../../../../ui/format.ts'
import { isPart, type PartEntry, type PartList } from './entries.ts'

/** What an edit of a sold item means to those who have it. */
export function changesForBuyers(list: PartList) {
  const parts = list.filter(isPart)
  const live = parts.filter(({ isRemoved }) => !isRemoved)
  return {
    added: live.filter(({ id }) => id === undefined),
    replaced: live.filter(({ id, queueKey, uploadId, unfinished }) => {
      return id !== undefined && Boolean(queueKey ?? uploadId ?? unfinished)
    }),
    removed: parts.filter(({ id, isRemoved }) => id !== undefined && isRemoved),
  }
}

/** Says what buyers get of the changes, beside the button that saves them. Nothing without a change that they see. */
export function BuyerChanges({ list }: { list: PartList }) {
  const { added, replaced, removed } = changesForBuyers(list)
  if (added.length + replaced.length + removed.length === 0) return null
  return (
    <section aria-labelledby="buyer-changes" className="grid gap-2 rounded-md bg-sunken px-4 py-3">
      <h3 id="buyer-changes" className="font-body! font-semibold! text-base tracking-normal!">
        What buyers get
      </h3>
      <ul className="grid gap-2 text-ink-soft text-sm [&>li]:flex [&>li]:gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
        {added.length > 0 && (
          <li>
            <Plus aria-hidden />
            <span className="wrap-anywhere min-w-0">
              {named(added, 'new part')}: right away, on the link they have
            </span>
          </li>
        )}
        {replaced.length > 0 && (
          <li>
            <RefreshCw aria-hidden />
            <span className="wrap-anywhere min-w-0">
              {named(replaced, 'new file')}: in place of what they had
            </span>
          </li>
        )}
        {removed.length > 0 && (
          <li>
            <Package aria-hidden />
            <span className="wrap-anywhere min-w-0">
              {named(removed, 'removed part')}: as long as they keep the item. New buyers don’t get{' '}
              {removed.length === 1 ? 'it' : 'them'}.
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}

/** The only one by its name, several by their number. */
function named(parts: ReadonlyArray<PartEntry>, noun: string): string {
  const [only] = parts
  return parts.length === 1 && only ? `“${only.name}”` : pluralize(parts.length, noun)
}
