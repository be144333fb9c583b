import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type ArticleBlock, parseArticle } from '../../domain/article.ts'
import { type InlineText, parseInline } from '../../domain/inline-marks.ts'

type ArticleProps = {
  text: string
  /** The heading that is above it already, which the text may begin with once more. */
  title?: string
  className?: string
}

/** A creator's text as an article: at most 65 characters a line, with headings, lists, quotations and links. */
export function Article({ text, title, className }: ArticleProps) {
  const blocks = parseArticle(text)
  const isTitleAgain = blocks[0]?.kind === 'heading' && blocks[0].text.trim() === title?.trim()
  return (
    <div
      className={clsx(
        'grid max-w-[65ch] gap-5 text-lg leading-[1.7] [overflow-wrap:anywhere] [&_h2]:mt-3.5 [&_h3]:mt-2',
        className,
      )}
    >
      {(isTitleAgain ? blocks.slice(1) : blocks).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change their order.
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: ArticleBlock }) {
  if (block.kind === 'heading')
    return block.level === 2 ? (
      <h2 className="text-[1.5em] leading-tight">{withMarks(block.text)}</h2>
    ) : (
      <h3 className="text-[1.25em] leading-tight">{withMarks(block.text)}</h3>
    )
  if (block.kind === 'list')
    return (
      <ul className="m-0 grid list-disc gap-2 pl-6.5 marker:text-accent">
        {block.entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the entries never change their order.
          <li key={index}>{withMarks(entry)}</li>
        ))}
      </ul>
    )
  if (block.kind === 'quote')
    return (
      <blockquote className="whitespace-pre-wrap border-accent border-l-[3px] py-0.5 pl-5.5 font-display font-medium text-[1.3rem] leading-[1.4]">
        {withMarks(block.text)}
      </blockquote>
    )
  return <p className="whitespace-pre-wrap">{block.kind === 'plain' ? block.text : withMarks(block.text)}</p>
}

function withMarks(text: string): Array<ReactNode> {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
  return parseInline(text).map((part, index) => <Inline key={index} {...part} />)
}

/** Links are untrusted: no referrer is sent, and they pass no ranking. */
function Inline({ text, href, isBold, isItalic }: InlineText) {
  const words = href === undefined ? text : <Link href={href}>{text}</Link>
  const italic = isItalic ? <em>{words}</em> : words
  return isBold ? <strong className="font-semibold">{italic}</strong> : italic
}

function Link({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="text-brand underline decoration-1 underline-offset-3"
    >
      {children}
    </a>
  )
}
