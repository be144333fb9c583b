import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../../../domain/format.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { storeFile } from '../../../shared/file-storage.ts'
import { saveLandingDraft } from '../../../shared/landing-draft.ts'
import { usePreventWindowDrop } from '../../../shared/use-prevent-window-drop.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { toast } from '../../../ui/toast.ts'
import { signInUrl } from './continue-after-sign-in.ts'

type LandingFilePickerProps = { maxBytes: number }

/** The file input covers the whole area, so click, drop and keyboard work natively. */
function LandingFilePicker({ maxBytes }: LandingFilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isDragOver, setIsDragOver] = useState(false)
  const [selected, setSelected] = useState<File>()
  usePreventWindowDrop()

  async function select(file: File | undefined) {
    if (!file) return
    if (input.current) input.current.value = ''
    if (file.size > maxBytes) {
      const description = `Maximum file size is ${formatBytes(maxBytes)}`
      return toast({ title: 'File too large', description, tone: 'destructive' })
    }
    setSelected(file)
    const isSaved = saveLandingDraft({ file })
    await storeFile(file)
    location.assign(signInUrl(isSaved ? undefined : 'file'))
  }

  // Takes over a file that was picked or dropped before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can have one
  useEffect(() => void select(input.current?.files?.[0]), [])

  /** The browser's own handling rejects a drop of two files. Here the first file is used. */
  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsDragOver(false)
    void select(event.dataTransfer.files[0])
  }

  return (
    <section
      aria-label="Your file"
      data-over={isDragOver || undefined}
      className="moves group relative grid justify-items-center gap-2.5 rounded-lg border-[1.5px] border-line-strong border-dashed bg-surface px-6 py-11 text-center hover:border-ink-faint has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-brand has-[input:focus-visible]:outline-offset-4 data-over:border-brand data-over:bg-brand-soft"
    >
      <IconTile size="lg">
        <Upload aria-hidden />
      </IconTile>
      <h2 className="text-xl group-data-over:hidden">Drop your file here, or click to browse</h2>
      <p aria-hidden className="hidden font-[650] font-display text-xl group-data-over:block">
        Drop your file here!
      </p>
      <p className="text-ink-faint text-sm">Any file type · Maximum file size is {formatBytes(maxBytes)}</p>
      <p role="status" className="font-semibold empty:hidden">
        {selected && `${selected.name} · ${formatBytes(selected.size)}. Taking you to sign in…`}
      </p>
      <input
        ref={input}
        type="file"
        aria-label="Choose a file"
        className="absolute inset-0 cursor-pointer rounded-lg opacity-0"
        // `dragover` is repeated, so it also reaches a picker that the start of the drag has hydrated.
        onDragOver={() => setIsDragOver(true)}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={handleDrop}
        onChange={({ target }) => void select(target.files?.[0])}
      />
      <LinkButton size="lg" href={signInUrl(undefined)} className="mt-2">
        Start Creating
      </LinkButton>
    </section>
  )
}

export const landingFilePickerIsland: IslandDefinition<LandingFilePickerProps> = {
  name: 'landing-file-picker',
  entry: 'web/features/site/landing/landing-file-picker.island.tsx',
  Component: LandingFilePicker,
}
