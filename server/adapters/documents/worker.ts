/**
 * The entry of the worker process, which is a separate file of the build: only the renderer's pool may load it. The
 * pool calls these functions by name.
 */
import sharp from 'sharp'
import { type Site, setSite } from '../../../contract/site.ts'
import { lowerPriority } from '../workers.ts'
import * as pond from './pond.ts'
import * as qrCode from './qr-code.ts'
import * as receipt from './receipt.ts'
import * as shareCard from './share-card.ts'
import * as statement from './statement.ts'
import * as ticket from './ticket.ts'

export const drawPond = forSite(pond.drawPond)
export const drawQrCode = forSite(qrCode.drawQrCode)
export const drawReceipt = forSite(receipt.drawReceipt)
export const drawCreatorCard = forSite(shareCard.drawCreatorCard)
export const drawShareCard = forSite(shareCard.drawShareCard)
export const drawStatement = forSite(statement.drawStatement)
export const drawTicket = forSite(ticket.drawTicket)

lowerPriority(process.pid)
// Ctrl+C reaches all processes of a terminal. The server finishes its requests first and ends this process itself.
process.on('SIGINT', () => undefined)
// One libuv thread per image, because files, DNS and compression need the others.
sharp.concurrency(1)
sharp.cache(false)

/** The process has a module state of its own, so each task brings the site with it. */
function forSite<Data, Result>(draw: (data: Data) => Result) {
  return ({ site, data }: { site: Site; data: Data }): Result => {
    setSite(site)
    return draw(data)
  }
}
