import { dictionary } from '../../contract/dictionary.ts'

const entities: Record<string, string> = dictionary({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
})

/** Escapes text for an element or a double-quoted attribute, as React does. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}
