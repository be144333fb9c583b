import { Lock } from 'lucide-react'
import { Button } from '../ui/button.tsx'

type PayButtonProps = { label: string; amount: string; isPaying: boolean; disabled?: boolean }

/** The button that charges the card. It shows the amount and keeps its width while busy. */
export function PayButton({ label, amount, isPaying, disabled = false }: PayButtonProps) {
  return (
    <Button
      type="submit"
      size="lg"
      fullWidth
      isLoading={isPaying}
      disabled={disabled}
      padding="none"
      className="px-3"
    >
      {!isPaying && <Lock aria-hidden />}
      {isPaying ? `Paying ${amount}…` : label}
    </Button>
  )
}
