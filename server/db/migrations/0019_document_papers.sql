CREATE TABLE "document_checks" (
	"id" integer PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"ranges" jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	"read_until" bigint
);
--> statement-breakpoint
CREATE TABLE "document_contents" (
	"document_id" bigint PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_files" (
	"document_id" bigint NOT NULL,
	"format" text NOT NULL,
	"key" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_files_document_id_format_pk" PRIMARY KEY("document_id","format"),
	CONSTRAINT "document_files_key_key" UNIQUE("key"),
	CONSTRAINT "document_files_format_valid" CHECK ("format" in ('pdf', 'csv'))
);
--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_kind_valid";--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_valid";--> statement-breakpoint
ALTER TABLE "document_contents" ADD CONSTRAINT "document_contents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_files" ADD CONSTRAINT "document_files_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_kind_valid" CHECK ("kind" in ('receipt', 'invoice', 'credit_note', 'credit_note_reversal', 'statement'));--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_valid" CHECK ("kind" in ('payment-mismatch', 'unknown-state', 'dispute-unknown', 'subscription-unknown', 'unknown-transfer', 'dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost', 'refund-rejected', 'refund-failed', 'over-refund', 'free-surge', 'file-missing', 'undeliverable', 'transfer-rejected', 'transfer-lost', 'transfer-part-returned', 'payout-failing', 'payout-key-missing', 'balance-too-small', 'platform-payout-failed', 'document-changed', 'account-debt', 'provider-unavailable', 'provider-refused', 'pro-price', 'store-unavailable', 'mail-unavailable', 'delivery-failed', 'storage-low', 'storage-full', 'checkout-surge', 'event-failing', 'untrusted-proxy', 'backup-overdue', 'clock-skew'));--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON document_contents
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON document_files
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
