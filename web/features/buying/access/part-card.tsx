import { Download, ExternalLink, Eye, Pause, Play } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { ContentPart } from '../../../../contract/parts.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { readingMinutes } from '../../../../domain/article.ts'
import { isPdf } from '../../../../domain/file-type.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { shortLength } from '../../../../domain/recording-length.ts'
import { Island } from '../../../hydration/island.tsx'
import { Article } from '../../../shared/article.tsx'
import { buttonVariants, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { inlineUrl, partListId } from './album-links.ts'
import { CopyButton } from './copy-button.island.tsx'
import { downloadLinkIsland } from './download-link.island.tsx'
import { partDetail } from './part-names.ts'
import { pdfFrameClass } from './pdf-frame.ts'
import { TrackPlayer } from './track-player.tsx'
import { type FilePart, viewerKindOf } from './viewer-kind.ts'

type PartProps<Part = ContentPart> = { part: Part; access: PurchaseAccess }

/** The only part of an item, by its kind and access type. Each kind has its view here, and its row in `album-row.tsx`. */
export function PartCard({ part, access }: PartProps): ReactElement {
  switch (part.kind) {
    case 'file':
      return viewerKindOf(part) === 'play' ? (
        <Recording part={part} access={access} />
      ) : (
        <PurchasedFile part={part} access={access} />
      )
    case 'link':
      return <PurchasedLink part={part} />
    case 'text':
      return <PurchasedText part={part} access={access} />
  }
}

type ContentHeadProps = { title: string; detail?: ReactNode; children: ReactNode }

/** What was bought, and what can be done with it. The first button is the filled one. */
export function ContentHead({ title, detail, children }: ContentHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h2 className="text-xl">{title}</h2>
        {detail && <div className="text-ink-faint text-sm">{detail}</div>}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto max-sm:*:px-4 print:hidden">
        {children}
      </div>
    </div>
  )
}

type PlayButtonProps = { href: string }

/** The player takes its presses; without a script it is a link to the recording. */
export function PlayButton({ href }: PlayButtonProps) {
  return (
    <a href={href} data-play className={buttonVariants({ className: 'group/play' })}>
      {/* Both words in one place, so that the button keeps its width. */}
      <span className="grid *:col-start-1 *:row-start-1 *:flex *:items-center *:justify-center *:gap-2 [&_svg]:size-[1.15em]">
        <span className="group-data-playing/play:invisible">
          <Play aria-hidden className="fill-current" />
          Play
        </span>
        <span className="invisible group-data-playing/play:visible">
          <Pause aria-hidden className="fill-current" strokeWidth={0} />
          Pause
        </span>
      </span>
    </a>
  )
}

function Recording({ part, access }: PartProps<FilePart>) {
  const noun = part.type?.startsWith('video/') ? 'Video' : 'Recording'
  const length = part.seconds === null ? '' : `, ${shortLength(part.seconds)}`
  return (
    <Card id={partListId} data-album className="grid min-w-0 gap-4">
      <ContentHead title={`${noun}${length}`} detail={partDetail(part)}>
        {part.url !== null && <PlayButton href={inlineUrl(access, part)} />}
        {part.access === 'view' && <ViewButton access={access} variant="secondary" />}
        <DownloadFile part={part} access={access} variant="secondary" />
      </ContentHead>
      {part.url !== null && <TrackPlayer access={access} tracks={[part]} titles={new Map()} />}
      {part.sha256 && <Checksum sha256={part.sha256} />}
    </Card>
  )
}

function PurchasedFile({ part, access }: PartProps<FilePart>) {
  const isViewed = viewerKindOf(part) === 'view'
  return (
    <Card className="grid min-w-0 gap-4">
      <ContentHead title={part.name} detail={part.size === null ? undefined : partDetail(part)}>
        {isViewed && <ViewButton access={access} variant="primary" />}
        <DownloadFile part={part} access={access} variant={isViewed ? 'secondary' : 'primary'} />
      </ContentHead>
      {isViewed && <FileViewer part={part} title={access.content.title} />}
      {part.sha256 && <Checksum sha256={part.sha256} />}
    </Card>
  )
}

