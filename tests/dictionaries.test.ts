import { parseSync, visitorKeys } from 'oxc-parser'
import { expect, test } from 'vitest'
import { isNode, type Node } from './copy/nodes.ts'
import { code, sources } from './support/source-imports.ts'

/**
 * An object literal has the values of its prototype: `labels[key]` is a function for the key `constructor`, and
 * `key in labels` is true. Where a key may be any text, the object is a `dictionary` (contract/dictionary.ts) or a Map, and
 * the question is `Object.hasOwn`.
 */
test('no object literal is indexed by any text', () => {
  const found = sources('contract', 'domain', 'server', 'web')
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => literalsByText(file, code(file)))

  expect(found).toEqual([])
})

test.each([
  'const labels: Record<string, string> = { a: "A" }',
  'const labels: Readonly<Record<string, string>> = {}',
  'const labels: { [key: string]: string } = { a: "A" }',
  'const labels: Record<string, string> = otherLabels',
  'const labels: Record<string, string> = Object.fromEntries(list)',
  'const labels = { a: "A" } as Record<string, string>',
  'const label = { a: "A" }[key]',
  'const label = labels[key as keyof typeof labels]',
  'const isLabel = key in labels',
  'const label = (labels as Record<string, string>)[key]',
])('finds %s', (text) => {
  expect(literalsByText('a.ts', text)).toHaveLength(1)
})

test.each([
  'const labels = dictionary({ a: "A" })',
  'const labels: Record<string, string> = dictionary()',
  'const labels: Record<Kind, string> = { a: "A" }',
  'const label = labels[key]',
  'const isLabel = "a" in labels',
  'const isLabel = Object.hasOwn(labels, key)',
  'const label = { a: "A" }["a"]',
])('accepts %s', (text) => {
  expect(literalsByText('a.ts', text)).toEqual([])
})

const textKeys = /\bRecord<\s*string\s*,|\[\w+: string\]:/
const keyCast = /\bas keyof\b|\bas never\b/

function literalsByText(file: string, source: string): Array<string> {
  const { program } = parseSync(file, source)
  const textOf = (node: unknown) => (isNode(node) ? source.slice(node.start, node.end) : '')
  return nodesOf(program)
    .filter((node) => isLiteralByText(node, textOf))
    .map((node) => `${file}:${source.slice(0, node.start).split('\n').length}: ${textOf(node).slice(0, 80)}`)
}

function isLiteralByText(node: Node, textOf: (node: unknown) => string): boolean {
  const { init, id, object, property, computed } = node
  if (node.type === 'VariableDeclarator' && isNode(init) && isNode(id)) {
    const isNamed =
      isLiteral(init) || init.type === 'Identifier' || textOf(init).startsWith('Object.fromEntries(')
    const castType = init.type === 'TSAsExpression' ? textOf(init.typeAnnotation) : ''
    return isNamed && textKeys.test(`${textOf(id.typeAnnotation)} ${castType}`)
  }
  if (node.type === 'BinaryExpression' && node.operator === 'in')
    return !isNode(node.left) || node.left.type !== 'Literal'
  if (node.type !== 'MemberExpression' || !computed || !isNode(object) || !isNode(property)) return false
  if (property.type === 'Literal') return false
  return isLiteral(object) || textKeys.test(castTypeOf(object, textOf)) || keyCast.test(textOf(property))
}

/** The type to which an object in parentheses is cast. */
function castTypeOf(object: Node, textOf: (node: unknown) => string): string {
  const inner =
    object.type === 'ParenthesizedExpression' && isNode(object.expression) ? object.expression : object
  return isCast(inner) ? textOf(inner.typeAnnotation) : ''
}

function isCast({ type }: Node): boolean {
  return type === 'TSAsExpression' || type === 'TSSatisfiesExpression'
}

function isLiteral(node: Node): boolean {
  if (node.type === 'ObjectExpression') return true
  const hasInner = isCast(node) || node.type === 'ParenthesizedExpression'
  return hasInner && isNode(node.expression) && isLiteral(node.expression)
}

function nodesOf(root: unknown): Array<Node> {
  if (!isNode(root)) return []
  const children = (visitorKeys[root.type] ?? []).flatMap((key) => [root[key]].flat())
  return [root, ...children.flatMap(nodesOf)]
}
