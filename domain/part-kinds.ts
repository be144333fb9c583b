import type { AccessType, PartKind } from '../contract/parts.ts'

type KindRules = {
  /** What is stored: bytes, a web address, or words. */
  holds: 'file' | 'url' | 'text'
  /** How buyers may get it; the first unless the creator chose another. */
  access: readonly [AccessType, ...Array<AccessType>]
  /** What can be cut from it for a free preview. */
  teaser: 'recording or pages' | 'words' | null
}

/** The rules of each kind of part. */
export const kinds = {
  file: { holds: 'file', access: ['download', 'view', 'stream'], teaser: 'recording or pages' },
  link: { holds: 'url', access: ['link'], teaser: null },
  text: { holds: 'text', access: ['view'], teaser: 'words' },
} as const satisfies Record<PartKind, KindRules>

type Kinds = typeof kinds
export type KindHolding<What extends KindRules['holds']> = {
  [K in PartKind]: Kinds[K]['holds'] extends What ? K : never
}[PartKind]

export function holds<What extends KindRules['holds']>(
  kind: PartKind,
  what: What,
): kind is KindHolding<What> {
  return kinds[kind].holds === what
}

/** How buyers get a part: as its creator chose, where its kind can be got that way. */
export function accessOf(kind: PartKind, chosen: AccessType | undefined): AccessType {
  const { access }: KindRules = kinds[kind]
  return access.find((type) => type === chosen) ?? access[0]
}