type ViewButtonProps = { access: PurchaseAccess; variant: 'primary' | 'secondary' }

/** In a tab of its own. */
function ViewButton({ access, variant }: ViewButtonProps) {
  return (
    <LinkButton variant={variant} href={`${access.accessUrl}/file?as=inline`} target="_blank">
      <Eye aria-hidden />
      View
    </LinkButton>
  )
}

type DownloadFileProps = PartProps<FilePart> & { variant: 'primary' | 'secondary' }

function DownloadFile({ part, access: { accessUrl }, variant }: DownloadFileProps) {
  return (
    <Island
      island={downloadLinkIsland}
      props={{
        href: `${accessUrl}/file?as=attachment`,
        variant,
        fileSize: part.size === null ? null : formatBytes(part.size),
      }}
    />
  )
}

/** Read on the page, so its buttons are quiet. */
function PurchasedText({ part, access }: PartProps<Extract<ContentPart, { kind: 'text' }>>) {
  const text = part.text ?? ''
  return (
    <section aria-label="What you bought" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-faint text-sm">{`Text, ${readingMinutes(text)} min read`}</p>
        <div className="flex flex-wrap gap-2 print:hidden">
          <LinkButton variant="secondary" size="sm" href={`${access.accessUrl}/file?as=attachment`}>
            <Download aria-hidden />
            Download
          </LinkButton>
          <CopyButton
            copyFromId="bought-text"
            size="sm"
            toastTitle="Text copied"
            toastDescription="It’s on your clipboard."
          >
            Copy text
          </CopyButton>
        </div>
      </div>
      <div id="bought-text">
        <Article text={text} title={access.content.title} />
      </div>
    </section>
  )
}

function PurchasedLink({ part: { url, name } }: { part: Extract<ContentPart, { kind: 'link' }> }) {
  const host = url && URL.canParse(url) ? new URL(url).host : ''
  return (
    <Card className="grid min-w-0 gap-4">
      <ContentHead title={name || 'Your link'} detail={<LinkTarget url={url ?? ''} host={host} />}>
        {url && (
          <LinkButton href={url} target="_blank">
            <ExternalLink aria-hidden />
            Open link
          </LinkButton>
        )}
      </ContentHead>
    </Card>
  )
}

/** Where a link leads: the site first, then all of it. */
function LinkTarget({ url, host }: { url: string; host: string }) {
  return (
    <>
      {host && <b className="block font-semibold text-base text-ink">{host}</b>}
      {url}
    </>
  )
}

function FileViewer({ part: { url: fileUrl, type: fileType }, title }: { part: FilePart; title: string }) {
  if (!fileUrl || !fileType) return null
  if (fileType.startsWith('image/'))
    return (
      <img src={fileUrl} alt={title} className="max-h-[80vh] w-full rounded-md bg-sunken object-contain" />
    )
  if (fileType.startsWith('text/'))
    return (
      <iframe
        src={fileUrl}
        title={title}
        data-theme="light"
        className="h-[60vh] w-full rounded-md border border-line bg-surface"
      />
    )
  if (isPdf(fileType))
    return (
      <iframe
        src={`/pdf-reader#${encodeURIComponent(fileUrl)}`}
        title={`${title}, pages`}
        sandbox="allow-scripts"
        allow="fullscreen"
        loading="lazy"
        className={`${pdfFrameClass} noscript:hidden`}
      />
    )
  return null
}

/** For buyers who want to verify the downloaded file. */
function Checksum({ sha256 }: { sha256: string }) {
  return (
    <Disclosure summary="File details" className="-my-2 text-ink-faint text-sm print:hidden">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          SHA-256{' '}
          <code title={sha256} className="text-ink-soft">
            {sha256.slice(0, 8)}…{sha256.slice(-8)}
          </code>
        </span>
        <CopyButton
          text={sha256}
          toastTitle="Checksum copied"
          toastDescription="Compare it with the SHA-256 of the file you downloaded."
        >
          Copy SHA-256
        </CopyButton>
      </p>
    </Disclosure>
  )
}
