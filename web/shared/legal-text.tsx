/** The text of a legal page. The server has made the HTML from Markdown and sanitized it. */
export function LegalText({ html }: { html: string }) {
  return (
    <div
      className="legal-text leading-[1.7] [overflow-wrap:anywhere]"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it without the author's HTML
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
