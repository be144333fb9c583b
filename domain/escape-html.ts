import { dictionary } from '../contract/dictionary.ts'

const entities: Record<string, string> = dictionary({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
})

/** Escapes text for elements and quoted attributes, as React does. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
