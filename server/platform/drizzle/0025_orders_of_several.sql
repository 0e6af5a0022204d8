ALTER TABLE "passports" DROP CONSTRAINT "passports_order_number_unique";--> statement-breakpoint
DROP INDEX "passport_payments_open";--> statement-breakpoint
DROP INDEX "passports_purchase";--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "attachments" jsonb;--> statement-breakpoint
-- So far each payment was for one passport, and had the same id at the provider.
ALTER TABLE "passport_payments" ADD COLUMN "provider_id" uuid;--> statement-breakpoint
UPDATE "passport_payments" SET "provider_id" = "id";--> statement-breakpoint
ALTER TABLE "passport_payments" ALTER COLUMN "provider_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "passport_payments" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passports" ADD COLUMN "order_line" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "passports" ADD COLUMN "order_size" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "passport_payments_at_provider" ON "passport_payments" USING btree ("provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passports_order" ON "passports" USING btree ("order_number","order_line");--> statement-breakpoint
CREATE UNIQUE INDEX "passport_payments_open" ON "passport_payments" USING btree ("passport_id") WHERE status = 'pending' and replaced_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "passports_purchase" ON "passports" USING btree ("purchaser_id","idempotency_key","order_line");