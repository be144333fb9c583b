/** A node of the syntax tree, as far as the list of texts needs it. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** A node, the property of its parent that it is in, and the parent. */
export type NodeContext = { node: Node; key: string; parent: NodeContext | undefined }

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function isElement(node: Node): boolean {
  return node.type === 'JSXElement' || node.type === 'JSXFragment'
}

/** The last name of `a`, `a.b`, an attribute, or a key in quotes. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node.property)
  if (node.type === 'JSXNamespacedName') return `${nameOf(node.namespace)}:${nameOf(node.name)}`
  return String(node.name ?? node.value ?? '')
}
