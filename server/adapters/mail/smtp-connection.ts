type ConnectionError = { code?: unknown; message?: unknown; reason?: unknown }

/**
 * Why no mail server could be talked to, and what to do. `error` is the library's, which has one code for everything that
 * a socket does: what happened is in its message.
 */
export function smtpConnectionMessage({ code, message, reason }: ConnectionError, smtpUrl: string): string {
  const url = URL.parse(smtpUrl)
  const host = url?.host ?? 'the mail server'
  const text = String(message)
  if (/SSL routines|secure TLS connection/.test(text)) {
    const why = typeof reason === 'string' ? reason : 'the connection was closed'
    return url?.protocol === 'smtps:'
      ? `SMTP_URL: the TLS handshake with ${host} fails (${why}). If this port begins without TLS, such as 587 and 25, use smtp://. Otherwise read the log of the mail server.`
      : `SMTP_URL: the TLS handshake with ${host} fails (${why}). Its certificate or its version of TLS is the reason: read the log of the mail server.`
  }
  if (text === 'Greeting never received')
    return `SMTP_URL: ${host} accepts the connection and says nothing. If this port begins with TLS, such as 465, use smtps://. Otherwise look at the mail server.`
  const [errorCode = ''] = /\bE[A-Z]{4,}\b/.exec(text) ?? []
  if (code === 'ETIMEDOUT')
    return `SMTP_URL: no mail server responds at ${host} (ETIMEDOUT). Check host and port, and whether a firewall or your provider blocks the port.`
  return `SMTP_URL: no mail server responds at ${host} (${errorCode || text || code}). Check the host and the port.`
}
