CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"scheduled_for" timestamp (3) with time zone,
	"state" text NOT NULL,
	"destination" text NOT NULL,
	"is_encrypted" boolean NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"heartbeat_at" timestamp (3) with time zone NOT NULL,
	"snapshot_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"archive_bytes" bigint,
	"row_count" bigint,
	"file_count" bigint,
	"message" text DEFAULT '' NOT NULL,
	CONSTRAINT "backups_scheduled_for_key" UNIQUE("scheduled_for"),
	CONSTRAINT "backups_state_valid" CHECK ("state" in ('running', 'succeeded', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_valid";--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "restoring_from" text;--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "moved_to" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_valid" CHECK ("kind" in ('payment-mismatch', 'unknown-state', 'dispute-unknown', 'subscription-unknown', 'unknown-transfer', 'dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost', 'refund-rejected', 'refund-failed', 'over-refund', 'file-missing', 'undeliverable', 'transfer-rejected', 'transfer-lost', 'transfer-part-returned', 'payout-key-missing', 'balance-too-small', 'platform-payout-failed', 'provider-unavailable', 'store-unavailable', 'mail-unavailable', 'storage-low', 'storage-full', 'checkout-surge', 'event-failing', 'untrusted-proxy', 'backup-overdue'));