import { Copy } from 'lucide-react'
import { type Example, type Language, languages } from './guide.ts'

type CodeBlockProps = {
  /** For the radio buttons, which are one group each. */
  id: string
  examples: ReadonlyArray<Example>
}

/** An example in several languages. Its tabs are radio buttons, so that they work without a script. */
export function CodeTabs({ id, examples }: CodeBlockProps) {
  const labels = examples.map(({ language }) => ({ language, inputId: `${id}-${language}` }))
  return (
    <fieldset className="code m-0 border-0 p-0">
      <legend className="sr-only">Language</legend>
      {labels.map(({ language, inputId }, index) => (
        <input
          key={language}
          type="radio"
          name={id}
          id={inputId}
          value={language}
          defaultChecked={index === 0}
          data-language={language}
          className="sr-only"
        />
      ))}
      <div className="code-bar">
        <div className="code-labels">
          {labels.map(({ language, inputId }) => (
            <label key={language} htmlFor={inputId}>
              {languages[language]}
            </label>
          ))}
        </div>
        <CopyButton />
      </div>
      {examples.map(({ language, code }) => (
        <Code key={language} label={languages[language]} code={code} language={language} />
      ))}
    </fieldset>
  )
}

/** One text, such as an answer. */
export function CodeSample({ label, code }: { label: string; code: string }) {
  return (
    <div className="code">
      <div className="code-bar">
        <div className="code-labels">
          <span>{label}</span>
        </div>
        <CopyButton />
      </div>
      <Code label={label} code={code} />
    </div>
  )
}

function CopyButton() {
  return (
    <button type="button" data-copy className="code-copy noscript:hidden">
      <Copy aria-hidden className="size-4" />
      <span aria-live="polite">Copy</span>
    </button>
  )
}

function Code({ label, code, language }: { label: string; code: string; language?: Language }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has a name, and no fields.
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
      tabIndex={0}
      role="group"
      aria-label={label}
      data-code={language ?? 'json'}
    >
      <code>{highlighted(code)}</code>
    </pre>
  )
}

const tokens = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|((?<=^|\s)(?:\/\/|#) .*$)/gm

/** Strings and comments in colors of their own. */
function highlighted(code: string) {
  // A string or a comment, or neither, three by three.
  return code.split(tokens).map((text, index) => {
    const kind = index % 3
    if (!text || kind === 0) return text
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change.
    return kind === 1 ? <i key={index}>{text}</i> : <em key={index}>{text}</em>
  })
}
