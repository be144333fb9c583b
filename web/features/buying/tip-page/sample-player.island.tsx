import { Maximize } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { formatDuration } from '../../../../domain/recording-length.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import {
  buttonLabel,
  type Sample,
  SampleVideo,
  SampleWave,
  StatusIcon,
} from '../../../shared/sample-parts.tsx'
import { type PlaybackStatus, usePlayback } from '../../../shared/use-playback.ts'
import { pluralize } from '../../../ui/format.ts'

export type SamplePlayerProps = {
  kind: 'audio' | 'video'
  title: string
  /** The name of the recording, where the item has others. */
  name: string
  sample: Sample
  /** How long the whole recording is: `4:12`, `18 min`. */
  whole: string | null
  /** What is said at the end: `Unlock all 31 minutes`. */
  offer: string
}

/** The id of the free preview, for links to it. */
export const previewAnchor = 'free-preview'

const seekSeconds = 5

/**
 * The sample of a recording, on the item's cover. A video plays over the cover, which is its poster. The press that loads this
 * code has started the sound already (web/hydration/hydration-script.ts). Without a script the browser's own controls stand here.
 */
function SamplePlayer({ kind, title, name, sample, whole, offer }: SamplePlayerProps) {
  const media = useRef<HTMLAudioElement & HTMLVideoElement>(null)
  const { status, seconds, toggle, seekBy, mediaProps } = usePlayback(media)
  const payLabel = usePayButton(status)
  const verb = kind === 'audio' ? 'Listen' : 'Watch'

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    seekBy(event.key === 'ArrowLeft' ? -seekSeconds : seekSeconds)
  }

  return (
    <section
      id={previewAnchor}
      aria-label="Free preview"
      className="pointer-events-none absolute inset-0 scroll-mt-5 *:pointer-events-auto"
      onKeyDown={handleKey}
    >
      {kind === 'audio' ? (
        <audio {...mediaProps} ref={media} src={sample.url} preload="none" />
      ) : (
        <SampleVideo
          {...mediaProps}
          ref={media}
          url={sample.url}
          isIdle={status === 'idle'}
          onPress={toggle}
        />
      )}
      <div className="cover-strip flex items-center gap-3 noscript:hidden sm:gap-3.5">
        <button
          type="button"
          data-plays
          onClick={toggle}
          className="cover-button grid size-11 flex-none place-items-center sm:size-12 [&>svg]:size-5"
        >
          <StatusIcon status={status} />
          <span className="sr-only">{buttonLabel(status, { verb, seconds: sample.seconds })}</span>
        </button>
        <div className="min-w-0 flex-1">
          <StripText
            status={status}
            seconds={seconds}
            name={name}
            title={title}
            sample={sample}
            whole={whole}
            verb={verb}
            offer={offer}
          />
          <p role="status" className="sr-only">
            {status === 'ended' && `The sample has ended. ${offer}.`}
          </p>
          {status !== 'ended' && status !== 'failed' && <SampleWave sample={sample} seconds={seconds} />}
        </div>
        {kind === 'video' && (status === 'playing' || status === 'paused') && <FullScreen media={media} />}
        {status === 'ended' && payLabel !== undefined && (
          <button type="submit" form="pay" className="cover-button min-h-11 flex-none px-4 font-semibold">
            {payLabel}
          </button>
        )}
      </div>
      <noscript>
        {kind === 'audio' ? (
          <div className="cover-strip">
            {/* biome-ignore lint/a11y/useMediaCaption: as above */}
            <audio
              src={sample.url}
              controls
              preload="none"
              aria-label={`Free preview of ${title}`}
              className="w-full"
            />
          </div>
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: as above
          <video
            src={sample.url}
            controls
            playsInline
            preload="none"
            aria-label={`Free preview of ${title}`}
            className="absolute inset-0 size-full rounded-lg object-contain"
          />
        )}
      </noscript>
    </section>
  )
}

type StripTextProps = Omit<SamplePlayerProps, 'kind'> & {
  status: PlaybackStatus
  seconds: number
  verb: string
}

function StripText({ status, seconds, name, title, sample, whole, verb, offer }: StripTextProps) {
  const lineClass = 'flex flex-wrap justify-between gap-x-3 text-sm leading-tight [overflow-wrap:anywhere]'
  if (status === 'failed') return <p role="alert">{'The sample doesn’t load. Try again.'}</p>
  if (status === 'ended')
    return (
      <p className="leading-tight">
        <b className="block font-semibold">Like it?</b>
        <span className="text-sm">{offer}</span>
      </p>
    )
  if (status === 'idle')
    return (
      <p className={lineClass}>
        <b className="font-semibold">
          {name && <span className="max-sm:hidden">{`${name} · `}</span>}
          {`${verb} ${pluralize(sample.seconds, 'second')}`}
        </b>
        {whole && <span className="cover-aside">{`${whole} in full`}</span>}
      </p>
    )
  return (
    <p className={lineClass}>
      <b className="line-clamp-1 min-w-0 flex-1 font-semibold">{name || title}</b>
      <span className="cover-aside">
        {`${formatDuration(Math.floor(seconds))} of ${formatDuration(sample.seconds)}`}
      </span>
    </p>
  )
}

/** In full screen the browser's own controls are there. */
function FullScreen({ media }: { media: RefObject<HTMLVideoElement | null> }) {
  function open() {
    const video = media.current
    if (!video) return
    if (!video.requestFullscreen) return enterOnIphone(video)
    const showControls = () => {
      video.controls = document.fullscreenElement === video
      if (!video.controls) video.removeEventListener('fullscreenchange', showControls)
    }
    video.addEventListener('fullscreenchange', showControls)
    void video.requestFullscreen().catch(() => undefined)
  }
  return (
    <button type="button" onClick={open} className="grid size-11 flex-none place-items-center rounded-full">
      <Maximize aria-hidden className="size-5" />
      <span className="sr-only">Full screen</span>
    </button>
  )
}

/** Safari on phones has full screen for videos only, by a method of its own. */
function enterOnIphone(video: HTMLVideoElement): void {
  if ('webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function')
    video.webkitEnterFullscreen()
}

const pulseMs = 700

/**
 * What the page's pay button asks for, for a second one in the strip; undefined where nothing is to pay. At the end of the sample
 * the pay button pulses once.
 */
function usePayButton(status: PlaybackStatus): string | undefined {
  const [label, setLabel] = useState<string>()

  // The pay card is loaded while the sample plays, because only then its button knows the amount that was typed.
  useEffect(() => {
    if (status === 'playing')
      document.querySelector('[data-island="pay-card"]')?.dispatchEvent(new Event('hydrate'))
  }, [status])
  // Reads the button, which belongs to another island.
  useEffect(() => {
    const button = document.querySelector<HTMLElement>('[data-pay-button]')
    if (status !== 'ended' || !button) return
    const read = () => setLabel(button.dataset.payButton || 'Pay')
    read()
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) pulse(button)
    const observer = new MutationObserver(read)
    observer.observe(button, { attributeFilter: ['data-pay-button'] })
    return () => observer.disconnect()
  }, [status])
  return label
}

function pulse(button: HTMLElement): void {
  button.animate([{ boxShadow: '0 0 0 0 var(--ring)' }, { boxShadow: '0 0 0 16px transparent' }], {
    duration: pulseMs,
    easing: 'ease-out',
  })
}

export const samplePlayerIsland: IslandDefinition<SamplePlayerProps> = {
  name: 'sample-player',
  entry: 'web/features/buying/tip-page/sample-player.island.tsx',
  Component: SamplePlayer,
}
