import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { escapeHtml } from '../ports/escape.ts'
import type { KeptMail, Mailbox } from '../ports/mailer.ts'
import { notFound } from './errors.ts'

/** The mailbox of a person's own machine, at /dev/mail: every mail this instance has written, newest first. */
export function serveMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  const onlyHere = {
    schema: { hide: true },
    onRequest: async (request: FastifyRequest) => {
      if (!isFromHere(request)) throw new AppError('not_found', 'There is nothing at this address.')
    },
  }
  app.get('/dev/mail', onlyHere, async (_, reply) => {
    const mails = await mailbox.list()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(listPage(mails))
  })

  app.get<{ Params: { id: string } }>('/dev/mail/:id', onlyHere, async (request, reply) => {
    const mail = await mailbox.read(request.params.id)
    if (!mail) return notFound(request, reply)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(mailPage(mail))
  })
}

/**
 * Sign-in codes lie here: only for somebody at this very machine, who asks for it by its own name. A proxy in front, or
 * another site whose name was made to lead here, gets nothing.
 */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(raw.socket.remoteAddress ?? '127.0.0.1')
  const isOwnName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(headers.host ?? '')
  const isForwarded = Object.keys(headers).some((name) =>
    /^(forwarded|via|x-forwarded-|x-real-ip)/.test(name),
  )
  return isLoopback && isOwnName && !isForwarded
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

const style = `:root{color-scheme:light dark}body{margin:0;background:#faf8f3;color:#1c1a16;font:16px/1.5 system-ui,sans-serif}
main{max-width:640px;margin:0 auto;padding:32px 20px}h1{font-size:24px;margin:0 0 4px}p.note{margin:0 0 24px;color:#5c574c}
ul{list-style:none;margin:0;padding:0;border:1px solid #e5e0d3;border-radius:14px;overflow:hidden;background:#fff}
li+li{border-top:1px solid #e5e0d3}li a{display:block;padding:14px 18px;color:inherit;text-decoration:none}
li a:hover,li a:focus-visible{background:#f3f0e8}b{display:block}small{color:#5c574c}
@media(prefers-color-scheme:dark){body{background:#14130f;color:#f4f0e6}p.note,small{color:#bdb6a5}ul{background:#1d1b16;border-color:#322e25}
li+li{border-color:#322e25}li a:hover,li a:focus-visible{background:#26231c}}`

function listPage(mails: Array<KeptMail>): string {
  const rows = mails.map(
    ({ id, to, subject, sentAt }) =>
      `<li><a href="/dev/mail/${encodeURIComponent(id)}"><b>${escapeHtml(subject)}</b><small>to ${escapeHtml(to)} · ${when(sentAt)}</small></a></li>`,
  )
  const list =
    rows.length > 0
      ? `<ul>${rows.join('')}</ul>`
      : '<p>No mail yet. It appears here as soon as some is sent; reload this page.</p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mailbox · Tipdrop</title><style>${style}</style></head>
<body><main><h1>Mailbox</h1><p class="note">Mail stays on this machine in development. Newest first.</p>${list}</main></body></html>`
}

/** The mail as its reader sees it; the policy keeps anything in it from running or loading. */
function mailPage(mail: KeptMail & { html: string }): string {
  const head = `<p style="max-width:640px;margin:0 auto;padding:16px 20px;font:14px/1.5 system-ui,sans-serif"><a href="/dev/mail">← Mailbox</a> · to ${escapeHtml(mail.to)} · ${when(mail.sentAt)}<br><strong>${escapeHtml(mail.subject)}</strong></p>`
  return mail.html.replace(/(<body[^>]*>)/i, (body) => `${body}${head}`)
}

function when(moment: Date): string {
  return escapeHtml(
    moment.toLocaleString('en-GB', {
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
  )
}
