import { Skeleton } from '../../ui/skeleton.tsx'

/** The shape of the rows while they are on their way. */
export function WaitingRows() {
  return (
    <div role="status">
      <span className="sr-only">Loading your content</span>
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className="flex items-center gap-3.5 border-line border-t px-4 py-3 sm:px-5">
          <Skeleton className="size-[52px] rounded-[12px]" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="w-3/5" />
            <Skeleton className="w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
