import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { site } from '../../contract/site.ts'
import { AppError } from '../../domain/errors.ts'
import { escapeHtml } from '../../domain/escape-html.ts'
import type { Ports } from '../ports/index.ts'
import type { Mailbox, StoredEmail } from '../ports/mailer.ts'
import { acceptedSecrets } from './cookies.ts'
import { notFound } from './errors.ts'
import { timingSafeEquals } from './request-context.ts'

/** Browsers limit cookies to 400 days. */
const cookieMaxAgeSeconds = 400 * 24 * 3_600

/** The key of the mailbox: printed in the terminal, and unknown to anyone who only reaches the port. */
export function mailboxKey(secret: string): string {
  return createHmac('sha256', secret).update('mailbox key').digest('base64url').slice(0, 22)
}

/** The link printed in the terminal. Each browser needs it once. */
export function mailboxLink({ config, secret }: Pick<Ports, 'config' | 'secret'>): string {
  return `${config.publicUrl}/dev/mail?key=${mailboxKey(secret)}`
}

/**
 * The mailbox of a local instance at /dev/mail: every email sent, newest first, and at /dev/mail/all the newest one of
 * each kind as a mail program of another site would draw it. It shows sign-in codes, so it
 * requires a key: a proxy with default settings cannot be distinguished from a browser on this machine.
 */
export function registerDevMailbox(
  app: FastifyInstance,
  ports: Pick<Ports, 'config' | 'secret'>,
  { mailbox, emailKinds }: { mailbox: Mailbox; emailKinds: ReadonlyArray<string> },
): void {
  const keys = acceptedSecrets(ports).map(mailboxKey)
  // Cookies ignore ports, so all instances on this machine share them.
  const cookieName = `mailbox_${ports.config.port}`
  const localOnly = {
    schema: { hide: true },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isLocalRequest(request)) throw new AppError('not_found', 'There’s nothing at this address.')
      if (isKey(request.cookies[cookieName], keys)) return
      return sendPage(reply.code(403), keyPage)
    },
  }
  app.get<{ Querystring: { key?: unknown } }>(
    '/dev/mail',
    {
      schema: { hide: true },
      onRequest: async (request, reply) => {
        if (!isLocalRequest(request) || !isKey(request.query.key, keys))
          return localOnly.onRequest(request, reply)
        reply.setCookie(cookieName, mailboxKey(ports.secret), {
          httpOnly: true,
          sameSite: 'strict',
          path: '/dev/mail',
          maxAge: cookieMaxAgeSeconds,
        })
        return reply.redirect('/dev/mail', 303)
      },
    },
    async (_, reply) => sendPage(reply, renderList(await mailbox.list())),
  )

  app.get<{ Querystring: { width?: unknown } }>('/dev/mail/all', localOnly, async (request, reply) => {
    const width = request.query.width === String(phoneWidth) ? phoneWidth : desktopWidth
    return sendPage(reply, renderEachKind(await mailbox.list(maxSearched), emailKinds, width))
  })

  app.get<{ Params: { id: string } }>('/dev/mail/:id/html', localOnly, async (request, reply) => {
    const email = await mailbox.read(request.params.id)
    if (!email) return notFound(request, reply)
    return sendPage(reply, email.html, emailPolicy(ports.config.publicUrl))
  })

  app.get<{ Params: { id: string } }>('/dev/mail/:id', localOnly, async (request, reply) => {
    const email = await mailbox.read(request.params.id)
    return email ? sendPage(reply, renderEmail(email)) : notFound(request, reply)
  })
}

function sendPage(reply: FastifyReply, html: string, policy = contentSecurityPolicy) {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
}

function isKey(given: unknown, keys: ReadonlyArray<string>): boolean {
  return typeof given === 'string' && keys.some((key) => timingSafeEquals(key, given))
}

/** A request from this machine to a loopback name, without forwarding headers. */
function isLocalRequest({ raw, headers }: FastifyRequest): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(raw.socket.remoteAddress ?? '127.0.0.1')
  const isLocalHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(headers.host ?? '')
  const isForwarded = Object.keys(headers).some((name) =>
    /^(forwarded|via|x-forwarded-|x-real-ip)/.test(name),
  )
  return isLoopback && isLocalHost && !isForwarded
}

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const restOfPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Sandboxed, so that it is a page of another site, as in a mail program. */
function emailPolicy(publicUrl: string): string {
  return `sandbox; img-src ${publicUrl}; ${restOfPolicy}`
}

