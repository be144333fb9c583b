import { Copy, Music, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { RadioCard, RadioCardGroup } from '../../../ui/radio-card.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { StatCard } from '../../../ui/stat.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'

export function StyleguidePage() {
  return (
    <div className="grid gap-10 pt-8">
      <h1 className="text-2xl">Components</h1>
      <ExampleGroup title="Buttons">
        <Button>Primary</Button>
        <Button variant="secondary">Ghost</Button>
        <Button variant="inverse">Dark</Button>
        <Button variant="danger">Danger</Button>
        <Button variant="tertiary">Quiet</Button>
        <Button isLoading>Working</Button>
        <Button disabled>Disabled</Button>
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
        <LinkButton href="/" variant="secondary">
          Link
        </LinkButton>
        <Tooltip text="Copy tip link">
          <Button variant="icon" aria-label="Copy tip link">
            <Copy aria-hidden />
          </Button>
        </Tooltip>
        <Button variant="icon" aria-label="Delete">
          <Trash2 aria-hidden />
        </Button>
      </ExampleGroup>
      <ExampleGroup title="Badges, avatar, waiting">
        <Badge>Photography</Badge>
        <Badge tone="plain">Download · dusk-presets.zip · 48.2 MB</Badge>
        <Badge tone="warm">Keep 80%</Badge>
        <Badge tone="warn">Draft</Badge>
        <Badge tone="danger">Refunded</Badge>
        <Avatar name="Mara" />
        <Spinner size="md" />
        <Skeleton className="w-40" />
      </ExampleGroup>
      <FormExamples />
      <section className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard label="Available Balance" value="$1,478.40" caption="Ready for payout" />
        <StatCard label="Content Pieces" value="14" caption="Total content created" />
        <StatCard label="Total Tips" value="312" caption="Total tips to date" />
        <StatCard label="Total Earnings" value="$2,904.10" caption="Lifetime earnings" />
      </section>
      <section className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {[0, 1, 5, 11, 14, 18, 22, 26].map((rings, seed) => (
          <ContentCover key={rings} pond={{ seed, rings }} className="rounded-lg" />
        ))}
      </section>
      <Progress label="dusk-presets.zip" value={0.64} detail="31.0 of 48.2 MB · 1 s left" />
      <Overlays />
      <div className="grid gap-4 md:grid-cols-2">
        <Card>
          <EmptyState
            icon={<Music aria-hidden />}
            title="No content yet"
            description="Upload your first file."
            action={<Button>Upload Content</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            title="The list didn’t load"
            description="The server didn’t respond."
            onRetry={() => {}}
          />
        </Card>
      </div>
    </div>
  )
}

function ExampleGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{title}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | undefined>()
  const close = () => setOpen(undefined)
  return (
    <ExampleGroup title="Dialogs and notices">
      <Button variant="secondary" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen('confirm')}>
        Confirm
      </Button>
      <Button
        variant="secondary"
        onClick={() =>
          toast({ title: 'Link copied!', description: 'Tip link copied to clipboard', tone: 'success' })
        }
      >
        Notice
      </Button>
      <Button
        variant="secondary"
        onClick={() =>
          toast({ title: 'Error', description: 'Failed to delete content', tone: 'destructive' })
        }
      >
        Bad news
      </Button>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="A dialog"
        description="With something to do."
      />
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete content"
        description={'Are you sure you want to delete "Dusk"? This cannot be undone.'}
        confirmLabel="Delete"
        onConfirm={close}
      />
    </ExampleGroup>
  )
}

const kinds = [
  { value: 'file', label: 'File' },
  { value: 'link', label: 'Link' },
  { value: 'text', label: 'Text' },
] as const

function FormExamples() {
  const [kind, setKind] = useState<'file' | 'link' | 'text'>('file')
  return (
    <section className="grid items-start gap-5 md:grid-cols-2">
      <Field label="Title" hint="What buyers see first.">
        <Input placeholder="Dusk: 24 film presets" />
      </Field>
      <Field label="Email" error="Enter an email address like name@example.com">
        <Input defaultValue="mara@" />
      </Field>
      <Field label="Pay what you want" hint="Minimum $1.00">
        <MoneyInput currency="USD" size="lg" defaultValue="5.00" />
      </Field>
      <Field label="Category">
        <Select options={kinds} />
      </Field>
      <Field label="Description" isOptional>
        <Textarea placeholder="What’s inside, and who is it for?" />
      </Field>
      <div className="grid gap-5">
        <SegmentedControl label="Kind" name="kind" options={kinds} value={kind} onChange={setKind} />
        <Tabs
          label="What you sell"
          value={kind}
          onChange={setKind}
          tabs={kinds.map((tab) => ({ ...tab, panelLabel: `${tab.label} panel`, panel: `A ${tab.value}.` }))}
        />
        <RadioCardGroup label="Pricing">
          <RadioCard name="model" value="fixed" title="Fixed price" description="Everyone pays the same" />
          <RadioCard
            name="model"
            value="open"
            title="Pay what you want"
            description="You set the minimum"
            defaultChecked
          />
        </RadioCardGroup>
      </div>
    </section>
  )
}
