import { X } from 'lucide-react'
import { useContext } from 'react'
import type { PublicContent } from '../../../../contract/content.ts'
import { Island } from '../../../hydration/island.tsx'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { describePond } from '../../../shared/drawn-cover.ts'
import { InlineImagesContext, PreviewImage } from '../../../shared/preview-image.tsx'
import { buttonVariants } from '../../../ui/button.tsx'
import { ReleaseBadge } from './release-notes.tsx'
import { type SamplePlayerProps, samplePlayerIsland } from './sample-player.island.tsx'

type EnlargeableCoverProps = {
  content: PublicContent
  /** The sample that plays on the cover. */
  player: SamplePlayerProps | undefined
}

/**
 * The item's cover, uncropped. A press on an image enlarges it in a native popover, which needs no script; a press on the poster of
 * a video plays it. Without a title, because the page's heading follows.
 */
export function EnlargeableCover({ content, player }: EnlargeableCoverProps) {
  const { title, previewImage, pond } = content
  const inlineImages = useContext(InlineImagesContext)
  return (
    <div className="relative">
      <ContentCover
        pond={pond}
        pondAlt={describePond(pond)}
        image={previewImage}
        alt={`Preview of ${title}`}
        fit="contain"
        isMain
        sizes="(min-width: 64rem) 600px, (min-width: 48rem) 55vw, 100vw"
        inlineImages={inlineImages}
        className="max-h-[400px] w-full max-sm:aspect-[16/10] rounded-lg"
      />
      {previewImage && player?.kind !== 'video' && (
        <>
          <button
            type="button"
            popoverTarget="large-preview"
            className="absolute inset-0 cursor-zoom-in rounded-lg"
          >
            <span className="sr-only">Enlarge preview</span>
          </button>
          <div
            id="large-preview"
            popover="auto"
            className="appears m-auto max-w-[calc(100vw-2rem)] overflow-visible rounded-md bg-transparent backdrop:bg-veil"
          >
            <PreviewImage
              src={previewImage}
              alt={`Preview of ${title}`}
              sizes="100vw"
              // It is loaded when the popover opens.
              loading="lazy"
              className="max-h-[calc(100dvh-4rem)] min-h-40 w-auto min-w-60 rounded-md object-contain"
            />
            <button
              type="button"
              popoverTarget="large-preview"
              popoverTargetAction="hide"
              className={buttonVariants({
                variant: 'inverse',
                className: 'absolute! top-2 right-2 size-11 px-0',
              })}
            >
              <X aria-hidden />
              <span className="sr-only">Close</span>
            </button>
          </div>
        </>
      )}
      {player && <Island island={samplePlayerIsland} props={player} />}
      {content.release && <ReleaseBadge full={content.release.full} isAtTop={player !== undefined} />}
    </div>
  )
}
