ALTER TABLE "change_undos" ADD COLUMN "from_own_browser" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "from_own_browser" boolean DEFAULT false NOT NULL;