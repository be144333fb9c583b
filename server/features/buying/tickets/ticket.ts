import { createHash } from 'node:crypto'
import { toShownName } from '../../../../contract/names.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { getTicketPicture, type Ticket } from '../../../../contract/tickets.ts'
import { isActive, mayBeShown } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import { ticketName } from '../../../../domain/ticket.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import type { TicketCard } from '../../../ports/document-renderer.ts'
import type { Ports } from '../../../ports/index.ts'
import { pondOf } from '../../selling/content/present.ts'
import { readVariant, storedImage } from '../../selling/content/preview-image.ts'
import { type ContentRow, findContentById } from '../../selling/content/repository.ts'
import { stateOf, tagsOf } from '../../selling/content/shown.ts'
import { decrypt, encryptAlike } from '../purchases/access-token.ts'
import { findPurchase, type PurchaseWithGrant } from '../purchases/repository.ts'

type Bought = Pick<PurchaseWithGrant, 'purchase' | 'checkout' | 'grant'>

export function presentTicket(ports: Ports, bought: Bought, row: ContentRow): Ticket {
  const number = ticketNumber(bought, row)
  return {
    number,
    name: ticketName(bought.checkout.supporterName),
    pictureUrl: number !== null && isShared(bought, row) ? pictureUrl(ports, bought.purchase.id) : null,
  }
}

/** What is free and what is a test has no number. */
export const plainTicket: Ticket = { number: null, name: '', pictureUrl: null }

function ticketNumber({ purchase }: Pick<Bought, 'purchase'>, { creator }: ContentRow): number | null {
  return creator.showTicketNumbers ? purchase.itemNumber : null
}

/** Others may see the picture as long as anyone may see the item, and the buyer has it. */
function isShared({ grant }: Pick<Bought, 'grant'>, row: ContentRow): boolean {
  return isActive(grant) && mayBeShown(stateOf(row), 'none')
}

/** Its own address, so that who is given it learns nothing that opens something. */
function pictureUrl({ secret }: Pick<Ports, 'secret'>, purchaseId: number): string {
  return buildUrl(getTicketPicture, { params: { token: ticketToken({ secret }, purchaseId) } })
}

const purpose = 'tickets'

function ticketToken({ secret }: Pick<Ports, 'secret'>, purchaseId: number): string {
  return encryptAlike(secret, purpose, String(purchaseId))
}

/** The folder of the pictures, which are kept for a day. */
export const ticketFolder = 'tickets/'

/** Rendered at the first request for what it shows. Throws AppError `not_found`. */
export async function ticketPicture(ports: Ports, token: string): Promise<FileResponse> {
  const bought = await findBought(ports, token)
  const row = bought && (await findContentById(ports.db, bought.purchase.contentId))
  const number = row ? ticketNumber(bought, row) : null
  if (!row || number === null || !isShared(bought, row))
    throw new AppError('not_found', 'This ticket isn’t shared anymore.')
  const version = versionOf(row, number)
  return storedImage(ports, {
    key: `${ticketFolder}${bought.purchase.id}-${version}`,
    version,
    tags: tagsOf(row),
    render: async () =>
      ports.documents.ticketPng(await toCard(ports, row, number), { owner: row.content.creatorId }),
  })
}

async function findBought(ports: Ports, token: string): Promise<PurchaseWithGrant | undefined> {
  for (const secret of acceptedSecrets(ports)) {
    const id = decrypt(secret, purpose, token)
    // One address for one picture: a decoder takes others for the same bytes.
    if (id !== undefined && token === encryptAlike(secret, purpose, id))
      return findPurchase(ports.db, Number(id))
  }
  return undefined
}

/** Changes with everything that the picture shows. */
function versionOf(row: ContentRow, number: number): string {
  const { content, creator } = row
  const { title, previewImageKey, previewFocusX, previewFocusY } = content
  const shown = [
    title,
    creator.firstName,
    creator.handle,
    number,
    previewImageKey,
    previewFocusX,
    previewFocusY,
    pondOf(row).seed,
  ]
  return createHash('sha256')
    .update(JSON.stringify(['ticket 2', ...shown]))
    .digest('hex')
    .slice(0, 16)
}

async function toCard(ports: Ports, row: ContentRow, number: number): Promise<TicketCard> {
  const { content, creator } = row
  const preview = content.previewImageKey ? await readVariant(ports, content.previewImageKey) : undefined
  return {
    number,
    title: toSingleLine(content.title),
    creator: toShownName(creator.firstName) ?? '',
    pond: pondOf(row),
    address: `${new URL(ports.config.publicUrl).host}${creator.handle ? `/@${creator.handle}` : ''}`,
    itemImage: preview && {
      bytes: preview.bytes,
      focus: { x: content.previewFocusX, y: content.previewFocusY },
    },
  }
}
