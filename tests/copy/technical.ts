import { type NodeContext, nameOf } from './nodes.ts'

/** Attributes whose values are code. Others, such as `label`, `title` and `aria-label`, hold texts. */
const attributes = words(`
  className id href src type name role rel target htmlFor for method action autoComplete autoCapitalize inputMode
  enterKeyHint key d viewBox points transform preserveAspectRatio style variant size tone as accept encType
  crossOrigin fill sizes media property httpEquiv lang dir loading decoding fetchPriority aria-controls
  aria-labelledby aria-describedby aria-live aria-haspopup aria-current aria-hidden aria-atomic aria-busy aria-sort
`)

/** Properties of objects whose values are code. */
const properties = words(`
  className path method access href pattern format mimeType contentType headers sql encoding algorithm style
`)

/** Functions whose arguments are code. */
const functions = words(`
  clsx cva sql raw join resolve URL RegExp Symbol require import querySelector querySelectorAll getElementById
  closest matches matchMedia addEventListener removeEventListener dispatchEvent Event CustomEvent setAttribute
  getAttribute removeAttribute hasAttribute createElement header headers setHeader getHeader getItem setItem removeItem
  split startsWith endsWith includes indexOf replaceAll replace createHash createHmac toString digest index uniqueIndex
  foreignKey primaryKey check pgTable text integer bigint boolean timestamp varchar query execute font fillColor
  strokeColor
`)

/** Whether a node and all in it is code: types, imports, names, paths, queries, and texts that are compared. */
export function isTechnical({ node, key, parent }: NodeContext): boolean {
  const { type } = node
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNull)/.test(type)) return true
  if (/^(Import|ExportAll|TaggedTemplate)/.test(type)) return true
  if (type === 'JSXAttribute') return isTechnicalAttribute(nameOf(node.name))
  if (type === 'CallExpression' || type === 'NewExpression') return functions.has(nameOf(node.callee))
  if (type === 'Property' && properties.has(nameOf(node.key))) return true
  if (!parent) return false
  if (parent.node.type === 'BinaryExpression') return /^([!=]==?|in)$/.test(String(parent.node.operator))
  return nameKeys[parent.node.type] === key
}

/** Where a child is a name, by the type of its parent. */
const nameKeys: Record<string, string> = {
  ExportNamedDeclaration: 'source',
  SwitchCase: 'test',
  MemberExpression: 'property',
  Property: 'key',
}

function isTechnicalAttribute(name: string): boolean {
  return attributes.has(name) || /^(data-|stroke)/.test(name)
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
