import { parseSync, visitorKeys } from 'oxc-parser'
import { isElement, isNode, type Node, type NodeContext } from './nodes.ts'
import { isReadable } from './readable.ts'
import { isTechnical } from './technical.ts'

/** The texts of a source file that a person reads, each once, in the file's order. A value in it is a `{name}`. */
export function extractCopy(file: string, source: string): Array<string> {
  const { program, errors } = parseSync(file, source)
  const [error] = errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)
  const texts: Array<string> = []
  collect({ node: program as unknown as Node, key: '', parent: undefined }, source, texts)
  return [...new Set(texts)]
}

function collect(context: NodeContext, source: string, texts: Array<string>): void {
  if (isTechnical(context)) return
  const { node } = context
  const text = textOf(context, source)?.replace(htmlCode, ' ').replace(/\s+/g, ' ').trim()
  if (text && isReadable(text)) texts.push(text)
  for (const key of visitorKeys[node.type] ?? [])
    for (const child of [node[key]].flat())
      if (isNode(child)) collect({ node: child, key, parent: context }, source, texts)
}

/** Tags, styles and scripts in a text of HTML. */
const htmlCode = /<(style|script)\b[\s\S]*?<\/\1>|<[!/]?[a-z][^<>@]*>/g

function textOf({ node, parent }: NodeContext, source: string): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return templateText(node, source)
  // The outermost element with text of its own is the sentence; elements inside it are part of it.
  if (!hasOwnText(node) || (parent && hasOwnText(parent.node))) return undefined
  return childrenText(node, source)
}

function templateText(node: Node, source: string): string {
  const expressions = node.expressions as Array<Node>
  return (node.quasis as Array<{ value: { cooked: string } }>)
    .map(
      ({ value }, index) =>
        value.cooked + (expressions[index] ? placeholder(expressions[index], source) : ''),
    )
    .join('')
}

function childrenText(node: Node, source: string): string {
  return (node.children as Array<Node>)
    .map((child) => {
      if (child.type === 'JSXText') return String(child.value).replaceAll('&nbsp;', ' ')
      if (isElement(child)) return childrenText(child, source)
      const { expression } = child as { expression?: Node }
      return expression ? expressionText(expression, source) : ''
    })
    .join('')
}

function expressionText(expression: Node, source: string): string {
  if (expression.type === 'JSXEmptyExpression') return ''
  if (expression.type === 'Literal' && typeof expression.value === 'string') return expression.value
  return placeholder(expression, source)
}

/** The name of a value or of the function that returns it: enough to read the sentence around it. */
function placeholder(expression: Node, source: string): string {
  const code = source.slice(expression.start, expression.end)
  const name = /^[\w.]+$/.test(code) ? code.split('.').at(-1) : /^[\w.]+(?=\()/.exec(code)?.[0]
  return `{${name ?? '…'}}`
}

function hasOwnText(node: Node): boolean {
  return (
    isElement(node) &&
    (node.children as Array<Node>).some(
      (child) => child.type === 'JSXText' && /\p{L}/u.test(String(child.value)),
    )
  )
}
