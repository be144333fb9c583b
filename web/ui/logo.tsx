import './page-site.ts'
import { site } from '../../contract/site.ts'

function LogoMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-7 flex-none">
      <path
        d="M12 2.5c3.6 4.4 6.5 7.7 6.5 11.6A6.5 6.5 0 0 1 12 21a6.5 6.5 0 0 1-6.5-6.9C5.5 10.2 8.4 6.9 12 2.5Z"
        fill="var(--accent)"
      />
      <path
        d="M8.8 14.3c.1 2 1.4 3.4 3.3 3.7"
        stroke="#fff"
        strokeWidth="1.6"
        fill="none"
        strokeLinecap="round"
      />
    </svg>
  )
}

export function Logo() {
  const { name, logoUrl } = site()
  if (logoUrl)
    return <img src={logoUrl} alt={name} className="h-10 w-auto max-w-[240px] object-contain object-left" />
  return (
    <span className="inline-flex items-center gap-2.5 font-[650] font-display text-[1.2rem] tracking-[-0.02em]">
      <LogoMark />
      {name}
    </span>
  )
}
