import { type KeyboardEvent, useRef } from 'react'
import { formatDuration } from '../../../../domain/recording-length.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import {
  buttonLabel,
  type Sample,
  SampleVideo,
  SampleWave,
  StatusIcon,
} from '../../../shared/sample-parts.tsx'
import { usePlayback } from '../../../shared/use-playback.ts'
import { TextLink } from '../../../ui/text-link.tsx'

export type CardPlayerProps = {
  kind: 'audio' | 'video'
  title: string
  sample: Sample
  /** Where the item is bought, and for how much. */
  href: string
  price: string
}

const seekSeconds = 5

const idleClass = 'absolute bottom-2 left-2 rounded-full shadow-md sm:bottom-3 sm:left-3'
const stripClass =
  'cover-strip flex items-center gap-2.5 p-1 pr-3 sm:inset-x-2 sm:bottom-2 sm:p-1.5 sm:pr-3.5'

/** The sample on the cover of a card: a button until it is pressed, then the strip of the tip page, smaller. Without a script it is on the tip page. */
function CardPlayer({ kind, title, sample, href, price }: CardPlayerProps) {
  const media = useRef<HTMLAudioElement & HTMLVideoElement>(null)
  const { status, seconds, toggle, seekBy, mediaProps } = usePlayback(media)
  const verb = kind === 'audio' ? 'Listen' : 'Watch'

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    seekBy(event.key === 'ArrowLeft' ? -seekSeconds : seekSeconds)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are those of its button
    <div className="noscript:hidden" onKeyDown={handleKey}>
      {kind === 'audio' ? (
        <audio {...mediaProps} ref={media} src={sample.url} preload="none" />
      ) : (
        <div className={status === 'idle' ? '' : 'pointer-events-auto'}>
          <SampleVideo
            {...mediaProps}
            ref={media}
            url={sample.url}
            isIdle={status === 'idle'}
            onPress={toggle}
          />
        </div>
      )}
      {/* The button stays the same element, so that it keeps the focus. */}
      <div className={`pointer-events-auto ${status === 'idle' ? idleClass : stripClass}`}>
        <button
          type="button"
          data-plays
          onClick={toggle}
          className="cover-button grid size-11 flex-none place-items-center [&>svg]:size-5"
        >
          <StatusIcon status={status} />
          <span className="sr-only">{`${buttonLabel(status, { verb, seconds: sample.seconds })}: ${title}`}</span>
        </button>
        {status === 'failed' && (
          <p role="alert" className="min-w-0 text-sm leading-tight">
            {'The sample doesn’t load. Try again.'}
          </p>
        )}
        {status === 'ended' && (
          <>
            <p role="status" className="min-w-0 flex-1 text-sm max-sm:sr-only">
              Like it?
            </p>
            <TextLink
              unstyled
              href={href}
              className="cover-button ml-auto grid min-h-11 flex-none place-items-center px-3.5 font-semibold text-sm"
            >
              {price}
              <span className="sr-only">{` for ${title}`}</span>
            </TextLink>
          </>
        )}
        {(status === 'playing' || status === 'paused') && (
          <>
            <div className="min-w-0 flex-1">
              <SampleWave sample={sample} seconds={seconds} />
            </div>
            <span className="cover-aside flex-none text-sm tabular-nums max-sm:hidden">
              {`${formatDuration(Math.floor(seconds))} of ${formatDuration(sample.seconds)}`}
            </span>
          </>
        )}
      </div>
    </div>
  )
}

export const cardPlayerIsland: IslandDefinition<CardPlayerProps> = {
  name: 'card-player',
  entry: 'web/features/selling/creators/card-player.island.tsx',
  Component: CardPlayer,
}
