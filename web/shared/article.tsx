import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type ArticleBlock, parseArticle, splitLinks } from '../../domain/article.ts'

/** A creator's text as an article: at most 65 characters a line, with headings, lists, quotations and links. */
export function Article({ text, className }: { text: string; className?: string }) {
  return (
    <div
      className={clsx(
        'grid max-w-[65ch] gap-5 text-lg leading-[1.7] [overflow-wrap:anywhere] [&_h2]:mt-3.5 [&_h3]:mt-2',
        className,
      )}
    >
      {parseArticle(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change their order.
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: ArticleBlock }) {
  if (block.kind === 'heading')
    return block.level === 2 ? (
      <h2 className="text-xl">{withLinks(block.text)}</h2>
    ) : (
      <h3 className="text-lg">{withLinks(block.text)}</h3>
    )
  if (block.kind === 'list')
    return (
      <ul className="m-0 grid list-disc gap-2 pl-6.5 marker:text-accent">
        {block.entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the entries never change their order.
          <li key={index}>{withLinks(entry)}</li>
        ))}
      </ul>
    )
  if (block.kind === 'quote')
    return (
      <blockquote className="whitespace-pre-wrap border-accent border-l-[3px] py-0.5 pl-5.5 font-display font-medium text-[1.3rem] leading-[1.4]">
        {withLinks(block.text)}
      </blockquote>
    )
  return <p className="whitespace-pre-wrap">{block.kind === 'plain' ? block.text : withLinks(block.text)}</p>
}

/** The links are untrusted: no referrer is sent, and they pass no ranking. */
function withLinks(text: string): Array<ReactNode> {
  return splitLinks(text).map(({ text: part, href }, index) =>
    href === undefined ? (
      part
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="text-brand underline decoration-1 underline-offset-3"
      >
        {part}
      </a>
    ),
  )
}
