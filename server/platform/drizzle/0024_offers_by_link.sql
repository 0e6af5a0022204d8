ALTER TABLE "passport_transfers" ALTER COLUMN "receiver_masked" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD COLUMN "link_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "passport_transfers_link" ON "passport_transfers" USING btree ("link_hash");--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD CONSTRAINT "passport_transfers_to" CHECK (receiver_masked is not null or link_hash is not null);