const style = `:root{color-scheme:light dark}body{margin:0;background:#faf8f3;color:#1c1a16;font:16px/1.5 system-ui,sans-serif}
main{max-width:640px;margin:0 auto;padding:32px 20px}h1{font-size:24px;margin:0 0 4px}p.note{margin:0 0 24px;color:#5c574c}
ul{list-style:none;margin:0;padding:0;border:1px solid #e5e0d3;border-radius:14px;overflow:hidden;background:#fff}
figure{margin:0 0 32px}figcaption{margin:0 0 8px}iframe{max-width:100%;border:1px solid #e5e0d3;border-radius:14px;resize:vertical}
li+li{border-top:1px solid #e5e0d3}li a{display:block;padding:14px 18px;color:inherit;text-decoration:none}
li a:hover,li a:focus-visible{background:#f3f0e8}b{display:block}small{color:#5c574c}
@media(prefers-color-scheme:dark){body{background:#14130f;color:#f4f0e6}p.note,small{color:#bdb6a5}ul{background:#1d1b16;border-color:#322e25}
li+li,iframe{border-color:#322e25}li a:hover,li a:focus-visible{background:#26231c}}`

const keyPage = page(
  '<p>Open mailbox with the link that the terminal printed when the site started. It ends with <code>?key=…</code>, and each browser needs it once.</p>',
)

function page(content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mailbox · ${site().name}</title><style>${style}</style></head>
<body><main><h1>Mailbox</h1>${content}</main></body></html>`
}

function renderList(emails: Array<StoredEmail>): string {
  const rows = emails.map(
    ({ id, to, subject, sentAt }) =>
      `<li><a href="/dev/mail/${encodeURIComponent(id)}"><b>${escapeHtml(subject)}</b><small>to ${escapeHtml(to)} · ${formatTime(sentAt)}</small></a></li>`,
  )
  const list =
    rows.length > 0
      ? `<ul>${rows.join('')}</ul>`
      : '<p>No emails yet. They show up here once they’re sent. Reload this page to check.</p>'
  return page(
    `<p class="note">In development, emails stay on this computer. Newest first. <a href="/dev/mail/all">One of each kind</a></p>${list}`,
  )
}

/** The emails in which the newest one of each kind is looked for. */
const maxSearched = 1_000
const desktopWidth = 640
const phoneWidth = 390

/** The newest email of each kind, in a frame of a width, and the kinds of which none was sent. */
function renderEachKind(emails: Array<StoredEmail>, kinds: ReadonlyArray<string>, width: number): string {
  const newest = new Map<string, StoredEmail>()
  for (const email of emails) if (!newest.has(email.kind)) newest.set(email.kind, email)
  const sent = kinds.flatMap((kind) => newest.get(kind) ?? [])
  const missing = kinds.filter((kind) => !newest.has(kind))
  const other = width === phoneWidth ? desktopWidth : phoneWidth
  const note =
    missing.length > 0
      ? `<p class="note">Not sent here yet: ${missing.join(', ')}. <code>npm run seed -- --emails</code> sends one of each kind to an empty instance.</p>`
      : ''
  const frames = sent.map(
    ({ id, kind, subject }) =>
      `<figure><figcaption><b>${escapeHtml(subject)}</b><small>${escapeHtml(kind)}</small></figcaption><iframe title="${escapeHtml(kind)}" src="/dev/mail/${id}/html" loading="lazy" width="${width}" height="${frameHeight}"></iframe></figure>`,
  )
  return page(
    `<p class="note">The newest email of each kind, ${width} px wide, drawn as another site’s page. <a href="/dev/mail/all?width=${other}">${other} px</a> · <a href="/dev/mail">All emails</a></p>${note}${frames.join('')}`,
  )
}

const frameHeight = 820

/** The email as HTML; its CSP blocks scripts and external resources. */
function renderEmail(email: StoredEmail & { html: string }): string {
  const head = `<p style="max-width:640px;margin:0 auto;padding:16px 20px;font:14px/1.5 system-ui,sans-serif"><a href="/dev/mail">← Mailbox</a> · to ${escapeHtml(email.to)} · ${formatTime(email.sentAt)}<br><strong>${escapeHtml(email.subject)}</strong></p>`
  return email.html.replace(/(<body[^>]*>)/i, (body) => `${body}${head}`)
}

function formatTime(moment: Date): string {
  return escapeHtml(
    moment.toLocaleString('en-US', {
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
  )
}
