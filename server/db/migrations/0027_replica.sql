ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_valid";--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_valid" CHECK ("kind" in ('payment-mismatch', 'unknown-state', 'dispute-unknown', 'subscription-unknown', 'unknown-transfer', 'dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost', 'refund-rejected', 'refund-failed', 'refunds-waiting', 'over-refund', 'free-surge', 'file-missing', 'undeliverable', 'transfer-rejected', 'transfer-lost', 'transfer-part-returned', 'payout-failing', 'payout-not-stopped', 'payout-key-missing', 'balance-too-small', 'platform-payout-failed', 'document-changed', 'account-debt', 'provider-unavailable', 'provider-refused', 'pro-price', 'store-unavailable', 'mail-unavailable', 'delivery-failed', 'storage-low', 'storage-full', 'checkout-surge', 'event-failing', 'untrusted-proxy', 'backup-overdue', 'replica-behind', 'clock-skew'));--> statement-breakpoint

-- A commit of money waits for the copy on another disk (REPLICATE_WAIT), where `local` says that others do not wait.
CREATE FUNCTION wait_for_replica() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('synchronous_commit') = 'local' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wait_for_replica AFTER INSERT ON checkouts
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_replica();
--> statement-breakpoint
CREATE TRIGGER wait_for_replica AFTER INSERT ON purchases
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_replica();
--> statement-breakpoint
CREATE TRIGGER wait_for_replica AFTER INSERT ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_replica();
--> statement-breakpoint
CREATE TRIGGER wait_for_replica AFTER INSERT OR UPDATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_replica();
--> statement-breakpoint
CREATE TRIGGER wait_for_replica AFTER INSERT OR UPDATE ON payouts
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_replica();
--> statement-breakpoint
CREATE TRIGGER wait_for_replica AFTER INSERT OR UPDATE ON payout_batches
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_replica();
