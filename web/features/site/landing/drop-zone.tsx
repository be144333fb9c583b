import { type Ref, useEffect, useRef } from 'react'
import { startSignIn } from '../../../../contract/accounts.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { buttonVariants, LinkButton } from '../../../ui/button.tsx'
import { StillWater } from '../../../ui/water.tsx'

type DropZoneProps = {
  water: Ref<HTMLDivElement>
  draggedFiles: number
  maxBytes: number
  problem: string | undefined
  onFiles: (files: Array<File>) => void
}

/** The file input covers the whole area, so click and keyboard work natively. While files are dragged it is water. */
export function DropZone({ water, draggedFiles, maxBytes, problem, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)

  function pick() {
    const files = [...(input.current?.files ?? [])]
    // An emptied input fires again when the same file is selected.
    if (input.current) input.current.value = ''
    onFiles(files)
  }
  // Takes over files that were picked before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can have some
  useEffect(pick, [])

  return (
    <section
      aria-label="Your file"
      className="moves relative grid min-h-[19rem] place-items-center overflow-hidden rounded-lg border-[1.5px] border-line-strong border-dashed bg-surface px-[18px] py-8 text-center hover:border-ink-faint has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-brand has-[input:focus-visible]:outline-offset-4 group-data-over:border-brand group-data-over:border-solid"
    >
      <div className="grid w-full grid-cols-[minmax(0,1fr)] justify-items-center gap-3">
        <StillWater className="h-20 w-36 max-w-full" />
        <label
          htmlFor="landing-file"
          className={buttonVariants({
            size: 'lg',
            className: 'max-w-full whitespace-normal noscript:hidden',
          })}
        >
          Start Creating
        </label>
        <noscript>
          <LinkButton
            size="lg"
            href={buildUrl(startSignIn, { query: { returnTo: '/upload' } })}
            className="relative z-1"
          >
            Start Creating
          </LinkButton>
        </noscript>
        <p className="text-ink-soft">
          Choose any file<span className="max-sm:hidden">, or drop it anywhere on this page</span>.
        </p>
        <p className="text-ink-faint text-sm">{`Maximum file size is ${formatBytes(maxBytes)}. It stays on this device until you publish.`}</p>
        <p role="alert" className="text-danger empty:hidden">
          {problem && (
            <>
              <b className="block">File too large</b>
              {problem}
            </>
          )}
        </p>
      </div>
      <div
        ref={water}
        aria-hidden
        className="drop-water pointer-events-none absolute inset-0 hidden items-end justify-center pb-6.5 group-data-over:flex"
      >
        <b className="relative font-[650] font-display text-2xl text-[#fff] tracking-[-0.02em]">
          {draggedFiles > 1 ? `Drop your ${draggedFiles} files here!` : 'Drop your file here!'}
        </b>
      </div>
      <input
        ref={input}
        id="landing-file"
        type="file"
        multiple
        aria-label="Choose a file"
        className="absolute inset-0 size-full cursor-pointer rounded-lg opacity-0"
        onChange={pick}
      />
    </section>
  )
}
