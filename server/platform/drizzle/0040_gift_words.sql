ALTER TABLE "passport_transfers" ADD COLUMN "giver_name" text;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD COLUMN "message" text;