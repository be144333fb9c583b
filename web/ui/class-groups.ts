import { dictionary } from '../../contract/dictionary.ts'

type Value = string | ((value: string) => boolean)
/** Whole utilities, and the values of a prefix: the empty text is the prefix by itself. */
export type ClassGroup = Array<string | Record<string, Array<Value>>>

const anyValue = () => true
const isLength = (value: string) => /^\[(\d|\.\d|calc|clamp|min|max)/.test(value)
const isWidth = (value: string) => /^\d+$/.test(value) || isLength(value)
const textSizes = ['sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', isLength]

/** A group whose utilities have one prefix and any value: `gap-2`, `gap-[18px]`. */
const prefixed = (...prefixes: Array<string>) =>
  Object.fromEntries(prefixes.map((prefix) => [prefix, [{ [prefix]: [anyValue] }]]))

/**
 * The utilities of which the later one wins, in groups: the part of tailwind-merge's table that our classes need. The
 * whole table would add 6 KB to every page's script. cn.test.ts checks every pair of our classes against it.
 */
export const classGroups: Record<string, ClassGroup> = dictionary({
  ...prefixed('p', 'px', 'py', 'pt', 'pr', 'pb', 'pl', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml', 'scroll-mt'),
  ...prefixed('inset', 'inset-x', 'inset-y', 'top', 'right', 'bottom', 'left', 'z', 'order'),
  ...prefixed('w', 'h', 'size', 'min-w', 'max-w', 'min-h', 'max-h', 'basis', 'aspect'),
  ...prefixed('gap', 'gap-x', 'gap-y', 'grid-cols', 'grid-rows', 'col-start', 'row-start', 'row-span'),
  ...prefixed('justify-items', 'justify-self', 'self', 'items', 'place-items', 'line-clamp', 'list'),
  ...prefixed('bg', 'fill', 'accent', 'shadow', 'opacity', 'cursor', 'touch', 'whitespace', 'leading'),
  ...prefixed('tracking', 'translate-x', 'translate-y', 'outline-offset', 'rounded', 'rounded-t'),
  'stroke-width': [{ stroke: [isWidth] }],
  stroke: [{ stroke: [anyValue] }],
  display: [
    ...[
      'block',
      'inline-block',
      'inline',
      'flex',
      'inline-flex',
      'grid',
      'inline-grid',
      'table',
      'contents',
      'hidden',
    ],
  ],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  col: [{ col: ['auto'], 'col-span': [anyValue] }],
  flex: [{ flex: ['1', 'auto', 'initial', 'none'] }],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'flex-wrap': [{ flex: ['wrap', 'nowrap', 'wrap-reverse'] }],
  grow: [{ grow: ['', anyValue] }],
  shrink: [{ shrink: ['', anyValue] }],
  justify: [{ justify: ['start', 'end', 'center', 'between', 'around', 'evenly', 'stretch'] }],
  'align-content': [{ content: ['start', 'end', 'center', 'between', 'around', 'evenly', 'stretch'] }],
  content: [{ content: ['none', anyValue] }],
  overflow: [{ overflow: ['auto', 'hidden', 'clip', 'visible', 'scroll'] }],
  'overflow-x': [{ 'overflow-x': [anyValue] }],
  'overflow-y': [{ 'overflow-y': [anyValue] }],
  'text-size': [{ text: textSizes }],
  'text-align': [{ text: ['left', 'center', 'right', 'start', 'end', 'justify'] }],
  'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
  'text-color': [{ text: [anyValue] }],
  'text-decoration': ['underline', 'overline', 'line-through', 'no-underline'],
  'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold', isWidth] }],
  'font-family': [{ font: [anyValue] }],
  'object-fit': [{ object: ['contain', 'cover', 'fill', 'none', 'scale-down'] }],
  'object-position': [{ object: [anyValue] }],
  'border-collapse': [{ border: ['collapse', 'separate'] }],
  'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
  'border-w': [{ border: ['', isWidth] }],
  'border-w-x': [{ 'border-x': ['', isWidth] }],
  'border-w-y': [{ 'border-y': ['', isWidth] }],
  'border-w-t': [{ 'border-t': ['', isWidth] }],
  'border-w-r': [{ 'border-r': ['', isWidth] }],
  'border-w-b': [{ 'border-b': ['', isWidth] }],
  'border-w-l': [{ 'border-l': ['', isWidth] }],
  'border-color': [{ border: [anyValue] }],
})

/** Groups that a utility overrides besides its own: `p-5` after `px-3`. */
export const conflictingClassGroups: Record<string, Array<string>> = dictionary({
  p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
  px: ['pr', 'pl'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  mx: ['mr', 'ml'],
  my: ['mt', 'mb'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  size: ['w', 'h'],
  gap: ['gap-x', 'gap-y'],
  flex: ['basis', 'grow', 'shrink'],
  overflow: ['overflow-x', 'overflow-y'],
  'line-clamp': ['display', 'overflow'],
  'text-size': ['leading'],
  rounded: ['rounded-t'],
  'border-w': ['border-w-x', 'border-w-y', 'border-w-t', 'border-w-r', 'border-w-b', 'border-w-l'],
  'border-w-x': ['border-w-r', 'border-w-l'],
  'border-w-y': ['border-w-t', 'border-w-b'],
})
