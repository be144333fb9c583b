import guide from '../../../../docs/developers.md?raw'

/** The languages of the examples, in their order, by the word after the fence in the guide. */
export const languages = { sh: 'curl', js: 'Node', python: 'Python', php: 'PHP', go: 'Go' } as const
export type Language = keyof typeof languages

/** `call` is the first call, `receive` a program that checks the signature of what it gets, `repeat` a call that is done once. */
export type Purpose = 'call' | 'receive' | 'repeat'
export type Example = { language: Language; code: string }

/** The site of the guide, in whose place the page has its own. */
const siteOfGuide = 'https://tips.example.com'

const examples = Object.groupBy(
  [...guide.matchAll(/^```(sh|js|python|php|go) (call|receive|repeat)\n([\s\S]*?)^```$/gm)].map(
    ([, language, purpose, code = '']) => ({
      // As matched.
      language: language as Language,
      purpose: purpose as Purpose,
      code: code.trimEnd(),
    }),
  ),
  ({ purpose }) => purpose,
)

/** The examples of docs/developers.md with the site's own address. */
export function examplesOf(purpose: Purpose, publicUrl: string): Array<Example> {
  return (examples[purpose] ?? []).map(({ language, code }) => ({
    language,
    code: code.replaceAll(siteOfGuide, publicUrl),
  }))
}
