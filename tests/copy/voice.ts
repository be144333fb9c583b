export type SourceText = { file: string; text: string }

type Rule = { pattern: RegExp; instead: string; where?: RegExp }

/** What a person reads on a page, in an email or in a response. Logs and the terminal have straight quotes. */
const onScreen = /^(contract|domain|web|server\/(features|http))\//
const inTerminal = /^(scripts|server\/(config|verify|seed\/main|main))/

const rules: Array<Rule> = [
  { pattern: /\be-mail/i, instead: 'email' },
  { pattern: /\b(mail|mails) (it|you|me|them|every)\b/i, instead: 'email' },
  { pattern: /\b(some|no|every|any)body\b/i, instead: 'someone, no one, everyone, anyone' },
  { pattern: /\bcancell(ed|ing)|\bcolour|\blicence|\bfavourite|\bbehaviour/i, instead: 'US spelling' },
  { pattern: /\bo(n|ff) sale\b/i, instead: 'published, unpublished' },
  { pattern: /\bby (hand|itself|themselves)\b/i, instead: 'manually, automatically' },
  { pattern: /\blog(ged|ging)? (in|out)\b/i, instead: 'sign in, sign out' },
  {
    pattern: /\bany more(?=[.,;]|$)|\bat any time\b|\bstart page\b/i,
    instead: 'no longer, anytime, home page',
  },
  { pattern: /\b(is|are|was|were) gone\b|\bwent back\b|\bstands in\b/i, instead: 'what happened' },
  {
    pattern: /\b(picture|administrator|partly)\b|\bmany tries\b/i,
    instead: 'image, admin, partially, attempts',
    where: onScreen,
  },
  { pattern: /\p{L}'\p{L}|(^|\s)["']\p{L}/u, instead: '’ “ ”', where: onScreen },
  {
    pattern: /\b(can|do|does|did|is|are|was|were|has|have|will|could|would|should) not\b|\bcannot\b/,
    instead: 'a contraction',
    where: /^web\//,
  },
  { pattern: /’(t|s|re|ve|ll)\b/, instead: 'no contraction and straight quotes', where: inTerminal },
  { pattern: /!(\s|$)/, instead: 'no exclamation mark' },
  { pattern: /\.\.\./, instead: '…' },
  { pattern: /\d %/, instead: 'no space before %' },
]

/** Texts of the specification, and examples of what a creator writes. */
export const exempt: ReadonlySet<string> = new Set([
  // A command for a shell.
  'curl {site}{buildUrl} \\ -H "Authorization: Bearer $TIPDROP_KEY"',
  'Are you sure you want to delete "{title}"? This cannot be undone.{…}',
  'Are you sure you want to delete "Dusk"? This cannot be undone.',
  'Content uploaded successfully!',
  'Feedback Submitted!',
  'Link copied!',
  'Links copied!',
  'Payment Successful!',
  'Payment successful! Processing your purchase...',
  'Processing Payment...',
  'Processing your purchase...',
  'Setting up payment...',
  'Start creating content!',
  'Thank you! I hope it makes your day.',
  'Thank you! Start with…',
  'You are logged out. Logging in again...',
  'You have {formatMoney} ready for payout! Set up your payout method (PayPal, Wise, etc.)',
  "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
])

/** What is wrong with a text, as `file: text → what to write instead`. */
export function findCopyProblems({ file, text }: SourceText): Array<string> {
  if (exempt.has(text)) return []
  return rules
    .filter(({ pattern, where }) => pattern.test(text) && (where?.test(file) ?? true))
    .map(({ instead }) => `${file}: ${text} → ${instead}`)
}
