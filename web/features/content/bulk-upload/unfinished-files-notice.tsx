import { Button } from '../../../ui/button.tsx'
import { percent } from '../upload-progress.ts'
import type { UnfinishedFile } from './bulk-queue.ts'

/** The number of files listed by name; the rest are counted. */
const maxListedFiles = 5

/** Files whose upload was interrupted by closing the page: they resume when they are selected again. */
export function UnfinishedFilesNotice({
  files,
  onStartOver,
}: {
  files: Array<UnfinishedFile>
  onStartOver: () => void
}) {
  const unfinished = files.filter(({ content }) => !content)
  if (unfinished.length === 0) return null
  const hiddenCount = unfinished.length - maxListedFiles
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p>Select these files again to resume uploading:</p>
        <ul className="mt-1 list-disc pl-5 text-ink-soft text-sm">
          {unfinished.slice(0, maxListedFiles).map(({ name, size, lastModified, loaded }) => (
            <li key={`${name} ${size} ${lastModified}`} className="wrap-anywhere">
              {name}
              {loaded > 0 && ` · ${percent({ loaded, total: size })}% already uploaded`}
            </li>
          ))}
          {hiddenCount > 0 && <li>{hiddenCount === 1 ? '1 more' : `${hiddenCount} more`}</li>}
        </ul>
      </div>
      <Button variant="secondary" size="sm" onClick={onStartOver}>
        Start over
      </Button>
    </div>
  )
}
