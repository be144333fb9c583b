import { Skeleton } from '../../ui/skeleton.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'

/** The placeholder of the item list. */
export function ContentListSkeleton() {
  return (
    <SkeletonRows label="Loading your content" count={3} className="flex items-center gap-3.5 py-3">
      <Skeleton shape="tile" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="w-3/5" />
        <Skeleton className="w-2/5" />
      </div>
    </SkeletonRows>
  )
}
