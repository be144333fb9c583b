import { FileDown, Link2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { openPurchase } from '../../../../contract/access.ts'
import type { ContentPart } from '../../../../contract/parts.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { isPdf } from '../../../../domain/file-type.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { kinds } from '../../../../domain/part-kinds.ts'
import { Island } from '../../../hydration/island.tsx'
import { Article } from '../../../shared/article.tsx'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { Album } from './album.tsx'
import { CopyButton } from './copy-button.island.tsx'
import { playerIsland } from './player.island.tsx'
import { type FilePart, isFilePart, viewerKindOf } from './viewer-kind.ts'

export function PurchasedContent({ access }: { access: PurchaseAccess }) {
  const { isWithheld, content } = access
  const [first, ...others] = content.parts
  return (
    <>
      {isWithheld && <WithheldContent access={access} />}
      {others.length > 0 ? (
        <Album access={access} />
      ) : (
        first && (!isWithheld || isFilePart(first)) && <PurchasedPart part={first} access={access} />
      )}
    </>
  )
}

type PartProps<Part = ContentPart> = { part: Part; access: PurchaseAccess }

/** The only part of an item, shown by its kind and access type. Each kind has its view here, and its row in `album-row.tsx`. */
function PurchasedPart({ part, access }: PartProps): ReactElement {
  switch (part.kind) {
    case 'file':
      return <PurchasedFile part={part} access={access} />
    case 'link':
      return <PurchasedLink part={part} />
    case 'text':
      return <PurchasedText part={part} />
  }
}

function PurchasedFile({ part, access }: PartProps<FilePart>) {
  return (
    <Card elevated className="grid min-w-0 gap-4 overflow-hidden">
      {viewerKindOf(part) === 'play' && <MediaPlayer part={part} access={access} />}
      {viewerKindOf(part) === 'view' && <FileViewer part={part} title={access.content.title} />}
      <FileInfo part={part} />
    </Card>
  )
}

function PurchasedText({ part }: { part: Extract<ContentPart, { kind: 'text' }> }) {
  return (
    <div id="bought-text">
      <Article text={part.text ?? ''} />
    </div>
  )
}

/** Links and texts that nobody has opened: the person opens them, a visit by a mail scanner does not. */
function WithheldContent({ access: { content, purchase, accessUrl } }: { access: PurchaseAccess }) {
  const { noun, isOne } = withheldNoun(content.parts)
  const action = buildUrl(openPurchase, { params: { token: accessUrl.split('/').at(-1) } })
  return (
    <Card elevated className="grid justify-items-start gap-3">
      <h2 className="text-xl">{`Your ${noun} ${isOne ? 'is' : 'are'} ready`}</h2>
      {purchase.refundStatus === 'available' && (
        <p className="text-ink-soft">
          {`Until you open ${isOne ? 'it' : 'them'}, a refund is instant. After that, ${creatorName(content)} decides about one.`}
        </p>
      )}
      <form method="post" action={action}>
        <Button type="submit" size="lg">{`Show the ${noun}`}</Button>
      </form>
    </Card>
  )
}

/** What is withheld: `link`, `texts`, `links and texts`. */
export function withheldNoun(parts: ReadonlyArray<ContentPart>): { noun: string; isOne: boolean } {
  const withheld = parts.filter((part) => !isFilePart(part))
  const nouns = (['link', 'text'] as const).flatMap((noun) => {
    const count = withheld.filter(({ kind }) => (kinds[kind].holds === 'text') === (noun === 'text')).length
    if (count === 0) return []
    return count === 1 && withheld.length === 1 ? noun : `${noun}s`
  })
  return { noun: nouns.join(' and '), isOne: withheld.length === 1 }
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
        className="h-[min(80vh,900px)] w-full rounded-md border border-line bg-sunken noscript:hidden"
      />
    )
  return null
}

function FileInfo({ part: { name, size, sha256 } }: { part: FilePart }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3.5 gap-y-1">
      <IconTile>
        <FileDown aria-hidden />
      </IconTile>
      <p className="grid min-w-0 flex-1">
        <b className="font-semibold [overflow-wrap:anywhere]">{name}</b>
        {size !== null && <span className="text-ink-faint text-sm">{formatBytes(size)}</span>}
      </p>
      {sha256 && <Checksum sha256={sha256} />}
    </div>
  )
}

/** For buyers who want to verify the downloaded file. */
function Checksum({ sha256 }: { sha256: string }) {
  return (
    <Disclosure summary="File details" className="text-ink-faint text-sm open:w-full">
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

function PurchasedLink({ part: { url } }: { part: Extract<ContentPart, { kind: 'link' }> }) {
  return (
    <Card elevated className="flex min-w-0 items-center gap-3.5">
      <IconTile>
        <Link2 aria-hidden />
      </IconTile>
      <p className="grid min-w-0">
        <b className="font-semibold">Your link</b>
        <span className="text-ink-soft [overflow-wrap:anywhere]">{url}</span>
      </p>
    </Card>
  )
}

/** The player of a purchased file, an audio file beside its cover. */
function MediaPlayer({ part, access }: { part: FilePart; access: PurchaseAccess }) {
  const { content, purchase, accessUrl } = access
  const { title, previewImage, previewFocus } = content
  const isAudio = part.type?.startsWith('audio/') ?? false
  const refreshUrl = `${accessUrl}/file?as=inline&part=${part.id}`
  const player = (
    <Island
      island={playerIsland}
      hydrateOn="load"
      props={{
        kind: isAudio ? 'audio' : 'video',
        title,
        src: part.url ?? refreshUrl,
        refreshUrl,
        positionKey: `${purchase.id}-${part.id}`,
        poster: previewImage,
      }}
    />
  )
  if (!isAudio) return <div className="grid gap-3.5">{player}</div>
  return (
    <div className="-mx-5 -mt-5 flex flex-wrap items-center gap-4 bg-brand-soft p-5 sm:-mx-[26px] sm:-mt-[26px] sm:p-[22px]">
      <ContentCover
        pond={content.pond}
        image={previewImage}
        focus={previewFocus}
        sizes="96px"
        className="aspect-square w-20 flex-none rounded-md shadow-sm sm:w-24"
      />
      <div className="grid min-w-[min(100%,240px)] flex-1 gap-2">
        <p className="grid leading-snug [overflow-wrap:anywhere]">
          <b className="font-semibold">{title}</b>
          <span className="text-ink-soft text-sm">{creatorName(content)}</span>
        </p>
        {player}
      </div>
    </div>
  )
}
