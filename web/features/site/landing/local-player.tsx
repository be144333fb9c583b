import { type ReactNode, useRef } from 'react'
import { formatDuration, shortLength } from '../../../../domain/recording-length.ts'
import { longLength } from '../../../shared/recording-length.ts'
import {
  buttonLabel,
  type Sample,
  SampleVideo,
  SampleWave,
  StatusIcon,
} from '../../../shared/sample-parts.tsx'
import { type PlaybackStatus, usePlayback } from '../../../shared/use-playback.ts'
import { pluralize } from '../../../ui/format.ts'

type LocalPlayerProps = {
  kind: 'audio' | 'video'
  title: string
  /** The address that this browser gave the recording, or what makes it when it is first played. */
  source: string | (() => Promise<string>)
  /** How long it is. */
  recordingSeconds: number | null
  /** How much of it everybody may hear; null for nothing. */
  sampleSeconds: number | null
  peaks: string | null
}

/** The player of the tip page, for what is nowhere but in this browser. It ends where the free preview will. */
export function LocalPlayer({
  kind,
  title,
  source,
  recordingSeconds,
  sampleSeconds,
  peaks,
}: LocalPlayerProps) {
  const media = useRef<HTMLAudioElement & HTMLVideoElement>(null)
  const { status, seconds, toggle, mediaProps } = usePlayback(media)
  const end = sampleSeconds ?? recordingSeconds ?? 0
  const isOver = status === 'ended' || (status === 'paused' && end > 0 && seconds >= end)
  const shown = isOver ? 'ended' : status
  const verb = kind === 'audio' ? 'Listen' : 'Watch'

  function handleTime() {
    mediaProps.onTimeUpdate()
    if (end > 0 && media.current && media.current.currentTime >= end) media.current.pause()
  }
  async function press() {
    if (isOver && media.current) media.current.currentTime = 0
    if (typeof source === 'function' && media.current?.src === '') media.current.src = await source()
    toggle()
  }
  const src = typeof source === 'string' ? source : undefined
  const events = { ...mediaProps, onTimeUpdate: handleTime }
  const sample: Sample = { url: '', seconds: end, startSeconds: 0, recordingSeconds, peaks }
  const label = sampleSeconds === null && shown === 'idle' ? verb : buttonLabel(shown, { verb, seconds: end })
  return (
    <section aria-label="Free preview" className="pointer-events-none absolute inset-0 *:pointer-events-auto">
      {kind === 'audio' ? (
        <audio {...events} ref={media} src={src} preload="none" />
      ) : (
        <SampleVideo
          {...events}
          ref={media}
          url={src ?? ''}
          isIdle={status === 'idle'}
          onPress={() => void press()}
        />
      )}
      <div className="cover-strip flex items-center gap-3 noscript:hidden sm:gap-3.5">
        <button
          type="button"
          onClick={() => void press()}
          className="cover-button grid size-11 flex-none place-items-center sm:size-12 [&>svg]:size-5"
        >
          <StatusIcon status={shown} />
          <span className="sr-only">{label}</span>
        </button>
        <div className="min-w-0 flex-1">
          <StripText
            status={shown}
            seconds={seconds}
            verb={verb}
            title={title}
            end={end}
            recordingSeconds={recordingSeconds}
            sampleSeconds={sampleSeconds}
          />
          {shown !== 'ended' && shown !== 'failed' && <SampleWave sample={sample} seconds={seconds} />}
        </div>
      </div>
    </section>
  )
}

/** What is played, and how long it is. */
function StripLine({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-sm leading-tight [overflow-wrap:anywhere]">
      {children}
      {aside && <span className="cover-aside">{aside}</span>}
    </p>
  )
}

type StripTextProps = Pick<LocalPlayerProps, 'title' | 'recordingSeconds' | 'sampleSeconds'> & {
  status: PlaybackStatus
  seconds: number
  verb: string
  end: number
}

/** What the strip says beside its button, as on the tip page. */
function StripText({ status, seconds, verb, title, end, recordingSeconds, sampleSeconds }: StripTextProps) {
  if (status === 'failed') return <p role="alert">Your browser can’t play this file.</p>
  if (status === 'ended' && sampleSeconds !== null)
    return (
      <p className="leading-tight">
        <b className="block font-semibold">Like it?</b>
        <span className="text-sm">
          {recordingSeconds === null ? 'Unlock all of it' : `Unlock all ${longLength(recordingSeconds)}`}
        </span>
      </p>
    )
  if (status === 'idle' || status === 'ended')
    return (
      <StripLine aside={recordingSeconds !== null && `${shortLength(recordingSeconds)} in full`}>
        <b className="font-semibold">
          {sampleSeconds === null ? verb : `${verb} ${pluralize(sampleSeconds, 'second')}`}
        </b>
      </StripLine>
    )
  return (
    <StripLine aside={`${formatDuration(Math.floor(seconds))} of ${formatDuration(end)}`}>
      <b className="line-clamp-1 min-w-0 flex-1 font-semibold">{title}</b>
    </StripLine>
  )
}
