// One chunk, because each name of a chunk is in the script of every checkout.
export { CodePart } from './discount-lines.tsx'
export { OwnedNotice } from './owned-notice.tsx'
export { TipPart } from './tip-part.tsx'
