import type { ContentPart } from '../../../../contract/parts.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import type { FilePart } from './viewer-kind.ts'

/** The id of the list of all parts on the access page. */
export const partListId = 'parts'

type Access = Pick<PurchaseAccess, 'accessUrl'>

/** The address of the page on this site, whatever name the browser has for it. */
const accessPathOf = ({ accessUrl }: Access) => new URL(accessUrl).pathname

/** Addresses that stay the same; each request leads to a new signed URL. */
export const inlineUrl = (access: Access, part: FilePart) =>
  `${accessPathOf(access)}/file?as=inline&part=${part.id}`
export const attachmentUrl = (access: Access, part: ContentPart) =>
  `${accessPathOf(access)}/file?as=attachment&part=${part.id}`
export const archiveUrl = (access: Access) => `${accessPathOf(access)}/file?part=all`
export const thumbnailUrl = (access: Access, part: FilePart) =>
  `${accessPathOf(access)}/thumbnail?part=${part.id}`

const hashLength = 8

/** What a download on this device is remembered by: another version of the file has another one. */
export function versionOf(part: ContentPart): string {
  return 'sha256' in part && part.sha256 ? `${part.id}-${part.sha256.slice(0, hashLength)}` : String(part.id)
}
