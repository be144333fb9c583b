import { Suspense, useEffect, useRef, useState } from 'react'
import { afterTax, site } from '../../../../contract/site.ts'
import { formatBytes } from '../../../../domain/format.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import type { Chosen } from './chosen.ts'
import { rippleIn } from './drop-water.ts'
import { DropZone } from './drop-zone.tsx'
import { ExamplePage } from './example-page.tsx'
import { PageFrame } from './page-frame.tsx'
import { Promises } from './promises.tsx'
import { QuickCreate } from './quick-create.tsx'

const PageMaker = lazyComponent(async () => (await import('./page-maker.tsx')).PageMaker)

export type LandingStartProps = { maxBytes: number; feeBasisPoints: number; currency: string; host: string }

/** The start: what a visitor gives here becomes its tip page in place. A file may be dropped anywhere on the page. */
function LandingStart(props: LandingStartProps) {
  const { maxBytes, feeBasisPoints } = props
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState<string>()
  const water = useRef<HTMLDivElement>(null)

  function takeFiles(files: Array<File>) {
    const [first, ...others] = files
    if (!first) return
    const tooLarge = files.some(({ size }) => size > maxBytes)
    setProblem(tooLarge ? `Maximum file size is ${formatBytes(maxBytes)}` : undefined)
    if (!tooLarge) setChosen({ files: [first, ...others] })
  }
  const dragged = usePageDrop({ water, onFiles: takeFiles })

  if (chosen)
    return (
      <Suspense fallback={<div className="min-h-96" />}>
        <PageMaker {...props} chosen={chosen} onAgain={() => setChosen(undefined)} />
      </Suspense>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-16 pt-4 sm:pt-7">
      <div
        data-over={dragged > 0 || undefined}
        className="group grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.12fr)]"
      >
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <h1 className="text-[clamp(2.6rem,1.9rem+2.6vw,4rem)] leading-none tracking-[-0.035em]">
            {/* The spaces are for who copies or hears the three lines. */}
            <span className="block">Drop a file. </span>
            <span className="block">Set a price. </span>
            <span className="block">Share one link.</span>
          </h1>
          <p className="max-w-[42ch] text-ink-soft text-lg">
            {`Fans pay by card, with no account, and have it in seconds.${site().isSolo ? '' : ` You keep ${(10_000 - feeBasisPoints) / 100} cents of every dollar${afterTax()}.`}`}
          </p>
          <DropZone
            water={water}
            draggedFiles={dragged}
            maxBytes={maxBytes}
            problem={problem}
            onFiles={takeFiles}
          />
          <div data-fades className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
            <QuickCreate kind="link" onChoose={setChosen} />
            <QuickCreate kind="text" onChoose={setChosen} />
          </div>
        </div>
        <div className="grid min-w-0 gap-3">
          <PageFrame
            address={`${props.host}/p/318046275509117`}
            badge="A page to try"
            label="An example of a tip page"
          >
            <ExamplePage />
          </PageFrame>
          <p className="text-ink-faint text-sm">
            Press play, or buy it with the test card that is filled in. No money moves.
          </p>
        </div>
      </div>
      <Promises />
    </div>
  )
}

const dragTimeoutMs = 1_000

type PageDrop = { water: { current: HTMLElement | null }; onFiles: (files: Array<File>) => void }

/** How many files are dragged over the page. The rest of the page fades, and what is dropped anywhere is taken. */
function usePageDrop({ water, onFiles }: PageDrop): number {
  const [count, setCount] = useState(0)
  const takeFiles = useRef(onFiles)
  takeFiles.current = onFiles
  useEffect(() => {
    let ripple: ReturnType<typeof rippleIn> | undefined
    let ended: ReturnType<typeof setTimeout> | undefined
    const filesIn = ({ dataTransfer }: DragEvent) =>
      [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length
    function over(event: DragEvent) {
      const files = filesIn(event)
      if (files === 0) return
      event.preventDefault()
      setCount(files)
      if (water.current) ripple ??= rippleIn(water.current)
      ripple?.(event)
      // The browser repeats this event. A drag that is given up somewhere else ends without another one.
      clearTimeout(ended)
      ended = setTimeout(end, dragTimeoutMs)
    }
    function end() {
      clearTimeout(ended)
      ripple = undefined
      setCount(0)
    }
    // Between two elements of the page there is one that is entered.
    const leave = (event: DragEvent) => event.relatedTarget === null && end()
    function drop(event: DragEvent) {
      if (filesIn(event) === 0 && !event.dataTransfer?.files.length) return
      event.preventDefault()
      end()
      takeFiles.current([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      end()
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [water])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-dragging', count > 0)
  }, [count])
  return count
}

export const landingStartIsland: IslandDefinition<LandingStartProps> = {
  name: 'landing-start',
  entry: 'web/features/site/landing/landing-start.island.tsx',
  Component: LandingStart,
}
