import { dictionary } from '../../contract/dictionary.ts'
/** An element with the text that is directly in it. Names are without their prefix. */
export type XmlElement = { name: string; text: string; children: Array<XmlElement> }

const entities: Record<string, string> = dictionary({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" })
const maxDepth = 40

/**
 * The root of an XML document of a bank: elements and text, without attributes. Undefined for what is no well-formed XML,
 * and for a document with a DOCTYPE, which could define entities of its own.
 */
export function readXml(file: string): XmlElement | undefined {
  const text = file.replace(/^\ufeff/, '').replace(/<!--[\s\S]*?-->/g, '')
  if (/<!DOCTYPE/i.test(text)) return undefined
  const top: XmlElement = { name: '', text: '', children: [] }
  const open = [top]
  const tokens =
    /<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([\w.:-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)|(<)/g
  for (const match of text.matchAll(tokens)) {
    const [, cdata, closing, tag, , selfClosing, plain, stray] = match
    const current = open.at(-1)
    if (!current || stray !== undefined) return undefined
    if (cdata !== undefined) current.text += cdata
    else if (plain !== undefined) current.text += decoded(plain)
    else if (tag !== undefined) {
      const name = tag.slice(tag.indexOf(':') + 1)
      if (closing) {
        if (open.length < 2 || current.name !== name) return undefined
        open.pop()
      } else {
        const element: XmlElement = { name, text: '', children: [] }
        current.children.push(element)
        if (!selfClosing) open.push(element)
        if (open.length > maxDepth) return undefined
      }
    }
  }
  const [root, ...others] = top.children
  return open.length === 1 && others.length === 0 && top.text.trim() === '' ? root : undefined
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return entities[String(name)] ?? whole
  })
}

/** The elements of a name directly in an element. */
export function childrenOf(element: XmlElement | undefined, name: string): Array<XmlElement> {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** The element at the end of a path, the first of each name. */
export function childAt(
  element: XmlElement | undefined,
  ...path: ReadonlyArray<string>
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((current, name) => childrenOf(current, name)[0], element)
}

/** The text at the end of a path; empty without one. */
export function textAt(element: XmlElement | undefined, ...path: ReadonlyArray<string>): string {
  return childAt(element, ...path)?.text.trim() ?? ''
}
