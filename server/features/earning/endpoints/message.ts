import { site } from '../../../../contract/site.ts'
import type { WebhookFormat } from '../../../../contract/webhook-endpoints.ts'

/** `text`: a sentence for people. `about`: a line for a list. */
export type Sentence = { text: string; about: string }

/** The sentence as a message in a channel. What a title has in it mentions nobody, and is no link of its own. */
export function toMessage(format: Exclude<WebhookFormat, 'json'>, { text }: Sentence): object {
  const { name } = site()
  if (format === 'slack') return { text: `${escapeSlack(name)}: ${escapeSlack(text)}` }
  return {
    content: `${escapeDiscord(name)}: ${escapeDiscord(text)}`,
    allowed_mentions: { parse: [] },
  }
}

/** As https://docs.slack.dev/messaging/formatting-message-text says. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<-]/g, '\\$&')
}
