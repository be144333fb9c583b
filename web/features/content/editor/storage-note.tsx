import { getStorage, type StorageAccount } from '../../../../contract/resumable-uploads.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { useApiQuery } from '../../../api/query-hooks.ts'
import { Progress } from '../../../ui/progress.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { isNearlyFull, usedText } from './storage-text.ts'

/** The storage note for pages that do not load the storage otherwise. */
export function StorageLine() {
  const { data } = useApiQuery(getStorage)
  return <StorageNote storage={data} />
}

/** The used storage: a quiet line, or a bar with advice when little is left. */
export function StorageNote({ storage }: { storage: StorageAccount | undefined }) {
  if (!storage) return null
  if (!isNearlyFull(storage)) return <p className="text-ink-faint text-sm">Storage: {usedText(storage)}</p>
  const { usedBytes, maxBytes, proMaxBytes } = storage
  return (
    <div className="grid gap-2 rounded-md bg-warn-soft px-4 py-3">
      <Progress
        label={usedBytes >= maxBytes ? 'Your storage is full' : 'Your storage is almost full'}
        value={Math.min(1, usedBytes / maxBytes)}
        detail={usedText(storage)}
      />
      <p className="text-ink-soft text-sm">
        Delete items you no longer need. Their space is free about a day later.
        {proMaxBytes !== null && proMaxBytes > maxBytes && (
          <>
            {' '}
            Or <TextLink href="/pricing">get Pro</TextLink> for {formatBytes(proMaxBytes)}.
          </>
        )}
      </p>
    </div>
  )
}
