type Settings = { isLocal: boolean; trustProxy: Array<string>; smtpUrl: string | undefined; oidc: unknown }

/** Warnings about settings that work but are probably not intended; printed at each start. */
export function configWarnings(config: Settings): Array<string> {
  if (config.isLocal) return []
  const warnings: Array<string> = []
  if (config.trustProxy.length === 0)
    warnings.push(
      'TRUST_PROXY is not set. Behind a proxy all visitors count as one caller and share one rate limit: set it to the address of your proxy, such as 127.0.0.1.',
    )
  if (!config.smtpUrl)
    warnings.push(
      `SMTP_URL is not set. Sign-in codes are written to DATA_DIR/mail, so only you can sign in${config.oidc ? ' by code' : ''}: set it to let others in.`,
    )
  return warnings
}
