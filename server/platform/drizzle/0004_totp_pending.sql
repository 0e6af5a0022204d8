ALTER TABLE "totp_secrets" ALTER COLUMN "sealed_secret" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD COLUMN "pending_secret" text;