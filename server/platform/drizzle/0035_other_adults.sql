ALTER TABLE "passports" ALTER COLUMN "holder_date_of_birth" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD COLUMN "only_email" text;--> statement-breakpoint
ALTER TABLE "passports" ADD COLUMN "invited_email" text;