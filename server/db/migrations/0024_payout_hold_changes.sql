CREATE TABLE "payout_hold_changes" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"hold_days" integer NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_hold_changes_hold_days_valid" CHECK ("payout_hold_changes"."hold_days" >= 0)
);
