import { clsx } from 'clsx'
import { Check, CloudAlert, Download, ExternalLink, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContentPart } from '../../../../contract/parts.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { partNoun } from '../../../../domain/part-groups.ts'
import { formatDuration } from '../../../../domain/recording-length.ts'
import { Island } from '../../../hydration/island.tsx'
import { Article } from '../../../shared/article.tsx'
import { buttonVariants, LinkButton } from '../../../ui/button.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { attachmentUrl, inlineUrl, versionOf } from './album-links.ts'
import { CopyButton } from './copy-button.island.tsx'
import { partDetail } from './part-names.ts'
import { partViewerIsland } from './part-viewer.island.tsx'
import { openPartClass, openPartName, PartIcon, RowPlace, RowSummary, RowText } from './row-summary.tsx'
import { type FilePart, isFilePart, isMissing, isTrack, viewerKindOf } from './viewer-kind.ts'

type RowProps<Part = ContentPart> = { part: Part; place: number; title: string; access: PurchaseAccess }

/** A part of an item: how it is played, viewed or opened, and downloaded. Works without scripts. */
export function AlbumRow(row: RowProps) {
  const { part } = row
  return (
    <li className="group/row relative">
      {isFilePart(part) ? <FileRow {...row} part={part} /> : <OtherRow {...row} />}
    </li>
  )
}

function OtherRow({ part, ...row }: RowProps) {
  if (part.kind === 'link') return <LinkRow {...row} part={part} />
  return part.kind === 'text' ? <TextRow {...row} part={part} /> : null
}

function FileRow(row: RowProps<FilePart>) {
  const { part, place, title, access } = row
  if (isMissing(part)) return <MissingRow part={part} place={place} title={title} />
  if (isTrack(part)) return <TrackRow {...row} />
  if (viewerKindOf(part) === 'none')
    return (
      <PlainRow place={place} action={<DownloadButton {...row} />}>
        <PartIcon noun={partNoun(part)} />
        <RowText title={title} detail={partDetail(part)} />
      </PlainRow>
    )
  return (
    <>
      <Island
        island={partViewerIsland}
        props={{
          noun: partNoun(part),
          place,
          title,
          detail: partDetail(part),
          type: part.type ?? '',
          href: inlineUrl(access, part),
        }}
      />
      <CornerDownload {...row} />
    </>
  )
}

/** The whole row plays the track. The player takes its presses; without a script it is a link to the recording. */
function TrackRow(row: RowProps<FilePart>) {
  const { part, place, title, access } = row
  const length = part.seconds === null ? sizeOf(part) : formatDuration(part.seconds)
  return (
    <PlainRow place={place} action={<DownloadButton {...row} />}>
      <a
        href={inlineUrl(access, part)}
        data-track={part.id}
        data-title={title}
        aria-label={`Play ${title}`}
        className="grid size-11 flex-none place-items-center rounded-full no-underline after:absolute after:inset-0 print:hidden"
      >
        <span className="moves grid size-10 place-items-center rounded-full bg-brand-soft text-brand group-aria-[current=true]/row:bg-brand group-aria-[current=true]/row:text-on-brand [&>svg]:size-4.5 [&>svg]:fill-current">
          <Play aria-hidden className="group-data-playing/row:hidden" />
          <Pause aria-hidden className="hidden group-data-playing/row:block" />
        </span>
      </a>
      <RowText
        title={title}
        detail={
          <span className="hidden text-warn group-data-unplayable/row:block">
            This one can’t be played here. Download it.
          </span>
        }
      />
      <span className="grid min-h-11 items-center whitespace-nowrap text-ink-faint text-sm tabular-nums">
        {length}
      </span>
    </PlainRow>
  )
}

const sizeOf = ({ size }: FilePart) => (size === null ? '' : formatBytes(size))

function MissingRow({ part, place, title }: Omit<RowProps<FilePart>, 'access'>) {
  return (
    <div className="flex items-start gap-2.5 px-3 py-2 text-ink-faint sm:px-4.5">
      <RowPlace place={place} />
      <span className="grid size-11 flex-none place-items-center">
        <CloudAlert aria-hidden className="size-5" />
      </span>
      <RowText
        title={title}
        detail={
          part.missingSince ? (
            <>
              Missing since <LocalTime iso={part.missingSince} format="date" />
            </>
          ) : (
            'Not available'
          )
        }
      />
    </div>
  )
}

function LinkRow({ part, place, title }: Omit<RowProps<Extract<ContentPart, { kind: 'link' }>>, 'access'>) {
  const { url } = part
  return (
    <PlainRow
      place={place}
      action={
        url && (
          <CopyButton
            text={url}
            appearance="icon"
            toastTitle="Link copied!"
            toastDescription={`The link of “${title}” is on your clipboard.`}
          >
            {`Copy the link of ${title}`}
          </CopyButton>
        )
      }
    >
      <PartIcon noun="link" />
      <RowText title={title} detail={<span className="line-clamp-2">{partDetail(part)}</span>} />
      {url && (
        <LinkButton variant="secondary" size="sm" href={url} target="_blank">
          <ExternalLink aria-hidden />
          Open
          <span className="sr-only"> {title}</span>
        </LinkButton>
      )}
    </PlainRow>
  )
}

function TextRow(row: RowProps<Extract<ContentPart, { kind: 'text' }>>) {
  const { part, place, title } = row
  return (
    <>
      <details name={openPartName} className="group/part">
        <RowSummary noun="text" place={place} title={title} detail={partDetail(part)} />
        <div className={openPartClass}>
          <Article text={part.text ?? ''} className="text-base!" />
        </div>
      </details>
      <CornerDownload {...row} />
    </>
  )
}

/** A row that does not open. */
function PlainRow({ place, action, children }: { place: number; action: ReactNode; children: ReactNode }) {
  return (
    <div className="moves flex flex-wrap items-start gap-x-2.5 py-2 pr-2 pl-3 hover:bg-sunken sm:pr-4 sm:pl-4.5">
      <RowPlace place={place} />
      {children}
      <span className="relative ml-auto flex flex-none items-center">{action}</span>
    </div>
  )
}

/** The last button of a row that opens. It can't be inside of what opens the row. */
function CornerDownload(row: RowProps) {
  return (
    <span className="absolute top-2 right-2 flex h-11 items-center sm:right-4">
      <DownloadButton {...row} />
    </span>
  )
}

type DownloadButtonProps = Omit<RowProps, 'place'> & { className?: string }

/** The check stands in the button, so that rows with and without one are alike. */
export function DownloadButton({ part, title, access, className }: DownloadButtonProps) {
  return (
    <a
      href={attachmentUrl(access, part)}
      data-download={versionOf(part)}
      className={buttonVariants({
        variant: 'icon',
        className: clsx('group-data-downloaded/row:text-brand', className),
      })}
    >
      <Download aria-hidden className="group-data-downloaded/row:hidden" />
      <Check aria-hidden className="hidden group-data-downloaded/row:block" />
      <span className="sr-only">
        {`Download ${title}`}
        <span className="hidden group-data-downloaded/row:inline">, downloaded on this device</span>
      </span>
    </a>
  )
}
