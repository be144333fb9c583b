import { clsx } from 'clsx'
import { Heart } from 'lucide-react'

/** The first letter of the buyer's name or address, or a heart for who gave neither. */
export function BuyerPicture({ name, isOnTint = false }: { name: string; isOnTint?: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'grid size-11 flex-none place-items-center rounded-full font-bold text-accent-ink',
        isOnTint ? 'bg-surface' : 'bg-accent-soft',
      )}
    >
      {[...name.trim()][0]?.toUpperCase() ?? <Heart className="size-5" />}
    </span>
  )
}
